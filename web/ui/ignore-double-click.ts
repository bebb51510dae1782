import type { MouseEvent } from 'react'

/** Ignores the second click of a double click, which may hit what has moved under the pointer. */
export const ignoreDoubleClick =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act()
  }
