import { expect, test } from 'vitest'
import { EN } from '../texts/en.ts'
import { translator } from '../texts/translate.ts'
import { sinceWords } from './changed-since-words.ts'

test.each([
  [41, 3, '3 of the 41 records cited here have changed since.'],
  [41, 1, '1 of the 41 records cited here has changed since.'],
  [41, 0, 'None of the 41 records cited here has changed since.'],
  [2, 2, '2 of the 2 records cited here have changed since.'],
  [1, 1, 'The one record cited here has changed since.'],
  [1, 0, 'The one record cited here has not changed since.'],
  [0, 0, 'No records are cited here.'],
])('of %i records %i have changed: %s', (records, changed, words) => {
  expect(sinceWords(translator(EN), { records, changed })).toBe(words)
})
