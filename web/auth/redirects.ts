import type { LivePage } from '../../shared/public/public-page.ts'
import { storedToken } from '../lib/session.ts'

const GUESTS_ONLY: readonly LivePage['page'][] = ['login', 'forgot_password', 'reset_password']

/** Returns where the page redirects: signed-in people away from guest pages (S-01), guests to log in; null to stay. */
export function redirectOf(content: LivePage): string | null {
  const signedIn = storedToken() !== null
  if (signedIn && GUESTS_ONLY.includes(content.page)) return '/dashboard'
  if (!signedIn && ['change_password', 'my_sign_in'].includes(content.page)) return '/login'
  return null
}
