import { inPageLanguage } from './page-language.ts'

/** enough for the page to load; a person who stopped it or went back is redirected again after that */
const REDIRECT_GRACE_MS = 10_000

let redirectedAt = Number.NEGATIVE_INFINITY

/**
 * Redirects to a public page in the language of this one, once: a rejected call and another tab may end the session at the
 * same moment, and some browsers crash when a page that is leaving is redirected again.
 */
function redirectTo(path: string): void {
  const address = inPageLanguage(path)
  if (location.pathname === address) return
  const now = performance.now()
  if (now - redirectedAt < REDIRECT_GRACE_MS) return
  redirectedAt = now
  location.assign(address)
}

/** Redirects to the log in page, unless this is it. */
export const redirectToLogin = (): void => redirectTo('/login')

/** Redirects to the page where the person sets up a second factor, before which no other call is answered. */
export const redirectToFactors = (): void => redirectTo('/my-sign-in')
