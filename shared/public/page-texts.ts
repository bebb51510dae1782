import { partOf } from '../texts/parts.ts'
import type { AccountPage, LivePage, PageLanguage, PublicPage } from './public-page.ts'

/** The parts of the messages, before the first point of a key, that each page with scripts uses beside `common`. */
const PARTS: Record<(LivePage | AccountPage)['page'], readonly string[]> = {
  approved: ['record', 'approved', 'list'],
  approved_site: ['record', 'approved', 'site', 'wrong', 'land'],
  not_found: ['trouble'],
  too_many: ['trouble'],
  fault: ['trouble'],
  altered: ['trouble'],
  login: ['sign_in'],
  single_sign_on: ['sign_in'],
  forgot_password: ['sign_in', 'password'],
  reset_password: ['sign_in', 'password'],
  change_password: ['kit', 'sign_in', 'password'],
  my_sign_in: ['kit', 'sign_in', 'my_sign_in'],
}

/** What a reading page uses beside `common`. */
const READING_PARTS: Record<Exclude<PublicPage['page'], keyof typeof PARTS>, readonly string[]> = {
  summary: ['summaries'],
  withdrawn_summary: ['summaries', 'trouble'],
  no_summary: ['summaries', 'trouble'],
  how_to_check: ['checking'],
  checkpoint: ['checking'],
  row_formula: ['checking'],
  run_a_witness: ['checking'],
  certificate: ['record', 'certificates', 'approved', 'land', 'wrong'],
  no_certificate: ['certificates', 'trouble'],
  certificate_check: ['record', 'certificates', 'trouble', 'wrong'],
  withdrawn_approval: ['certificates', 'trouble', 'wrong'],
  data: ['record', 'open_data'],
  records_went: ['open_data'],
}

const ALL_PARTS = { ...PARTS, ...READING_PARTS }

/** The parts of the messages that a page shows. */
export const partsOfPage = (page: PublicPage['page']): readonly string[] => ['common', ...ALL_PARTS[page]]

/** Whether a page shows the message of this key. */
export const isTextOf = (page: PublicPage['page'], key: string): boolean =>
  partsOfPage(page).includes(partOf(key))

/** of a page whose data have them filled in already */
const isOnServerOnly = (key: string): boolean => key.startsWith('land.')

/** The language with the messages of one page alone, which the browser gets beside the page that it hydrates. */
export function languageForPage(language: PageLanguage, page: PublicPage['page']): PageLanguage {
  const parts = partsOfPage(page)
  const texts = Object.entries(language.texts).filter(
    ([key]) => parts.includes(partOf(key)) && !isOnServerOnly(key),
  )
  const { in_english: _marked, ...rest } = language
  return { ...rest, texts: Object.fromEntries(texts) }
}
