/**
 * For the `ref` of a bar that stays at the lower edge: its height, which its words decide, is in `--bar-height` of the page as
 * long as it is drawn, so that what has the focus is scrolled to above it (WCAG 2.4.11).
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
