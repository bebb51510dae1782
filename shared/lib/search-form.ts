import { normalForm } from './text-form.ts'

/** Marks over, under and through letters, once a letter and its marks stand apart. */
const MARKS = /[\u0300-\u036f]/g

/** A text as it is searched: without accents, in small letters (S-126); the database's `search_form` says the same. */
export const searchForm = (text: string): string => normalForm('NFD', text).replace(MARKS, '').toLowerCase()
