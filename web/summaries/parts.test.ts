import { expect, test } from 'vitest'
import { SECTIONS } from '../../shared/summaries/sections.ts'
import { commentedIn, PARTS, partAt, sectionsOf } from './parts.ts'

test('the editor has every written part once, in the order of the document, and the preview last', () => {
  const written = PARTS.flatMap(sectionsOf)
  expect(written.toSorted()).toEqual([...SECTIONS].sort())
  const places = PARTS.flatMap((part) =>
    sectionsOf(part)
      .slice(0, 1)
      .map((section) => SECTIONS.indexOf(section)),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(PARTS.at(-1)?.kind).toBe('preview')
})

test('comments on the whole summary belong to the preview, those on a safeguard to its part', () => {
  expect(commentedIn(PARTS.at(-1) as never)).toEqual([null])
  expect(commentedIn(partAt('c') as never)).toEqual(['c', 'description_c', 'addressed_c'])
  expect([partAt('review'), partAt(undefined)]).toEqual([null, null])
})
