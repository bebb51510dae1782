import { expect, test } from 'vitest'
import { outlineOf, wordsIn } from './draft-outline.ts'
import type { SummaryText } from './summaries.schema.ts'

const text = (section: SummaryText['section'], words: string, written_at: string): SummaryText => ({
  section,
  text: words,
  written_at,
  written_by: `Writer at ${written_at}`,
  taken_from: null,
})

test('words are counted, and the key of a number is one', () => {
  expect(wordsIn('  There are {{sites}} sites.\n\nÑ.  ')).toBe(5)
  expect(wordsIn('')).toBe(0)
})

test('a part is outlined by its sections: words, the newest writer, and what is open', () => {
  const texts = [
    text('description_c', 'One two.', '2026-01-02'),
    text('addressed_c', 'Three.', '2026-01-03'),
    text('addressed_d', 'Of another part.', '2026-01-04'),
    text('risks_and_benefits', '', '2026-01-05'),
  ]
  const comments = [
    { section: 'c', state: 'open' },
    { section: 'addressed_c', state: 'answered' },
    { section: 'addressed_d', state: 'open' },
    { section: 'description_c', state: 'settled' },
    { section: null, state: 'open' },
  ] as const
  expect(outlineOf(['c', 'description_c', 'addressed_c'], texts, comments)).toEqual({
    words: 3,
    open: 1,
    answered: 1,
    last: expect.objectContaining({ written_by: 'Writer at 2026-01-03' }),
  })
  expect(outlineOf(['risks_and_benefits'], texts, comments)).toEqual({
    words: 0,
    last: null,
    open: 0,
    answered: 0,
  })
  expect(outlineOf([null], texts, comments).open).toBe(1)
})
