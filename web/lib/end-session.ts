import { authApi } from '../../shared/auth/auth.schema.ts'
import { call } from './call.ts'
import { rememberLanguage } from './page-language.ts'
import { clearSession, recordLogout } from './session.ts'
import { redirectToLogin } from './to-login.ts'

/**
 * Ends the session here and on the server; without a connection the server's time limit ends it. With `why` the person
 * did not ask for it: the log in page shows the reason, and the person returns to the same page. Uploads stay stored. A
 * session that began with single sign-on ends at the provider too.
 */
export async function endSession(why: string | null): Promise<void> {
  if (why) recordLogout(why)
  const reply = await call(authApi.logout).catch(() => null)
  clearSession()
  // the provider would let the next person at this computer in; it leads back to the log in page
  if (reply?.end_session) {
    rememberLanguage()
    location.assign(reply.end_session)
  } else redirectToLogin()
}
