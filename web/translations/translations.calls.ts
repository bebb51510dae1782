import { translationsApi } from '../../shared/translations/translations.schema.ts'
import { useRead } from '../lib/queries.ts'

/** The languages besides English, with how much of each part is reviewed. */
export function useLanguages() {
  const { data, ...read } = useRead(translationsApi.languages)
  return { data: data?.languages, ...read }
}
