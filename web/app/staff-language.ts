import type { PageLanguage } from '../../shared/public/public-page.ts'
import { COMMON } from '../../shared/texts/en/common.ts'
import { RECORD } from '../../shared/texts/en/record.ts'

/** The screens of the staff are in English; what they share with the public pages reads its texts here. */
export const STAFF_LANGUAGE: PageLanguage = {
  code: 'en',
  texts: { ...COMMON, ...RECORD },
  prefix: '',
  others: [],
  unofficial: false,
}
