import { expect, test } from 'vitest'
import { placeName, presentParagraph, writtenPartOf } from './comments.rules.ts'

test('a place is named by its part and paragraph', () => {
  expect(placeName({ section: null, paragraph: null })).toBe('The whole summary')
  expect(placeName({ section: 'c', paragraph: null })).toBe('Safeguard (c)')
  expect(placeName({ section: 'risks_and_benefits', paragraph: 3 })).toBe('Risks and benefits, paragraph 3')
  expect([writtenPartOf({ section: 'c' }), writtenPartOf({ section: 'addressed_c' })]).toEqual([
    null,
    'addressed_c',
  ])
})

test('a comment stays with the words of its paragraph, wherever they are now', () => {
  const at = (paragraphs: string[]) => presentParagraph(paragraphs, { paragraph: 2, quote: 'Two.' })
  expect(at(['One.', 'Two.'])).toBe(2)
  expect(at(['Nought.', 'One.', 'Two.'])).toBe(3)
  // of two alike the one at its place
  expect(at(['Two.', 'Two.'])).toBe(2)
  expect(at(['One.', 'Twice two.'])).toBeNull()
  expect(presentParagraph(['One.'], { paragraph: null, quote: null })).toBeNull()
})
