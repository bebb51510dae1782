import { formatDay } from '../../shared/lib/manila-days.ts'
import type { LivePage, LogPage, PublicPage } from '../../shared/public/public-page.ts'
import { PRODUCT } from './Frame.tsx'

const TITLES = {
  how_to_check: 'Verify our records',
  checkpoint: 'The last checkpoint',
  row_formula: 'From a row to the checkpoint',
  run_a_witness: 'Run a witness in ten minutes',
  no_summary: 'Not found',
  withdrawn_summary: 'Withdrawn summary',
  no_certificate: 'Not found',
  certificate_check: 'Check a certificate',
  not_found: 'Not found',
  too_many: 'Too many requests',
  fault: 'Not available',
  altered: 'Does not match the log',
  login: 'Log in',
  forgot_password: 'Forgot password',
  reset_password: 'Create password',
  change_password: 'Change password',
  my_sign_in: 'Your sign-in',
  single_sign_on: 'Single sign-on',
} as const

const READING: readonly string[] = ['summary', 'no_summary', 'withdrawn_summary']
const CERTIFICATES: readonly string[] = ['certificate', 'no_certificate', 'certificate_check']
const isOfCertificates = (page: PublicPage['page']) => CERTIFICATES.includes(page)

const LOG: readonly string[] = ['how_to_check', 'checkpoint', 'row_formula', 'run_a_witness']

const isOfLog = (content: PublicPage): content is LogPage => LOG.includes(content.page)

const isOfSummaries = (page: PublicPage['page']) => page.includes('summary')

/** short pages without a file of their own */
const PLAIN: readonly string[] = ['not_found', 'too_many', 'fault', 'altered']

/** The file that page-of.tsx loads for a page, as a path below web; null for a page in the main bundle. */
export function sourceOf(content: PublicPage): string | null {
  const { page } = content
  if (page === 'approved') return 'approved/ApprovedListPage.tsx'
  if (page === 'approved_site') return 'approved/ApprovedSitePage.tsx'
  if (page === 'login' || page === 'single_sign_on') return 'sign-in/LoginScreen.tsx'
  if (page === 'my_sign_in') return 'factors/MySignInPage.tsx'
  if (isOfLog(content)) return 'public-log/LogPages.tsx'
  if (isOfSummaries(page)) return 'summaries/ReadingPage.tsx'
  if (isOfCertificates(page)) return 'certificates/CertificatesPage.tsx'
  return PLAIN.includes(page) ? null : 'auth-screen-of.tsx'
}

/** Whether React hydrates the page in the browser. */
export const isLive = (content: PublicPage): content is LivePage =>
  !READING.includes(content.page) && !isOfCertificates(content.page) && !isOfLog(content)

/** The title of the window: the page, then the product. */
export function titleOf(content: PublicPage): string {
  if (content.page === 'approved') {
    const { as_of } = content.query
    return as_of ? `REDD+ SITES as of ${formatDay(as_of)}` : 'REDD+ SITES'
  }
  if (content.page === 'approved_site') return `${content.site.name_of_partner} – REDD+ SITES`
  if (content.page === 'certificate') return `Certificate – ${content.certificate.content.name_of_partner}`
  if (content.page === 'summary') return `Summary of Information ${content.published.document.year}`
  return `${TITLES[content.page]} – ${PRODUCT}`
}

/** The description of a page for search engines. */
export function descriptionOf(content: PublicPage): string {
  if (content.page === 'summary')
    return 'How the Cancun safeguards for REDD+ are addressed and respected, with every number in an annex'
  return isOfLog(content)
    ? 'How anyone can verify that the audit log behind the approved REDD+ sites was not changed'
    : 'Approved REDD+ sites and their compliance with the eight safeguard principles'
}
