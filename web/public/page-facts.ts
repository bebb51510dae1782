import { formatDay } from '../../shared/lib/days.ts'
import type { LivePage, PublicPage } from '../../shared/approved/public-page.ts'
import { PRODUCT } from './Frame.tsx'

const TITLES = {
  no_summary: 'Not found',
  no_certificate: 'Not found',
  certificate_check: 'Check a certificate',
  not_found: 'Not found',
  too_many: 'Too many requests',
  fault: 'Not available',
  login: 'Log in',
  forgot_password: 'Forgot password',
  reset_password: 'Create password',
  change_password: 'Change password',
} as const

const CERTIFICATES: readonly string[] = ['certificate', 'no_certificate', 'certificate_check']
const isOfCertificates = (page: PublicPage['page']) => CERTIFICATES.includes(page)

/** The file that page-of.tsx loads for a page, by its path below the folder of this room. */
export function sourceOf({ page }: PublicPage): string | null {
  if (page === 'approved') return 'approved/ApprovedListPage.tsx'
  if (page === 'approved_site') return 'approved/ApprovedSitePage.tsx'
  if (page === 'summary' || page === 'no_summary') return 'summaries/ReadingPage.tsx'
  if (isOfCertificates(page)) return 'certificates/CertificatesPage.tsx'
  return page === 'not_found' || page === 'too_many' || page === 'fault' ? null : 'auth/AuthScreen.tsx'
}

/** Whether a script takes the page over. */
export const isLive = (content: PublicPage): content is LivePage =>
  content.page !== 'summary' && content.page !== 'no_summary' && !isOfCertificates(content.page)

/** The title of the window: what the page is, then whose it is. */
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

/** What a search engine tells of a page below its title. */
export const descriptionOf = ({ page }: PublicPage): string =>
  page === 'summary'
    ? 'How the Cancun safeguards for REDD+ are addressed and respected, with every number in an annex'
    : 'Approved REDD+ sites and their compliance with the eight safeguard principles'
