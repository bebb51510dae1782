import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The element of a bar that stays at the lower edge. Its height, which its words decide, stands in `--bar-height` of the
 * page as long as it is drawn, so that what has the focus is scrolled to above it (WCAG 2.4.11).
 */
export function useRoomForBar(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(() =>
      style.setProperty('--bar-height', `${bar.current?.offsetHeight ?? 0}px`),
    )
    if (bar.current) watch.observe(bar.current)
    return () => {
      watch.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [])
  return bar
}
