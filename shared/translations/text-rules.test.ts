import { expect, test } from 'vitest'
import { EN } from '../texts/en.ts'
import { FIL } from '../texts/fil.ts'
import { translationComplaint, translationForm } from './text-rules.ts'

const AGO = '{count} months ago'

test.each([
  ['', 'The translation is required.'],
  ['\u200b ', 'The translation is required.'],
  ['{count} '.padEnd(1001, 'a'), 'The translation cannot exceed 1,000 characters.'],
  ['<b>{count}</b> buwan', 'The translation cannot contain < or >.'],
  ['ilang buwan ang nakalipas', 'The translation must contain {count} as often as the English does.'],
  ['{count} buwan, {counts}', '{counts} is not filled in here as often. Use only {count}.'],
  ['{count} buwan, {count}', '{count} is not filled in here as often. Use only {count}.'],
  [
    '{count} buwan {count, plural}',
    'A brace or an apostrophe before a brace is not allowed. Use only {count}.',
  ],
  ["'{count}' buwan", 'A brace or an apostrophe before a brace is not allowed. Use only {count}.'],
  ["{count} buwan ang nakalipas, 'di ba", null],
])('%j is refused: %s', (text, complaint) => {
  expect(translationComplaint(AGO, text)).toBe(complaint)
})

test('a text without arguments takes none', () => {
  expect(translationComplaint('Close', 'Isara {ito}')).toBe(
    '{ito} is not filled in here as often. The English has no words in braces.',
  )
})

test('what comes with the product passes', () => {
  for (const [key, english] of Object.entries(EN))
    expect([key, translationComplaint(english, FIL[key as keyof typeof EN])]).toEqual([key, null])
})

test('a line is stored as a line, paragraphs as paragraphs', () => {
  expect(translationForm('Close', ' Isara \n ito ')).toBe('Isara ito')
  expect(translationForm('One\n\ntwo', ' Isa \n\n dalawa ')).toBe('Isa\n\n dalawa')
})
