/** long enough for the log in page to come; anyone who stopped that, or went back to this page, is led there again */
const REDIRECT_GRACE_MS = 10_000

let redirectedAt = Number.NEGATIVE_INFINITY

/**
 * Leads this page to log in, once: a session may end here, by a refused call and in a sister tab at the same moment, and
 * a page that is led away again while it leaves crashes in some browsers.
 */
export function redirectToLogin(): void {
  const now = performance.now()
  if (now - redirectedAt < REDIRECT_GRACE_MS) return
  redirectedAt = now
  location.assign('/login')
}
