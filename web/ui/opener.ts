/** The element to focus when a window closes. For a menu item, which is gone by then, the button of its menu. */
export function currentOpener(): Element | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}

/** Returns the focus to the opener, or to the main part of the page if the opener is gone. */
export function focusOpener(opener: Element | null): void {
  const back = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main')
  if (back instanceof HTMLElement) back.focus({ preventScroll: true })
}
