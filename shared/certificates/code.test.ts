import { expect, test } from 'vitest'
import { codeFrom, groupedCode, RANDOM_SIGNS, readCode } from './code.ts'

const SIGNS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
/** together they contain every sign */
const CODES = [0, 11, 17].map((from) =>
  codeFrom(Array.from({ length: RANDOM_SIGNS }, (_, at) => (from + at) % 32)),
)

test('a code has sixteen signs that nobody takes for one another', () => {
  expect(CODES[0]).toMatch(/^0123456789ABCDE[0-9A-HJKMNP-TV-Z]$/)
  expect(new Set(CODES.join(''))).toEqual(new Set(SIGNS))
  expect(groupedCode(CODES[0] ?? '')).toMatch(/^0123-4567-89AB-CDE.$/)
})

test('it is read in any case, with spaces and dashes anywhere, O as 0, I and L as 1', () => {
  for (const code of CODES) {
    const grouped = groupedCode(code)
    for (const typed of [
      code,
      grouped,
      grouped.toLowerCase(),
      ` ${grouped.replaceAll('-', ' ')}\t`,
      grouped.replaceAll('-', ' – '),
      code.replaceAll('0', 'O').replaceAll('1', 'I'),
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect(readCode(typed), typed).toBe(code)
  }
})

test('one wrong sign is told from a code, whichever it is', () => {
  for (const code of CODES)
    for (let at = 0; at < code.length; at += 1)
      for (const sign of SIGNS.filter((other) => other !== code[at]))
        expect(readCode(code.slice(0, at) + sign + code.slice(at + 1))).toBeNull()
})

test('two signs that changed places are, however far apart', () => {
  for (const code of CODES)
    for (let one = 0; one < code.length; one += 1)
      for (let other = one + 1; other < code.length; other += 1) {
        const signs = [...code]
        ;[signs[one], signs[other]] = [signs[other] ?? '', signs[one] ?? '']
        if (signs.join('') !== code) expect(readCode(signs.join(''))).toBeNull()
      }
})

test.each([
  '',
  ' - ',
  '0',
  'U'.repeat(16),
  '0'.repeat(15),
  '0'.repeat(17),
  '%00',
  '０'.repeat(16),
  '🌳'.repeat(16),
])('"%s" is none', (typed) => {
  expect(readCode(typed)).toBeNull()
})
