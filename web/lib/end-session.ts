import { authApi } from '../../shared/auth/auth.schema.ts'
import { call } from './call.ts'
import { clearSession, recordLogout } from './session.ts'
import { redirectToLogin } from './to-login.ts'

/** Shown on the log in page after a logout for inactivity. */
export const WAS_IDLE = 'You were inactive for 35 minutes. Please log in to continue.'

/**
 * Ends the session here and on the server; without a connection the server's time limit ends it. With `why` the person
 * did not ask for it: the log in page shows the reason, and the person returns to the same page. Uploads stay stored.
 */
export async function endSession(why: string | null): Promise<void> {
  if (why) recordLogout(why)
  await call(authApi.logout).catch(() => undefined)
  clearSession()
  redirectToLogin()
}
