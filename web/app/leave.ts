import { authApi } from '../../shared/auth/auth.schema.ts'
import { forgetAllUploads } from '../files/kept-uploads.ts'
import { call } from '../lib/call.ts'
import { clearSession } from '../lib/session.ts'

/** Opens a page of the other entry; the promise never settles, so that nothing is drawn in between. */
export function leaveTo(address: string): Promise<never> {
  window.location.replace(address)
  return new Promise(() => {})
}

/** Ends the session here and on the server; without a line the server's own time limit ends it. */
export async function logout(): Promise<void> {
  await call(authApi.logout).catch(() => undefined)
  // whoever sits down here next finds nobody's files
  await forgetAllUploads()
  clearSession()
  window.location.assign('/login')
}
