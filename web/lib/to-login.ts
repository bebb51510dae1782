/** enough for the page to load; a person who stopped it or went back is redirected again after that */
const REDIRECT_GRACE_MS = 10_000

let redirectedAt = Number.NEGATIVE_INFINITY

/**
 * Redirects, once: a rejected call and another tab may end the session at the same moment, and some browsers crash when a
 * page that is leaving is redirected again.
 */
function redirectTo(address: string): void {
  const now = performance.now()
  if (now - redirectedAt < REDIRECT_GRACE_MS) return
  redirectedAt = now
  location.assign(address)
}

/** Redirects to the log in page. */
export const redirectToLogin = (): void => redirectTo('/login')

/** Redirects to the page where the person sets up a second factor, before which no other call is answered. */
export function redirectToFactors(): void {
  if (location.pathname !== '/my-sign-in') redirectTo('/my-sign-in')
}
