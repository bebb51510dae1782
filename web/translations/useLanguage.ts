import { useSearch } from '@tanstack/react-router'
import type { TranslatedLanguage } from '../../shared/translations/translations.schema.ts'

/** The language that the address names, else the first one; undefined if the product has English alone. */
export function useLanguage(languages: readonly TranslatedLanguage[]): TranslatedLanguage | undefined {
  const { language } = useSearch({ strict: false }) as Record<string, unknown>
  return languages.find(({ code }) => code === language) ?? languages[0]
}
