import { normalForm } from './text-form.ts'

/** Combining marks over, under and through letters, after decomposition. */
const MARKS = /[\u0300-\u036f]/g

/** A text for search: without accents, in lower case (S-126); the database's `search_form` does the same. */
export const searchForm = (text: string): string => normalForm('NFD', text).replace(MARKS, '').toLowerCase()
