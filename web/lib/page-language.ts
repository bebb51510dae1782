import { pageData } from './page-data.ts'

const language = pageData?.language
const prefix = language?.prefix ?? ''

/** The code of the language that calls ask for; none in English and for the staff. */
export const callLanguage = prefix && language?.code

/** The address of a public page in the language of this one, for code outside of components. */
export const inPageLanguage = (path: string): string => prefix + path

const LEFT = 'language_left'

/** Remembers the language of this page in its window, while the person is elsewhere: at the provider, or at work. */
export function rememberLanguage(): void {
  if (language) sessionStorage.setItem(LEFT, prefix)
}

/** Returns the prefix of the language that was remembered, once; null if none was. */
export function takeLanguage(): string | null {
  const remembered = sessionStorage.getItem(LEFT)
  sessionStorage.removeItem(LEFT)
  return remembered
}
