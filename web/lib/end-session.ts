import { authApi } from '../../shared/auth/auth.schema.ts'
import { call } from './call.ts'
import { clearSession, recordLogout } from './session.ts'
import { redirectToLogin } from './to-login.ts'

/** What the log in page says to someone who was away. */
export const WAS_IDLE = 'You were inactive for 35 minutes. Please log in to continue.'

/**
 * Ends the session here and on the server; without a line the server's own time limit ends it. With `why` no one asked for it:
 * the log in page says so, and the person comes back to where they were. Uploads wait for their person.
 */
export async function endSession(why: string | null): Promise<void> {
  if (why) recordLogout(why)
  await call(authApi.logout).catch(() => undefined)
  clearSession()
  redirectToLogin()
}
