import type {
  AccountPage,
  LivePage,
  LogPage,
  OpenDataPage,
  PublicPage,
} from '../../shared/public/public-page.ts'
import { dayIn } from '../../shared/texts/words.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { siteWords } from '../../shared/open-data/site-words.ts'
import { PRODUCT } from './Frame.tsx'

const TITLES = {
  data: 'common.data',
  records_went: 'common.records_went',
  how_to_check: 'common.verify',
  checkpoint: 'checking.checkpoint_title',
  row_formula: 'checking.formula_title',
  run_a_witness: 'checking.witness_title',
  no_summary: 'trouble.not_found',
  withdrawn_summary: 'summaries.withdrawn_title',
  no_certificate: 'trouble.not_found',
  withdrawn_approval: 'certificates.withdrawn_title',
  certificate_check: 'certificates.check_title',
  not_found: 'trouble.not_found',
  too_many: 'trouble.too_many',
  fault: 'trouble.fault_title',
  altered: 'trouble.altered_title',
  login: 'common.log_in',
  forgot_password: 'sign_in.forgot_title',
  reset_password: 'sign_in.create_title',
  change_password: 'sign_in.change_title',
  my_sign_in: 'my_sign_in.title',
  single_sign_on: 'sign_in.single_title',
} as const satisfies Partial<Record<PublicPage['page'], PlainKey>>

const READING: readonly string[] = ['summary', 'no_summary', 'withdrawn_summary']
const CERTIFICATES: readonly string[] = [
  'certificate',
  'no_certificate',
  'certificate_check',
  'withdrawn_approval',
]
const isOfCertificates = (page: PublicPage['page']) => CERTIFICATES.includes(page)

const LOG: readonly string[] = ['how_to_check', 'checkpoint', 'row_formula', 'run_a_witness']

const isOfLog = (content: PublicPage): content is LogPage => LOG.includes(content.page)

const isOpenData = (content: PublicPage): content is OpenDataPage =>
  content.page === 'data' || content.page === 'records_went'

const isOfSummaries = (page: PublicPage['page']) => page.includes('summary')

const TROUBLE: readonly string[] = ['not_found', 'too_many', 'fault', 'altered']

const ACCOUNT_SOURCES = { my_sign_in: 'factors/MySignInPage.tsx' } as const satisfies Record<
  AccountPage['page'],
  string
>

/** The file that page-of.tsx loads for a page, as a path below web. */
function sourceOf(content: Exclude<PublicPage, AccountPage>): string {
  const { page } = content
  if (page === 'approved') return 'approved/ApprovedListPage.tsx'
  if (page === 'approved_site') return 'approved/ApprovedSitePage.tsx'
  if (page === 'login' || page === 'single_sign_on') return 'sign-in/LoginScreen.tsx'
  if (isOfLog(content)) return 'public-log/LogPages.tsx'
  if (isOpenData(content)) return 'open-data/OpenDataPages.tsx'
  if (isOfSummaries(page)) return 'summaries/ReadingPage.tsx'
  if (isOfCertificates(page)) return 'certificates/CertificatesPage.tsx'
  return TROUBLE.includes(page) ? 'public/TroublePages.tsx' : 'auth-screen-of.tsx'
}

/** Whether the entry of the staff shows the page, with its kit. */
export const isOfAccount = (content: PublicPage): content is AccountPage => content.page === 'my_sign_in'

/** Whether React hydrates the page in the browser. */
export const isLive = (content: PublicPage): content is LivePage =>
  !READING.includes(content.page) &&
  !isOfCertificates(content.page) &&
  !isOfLog(content) &&
  !isOpenData(content) &&
  !isOfAccount(content)

/** The files that a page loads beside its entry, as paths below web. */
export const sourcesOf = (content: PublicPage): string[] =>
  isOfAccount(content) ? ['account-page-of.tsx', ACCOUNT_SOURCES[content.page]] : [sourceOf(content)]

/** The title of the window: the page, then the product. */
export function titleOf(t: Translate, content: PublicPage): string {
  if (content.page === 'approved') {
    const { as_of } = content.query
    return as_of ? t('approved.title_as_of', { day: dayIn(t, as_of) }) : t('approved.title')
  }
  if (content.page === 'approved_site') return `${content.site.name_of_partner} – ${t('approved.title')}`
  if (content.page === 'certificate')
    return `${t('certificates.title')} – ${content.certificate.content.name_of_partner}`
  if (content.page === 'summary') return t('summaries.title', { year: content.published.document.year })
  return `${t(TITLES[content.page])} – ${PRODUCT}`
}

/** The description of a page for search engines. */
export function descriptionOf(t: Translate, content: PublicPage): string {
  if (content.page === 'summary') return t('summaries.description')
  if (content.page === 'data') return t('open_data.intro')
  if (content.page === 'records_went') return t('open_data.went_intro')
  if (content.page === 'approved_site') return siteWords(t, content.site)
  return isOfLog(content) ? t('checking.description') : t('approved.description')
}
