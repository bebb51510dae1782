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
])('%j to %j', (before, after, told) => {
  expect(differingParagraphs(before, after)).toEqual(told)
})

test('nothing that differs is left out', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const told = differingParagraphs(before, after)
      expect(told.old === null && told.new === null).toBe(before === after)
      if (told.new !== null) expect(after).toContain(told.new)
      if (told.old !== null) expect(before).toContain(told.old)
    }),
  )
})
