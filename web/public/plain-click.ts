import type { MouseEvent } from 'react'

/** A click that follows a link in this tab, so that a script may handle it instead of the browser. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
