/** the elements that had the focus, the newest first */
let recent: HTMLElement[] = []
const REMEMBERED = 6

/** Remembers what has the focus: a button is disabled, and loses it, as soon as its save begins. */
export function rememberFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    recent = [target, ...recent.filter((one) => one !== target)].slice(0, REMEMBERED)
  })
}

const TRY_EVERY_MS = 50
const TRIES = 60

/**
 * Returns a function for the end of a question that opens now: it gives the focus back to what had it, once that is
 * enabled again; for some seconds, and only while nothing else has taken the focus.
 */
export function focusReturner(): () => void {
  const before = recent
  const attempt = (place: HTMLElement, left: number) => {
    const isFree = document.activeElement === document.body || document.activeElement === null
    if (isFree && !place.matches(':disabled')) place.focus({ preventScroll: true })
    else if (left > 0 && place.isConnected) setTimeout(attempt, TRY_EVERY_MS, place, left - 1)
  }
  return () => {
    // the buttons of a question that was open before are gone
    const place = before.find((element) => element.isConnected && element.checkVisibility())
    if (place) setTimeout(attempt, TRY_EVERY_MS, place, TRIES)
  }
}
