/** enough for the log in page to load; a person who stopped it or went back is redirected again after that */
const REDIRECT_GRACE_MS = 10_000

let redirectedAt = Number.NEGATIVE_INFINITY

/**
 * Redirects to the log in page, once: a rejected call and another tab may end the session at the same moment, and some
 * browsers crash when a page that is leaving is redirected again.
 */
export function redirectToLogin(): void {
  const now = performance.now()
  if (now - redirectedAt < REDIRECT_GRACE_MS) return
  redirectedAt = now
  location.assign('/login')
}
