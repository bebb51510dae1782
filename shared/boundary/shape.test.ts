import { expect, test } from 'vitest'
import type { Bbox } from './boundary.schema.ts'
import { boxesMeet } from './shape.ts'

const box: Bbox = [121.2, 14.1, 121.4, 14.3]

test.each<[string, Bbox, boolean]>([
  ['over its western side', [121.1, 14.2, 121.3, 14.25], true],
  ['over its eastern side', [121.3, 14.2, 121.5, 14.25], true],
  ['over its southern side', [121.25, 14, 121.3, 14.2], true],
  ['over its northern side', [121.25, 14.2, 121.3, 14.4], true],
  ['inside', [121.25, 14.2, 121.3, 14.25], true],
  ['at a corner', [121.4, 14.3, 121.5, 14.4], true],
  ['west of it', [121, 14.1, 121.1, 14.3], false],
  ['east of it', [121.5, 14.1, 121.6, 14.3], false],
  ['south of it', [121.2, 13.9, 121.4, 14], false],
  ['north of it', [121.2, 14.4, 121.4, 14.5], false],
])('a box %s meets it or not, whichever is asked', (_, other, meets) => {
  expect([boxesMeet(box, other), boxesMeet(other, box)]).toEqual([meets, meets])
})
