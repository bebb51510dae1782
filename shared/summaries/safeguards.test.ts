import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { OFFICIAL_WORDS, SAFEGUARDS } from './safeguards.ts'

test('the official words are those of decision 1/CP.16, appendix I, paragraph 2, to the letter', () => {
  // made of the published text, apart from this code: any other letter is another sum
  const published = 'e2cb285456b2aad7724b9ad7b28d774f3ada6532fbd6e945de752c9a532ec446'
  const words = SAFEGUARDS.map((safeguard) => OFFICIAL_WORDS[safeguard]).join('\n')
  expect(createHash('sha256').update(words).digest('hex')).toBe(published)
})
