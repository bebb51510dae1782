import { createContext, useContext, useMemo } from 'react'
import type { PageLanguage } from '../../shared/public/public-page.ts'
import { translator } from '../../shared/texts/translate.ts'

const NONE: PageLanguage = { code: 'en', texts: {}, prefix: '', others: [], unofficial: false }

export const LanguageContext = createContext(NONE)

/** The language of the page, its translator, and `href`, the address of a public page in the same language. */
export function useTexts() {
  const language = useContext(LanguageContext)
  // the same for every rendering, so that an effect may depend on it
  const t = useMemo(() => translator(language.texts), [language])
  return {
    language,
    t,
    href: (path: string) => language.prefix + path,
  }
}
