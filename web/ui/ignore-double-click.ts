import type { MouseEvent } from 'react'

/** Only the first half of a double click counts: the second may fall on what has moved into the place of the first. */
export const ignoreDoubleClick =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) act()
  }
