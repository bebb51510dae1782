/**
 * What has the focus and should have it again when a window closes: of an item of a menu, which is gone by then, the
 * button of its menu.
 */
export function currentOpener(): Element | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}

/** Gives the focus back, to the page itself when what had it is gone. */
export function focusOpener(opener: Element | null): void {
  const back = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main')
  if (back instanceof HTMLElement) back.focus({ preventScroll: true })
}
