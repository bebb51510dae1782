import { EN } from './en.ts'
import { FIL } from './fil.ts'
import type { Texts } from './translate.ts'

/** A language of the public pages and the mails. */
export type Language = {
  /** its name in itself */
  name: string
  texts: Texts
  /** the keys of the messages that a language file lacks: their texts are the English ones */
  missing?: ReadonlySet<string>
}

/** The source language, whose pages have the addresses without a prefix. */
export const SOURCE = 'en'

/** "/fil", which begins the address of a public page in this language; empty for the source language. */
export const prefixOf = (code: string): string => (code === SOURCE ? '' : `/${code}`)

/** The languages by their code, which is the first part of an address (`/fil/...`) and the page's `lang`. */
export type Languages = Readonly<Record<string, Language>> & { readonly [SOURCE]: Language }

/** A further language is its file, and a line here. */
export const LANGUAGES: Languages = {
  [SOURCE]: { name: 'English', texts: EN },
  fil: { name: 'Filipino', texts: FIL },
}
