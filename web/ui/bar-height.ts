/**
 * For the `ref` of a bar that is fixed to the lower edge: writes its height, which depends on its text, to
 * `--bar-height` of the page, so that a focused element is scrolled to above it (WCAG 2.4.11).
 */
export function trackBarHeight(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const watch = new ResizeObserver(() => style.setProperty('--bar-height', `${bar.offsetHeight}px`))
  watch.observe(bar)
  return () => {
    watch.disconnect()
    style.removeProperty('--bar-height')
  }
}
