import { formatDay } from '../../shared/lib/days.ts'
import type { PublicPage } from '../../shared/approved/public-page.ts'

const TITLES = {
  not_found: 'Not found',
  too_many: 'Too many requests',
  fault: 'Not available',
  login: 'Log in',
  forgot_password: 'Forgot password',
  reset_password: 'Create password',
  change_password: 'Change password',
} as const

/** The file that page-of.tsx loads for a page, by its path below the folder of this room. */
export function sourceOf({ page }: PublicPage): string | null {
  if (page === 'approved') return 'approved/ApprovedListPage.tsx'
  if (page === 'approved_site') return 'approved/ApprovedSitePage.tsx'
  return page === 'not_found' || page === 'too_many' || page === 'fault' ? null : 'auth/AuthScreen.tsx'
}

/** The title of the window: what the page is, then whose it is. */
export function titleOf(content: PublicPage): string {
  if (content.page === 'approved') {
    const { as_of } = content.query
    return as_of ? `REDD+ SITES as of ${formatDay(as_of)}` : 'REDD+ SITES'
  }
  if (content.page === 'approved_site') return `${content.site.name_of_partner} – REDD+ SITES`
  return `${TITLES[content.page]} – REDD+ Safeguards Information System`
}
