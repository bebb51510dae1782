import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingParagraphs } from './text-changes.ts'

test.each([
  ['', 'The first.', { old: null, new: 'The first.' }],
  ['One.\nTwo.\nThree.', 'One.\n2.\nThree.', { old: 'Two.', new: '2.' }],
  ['One.\nThree.', 'One.\nTwo.\nThree.', { old: null, new: 'Two.' }],
  ['One.\nTwo.\nThree.', 'One.\nThree.', { old: 'Two.', new: null }],
  ['One.\nOne.', 'One.', { old: 'One.', new: null }],
  ['One.', '', { old: 'One.', new: null }],
  ['One.', 'One.', { old: null, new: null }],
  // one paragraph that became two, and the other way round
  ['One.\nTwo.\nThree.', 'One.\nTwo.\n\nThree.', { old: 'Two.\nThree.', new: 'Two.\n\nThree.' }],
  ['One.\n\nTwo.', 'One.\nTwo.', { old: 'One.\n\nTwo.', new: 'One.\nTwo.' }],
])('%j to %j', (before, after, told) => {
  expect(differingParagraphs(before, after)).toEqual(told)
})

test('nothing that differs is left out', () => {
  const line = fc.constantFrom('a', 'b', '')
  // a stored text is trimmed
  const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n').trim())
  fc.assert(
    fc.property(text, text, (before, after) => {
      const told = differingParagraphs(before, after)
      expect(told.old === null && told.new === null).toBe(before === after)
      if (told.new !== null) expect(after).toContain(told.new)
      if (told.old !== null) expect(before).toContain(told.old)
    }),
  )
})
