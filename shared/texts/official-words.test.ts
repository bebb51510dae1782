import { expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { equalWord, isOfficial, OFFICIAL_KEYS } from './official-words.ts'

test('[S-169] no two official words of one kind are equal in a language of the product', () => {
  for (const { texts } of Object.values(LANGUAGES))
    for (const key of OFFICIAL_KEYS)
      expect(equalWord(key, texts[key] ?? '', (other) => texts[other])).toBeUndefined()
})

test('[S-169] a grade is never equal to another one, also with other capitals or blanks; to a principle it may be', () => {
  const texts: Record<string, string> = { 'record.very_compliant': 'Lubos', 'record.principle_1': 'Batas' }
  const textOf = (key: string) => texts[key]
  expect(equalWord('record.not_compliant', ' LUBOS', textOf)).toBe('record.very_compliant')
  expect(equalWord('record.very_compliant', 'Lubos', textOf)).toBeUndefined()
  expect(equalWord('record.not_compliant', 'Batas', textOf)).toBeUndefined()
  expect(['record.not_compliant', 'certificates.withdrawn', 'common.close'].map(isOfficial)).toEqual([
    true,
    true,
    false,
  ])
})
