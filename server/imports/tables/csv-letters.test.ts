import { describe, expect, test } from 'vitest'
import { decodeCsv } from './csv-letters.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const refusalOf = (bytes: Buffer): string => {
  try {
    return `read: ${decodeCsv(bytes)}`
  } catch (error) {
    return (error as Error).message
  }
}

describe('an encoding', () => {
  const text = 'Region,Name\r\nLaguna,Doña Niñas'
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without its mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other order without its mark', Buffer.from(text, 'utf16le').swap16()],
    ['Windows-1252', latin(text)],
    ['UTF-8 with what programs leave at its end', Buffer.from(`${text}\r\n\u001a\0\0\0`)],
  ])('%s is read', (_what, bytes) => {
    expect(decodeCsv(bytes)).toBe(text)
  })
})

test.each([
  [
    'quotes, dashes between blanks and numbers',
    '“Lot” ‘5’ – 2021–2030 – it’s…',
    '\u0093Lot\u0094 \u00915\u0092 \u0096 2021\u00962030 \u0096 it\u0092s\u0085',
  ],
  ['the dash of an activity', 'Conservation of forest–carbon', 'Conservation of forest\u0096carbon'],
  ['capitals and other accents', 'MUÑOZ, José, Müller, Élan, ½, 5º', 'MUÑOZ, José, Müller, Élan, ½, 5º'],
])('Windows-1252 with %s is read', (_what, text, bytes) => {
  expect(decodeCsv(latin(`${bytes}\xf1`))).toBe(`${text}ñ`)
})

test.each([
  ['ñ of a Mac', 'Do\u0096a', '"Do–a" or "Doña"'],
  ['é of a Mac at the end of a word', 'Jos\u008e', '"José"'],
  ['ó of a Mac', 'Coraz\u0097n', '"Corazón"'],
  ['ñ of DOS', 'Do\u00a4a', '"Doña"'],
  ['Ñ of DOS', 'MU\u00a5OZ', '"MUÑOZ"'],
  ['é of DOS', 'Jos\u0082', '"José"'],
  ['a place that Windows-1252 leaves empty', 'M\u0081ller', '"Müller"'],
])('%s is asked about', (_what, word, ways) => {
  const refusal = refusalOf(latin(`Region,Name\r\nLaguna,${word},x`))
  expect(refusal).toMatch(/^The letters of this table can be read in several ways: line 2 has /)
  expect(refusal).toContain(ways)
  expect(refusal).toMatch(/Please save it as "CSV UTF-8" and upload that\.$/)
})

test('what was read in a wrong encoding once, UTF-32, and nothing at all are told', () => {
  expect(refusalOf(Buffer.from('a\nDoÃ±a'))).toContain('line 2 has "DoÃ±a" or "Doña".')
  expect(refusalOf(Buffer.from('fffe000061000000', 'hex'))).toMatch(/^The table is in UTF-32\./)
  for (const empty of ['', '\ufeff', '\0\0\0', '\r\n \t\r\n\u001a'])
    expect(refusalOf(Buffer.from(empty))).toBe('The table is empty.')
})
