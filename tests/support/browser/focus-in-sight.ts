import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Runs in the page: moves the focus forwards and backwards over everything Tab reaches and names what is then covered,
 * for example by a bar fixed to the edge. The page sees no focus events and is restored afterwards.
 */
function covered(): string[] {
  const WINDOWS = 'dialog[open], [role="dialog"]'
  const REACHED = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
  // an open list of choices takes the keys and closes before Tab moves on; a page that is busy keeps the focus
  if ([...document.querySelectorAll('[role="listbox"], [role="menu"], [data-busy]')].some(isShown)) return []
  /** A dialog may be covered by the question it asks. */
  const isOnTop = (one: Element) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  }
  const open = [...document.querySelectorAll(WINDOWS)].filter((one) => isShown(one) && isOnTop(one))
  const root = open.at(-1) ?? document.body
  const nameOf = (one: Element) =>
    `<${one.tagName.toLowerCase()}> ${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 50)}`

  const labelOf = (one: Element) => (one as HTMLInputElement).labels?.[0] ?? null
  const isDrawn = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 4 && height > 4 && getComputedStyle(one).opacity !== '0'
  }
  /** Returns the element that covers the middle of the visible part. */
  const coverOf = (one: Element): Element | null => {
    // a box drawn in place of a hidden field belongs to its label
    const seen = isDrawn(one) ? one : labelOf(one)
    if (!seen) return null
    const place = seen.getBoundingClientRect()
    const [left, right] = [Math.max(place.left, 0), Math.min(place.right, innerWidth)]
    const [top, bottom] = [Math.max(place.top, 0), Math.min(place.bottom, innerHeight)]
    if (left >= right || top >= bottom) return seen === one ? document.documentElement : null
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!hit || one.contains(hit) || hit.contains(one)) return null
    if (labelOf(one)?.contains(hit)) return null
    // ignores an overlay that is open for a moment: a list of choices, a message
    const portal = hit.closest('[data-portal]')
    return portal && !portal.contains(root) ? null : hit
  }

  const reached = [...root.querySelectorAll<HTMLElement>(REACHED)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && !one.closest('svg, [inert]') && isShown(one),
  )
  const before = document.activeElement as HTMLElement | null
  const scrolled = new Map<Element, [number, number]>()
  for (const one of reached)
    for (let at: Element | null = one; at && !scrolled.has(at); at = at.parentElement)
      scrolled.set(at, [at.scrollLeft, at.scrollTop])
  const EVENTS = ['focus', 'blur', 'focusin', 'focusout']
  const unheard = (event: Event) => event.stopImmediatePropagation()
  for (const name of EVENTS) window.addEventListener(name, unheard, true)

  // without transitions, so that what scrolls into view on focus is there at once
  const still = document.head.appendChild(document.createElement('style'))
  still.textContent = '*, ::before, ::after { transition: none !important }'

  const faults = new Set<string>()
  for (const one of [...reached, ...reached.toReversed()]) {
    one.focus()
    if (document.activeElement !== one) continue
    const cover = coverOf(one)
    if (cover) faults.add(`${nameOf(one)} has the focus behind ${nameOf(cover)}`)
  }

  if (before && before !== document.body) before.focus({ preventScroll: true })
  else (document.activeElement as HTMLElement | null)?.blur()
  for (const [one, [left, top]] of scrolled) {
    if (one.scrollLeft !== left) one.scrollLeft = left
    if (one.scrollTop !== top) one.scrollTop = top
  }
  still.remove()
  for (const name of EVENTS) window.removeEventListener(name, unheard, true)
  return [...faults]
}

/** Fails with what Tab reaches but something else covers (WCAG 2.4.11), at the page's current size. */
export async function expectFocusInSight(page: Page): Promise<void> {
  const size = page.viewportSize()
  await expect
    .poll(() => page.evaluate(covered), { message: `${page.url()} at ${size?.width} × ${size?.height} px` })
    .toEqual([])
}
