/** long enough for the log in page to come; whoever stopped that, or went back to this page, is led there again */
const ON_THE_WAY_MS = 10_000

let left = Number.NEGATIVE_INFINITY

/**
 * Leads this page to log in, once: a session may end here, by a refused call and in a sister tab at the same moment, and
 * a page that is led away again while it leaves crashes in some browsers.
 */
export function toLogin(): void {
  const now = performance.now()
  if (now - left < ON_THE_WAY_MS) return
  left = now
  location.assign('/login')
}
