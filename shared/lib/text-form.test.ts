import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineForm, paragraphForm } from './text-form.ts'

/** Every character that shows nothing and means nothing (S-128). */
const unseen = [
  ...'\0\x01\x08\x0e\x1b\x1f\x7f\x80\x9f',
  ...[
    0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202d, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xad,
    0x61c, 0x180e,
  ].map((code) => String.fromCharCode(code)),
  '\ud800',
]

describe('[S-128] a text of one line', () => {
  test.each([
    ['n\u0303o', 'ño'],
    ['  Bantay \u00a0\t Gubat  ', 'Bantay Gubat'],
    ['Bantay\r\nGubat\u2028Inc\u0085.', 'Bantay Gubat Inc .'],
    ['Bantay\u000bGubat\u000c', 'Bantay Gubat'],
    ['\u202dBantay\u202c', 'Bantay'],
    ['n\u200b\u0303o', 'ño'],
    ['\u200b\ufeff\u2060', ''],
    ['محمد', 'محمد'],
    ['🌳', '🌳'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(lineForm(typed)).toBe(kept)
  })

  test.each(unseen)('loses %j', (sign) => {
    expect(lineForm(`Bantay${sign}${sign} Gubat`)).toBe('Bantay Gubat')
  })
})

describe('[S-128] a longer text', () => {
  test.each([
    ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    [
      'Word’s\u000bShift+Enter\u2028and\u2029others\u0085here\u000cthere',
      'Word’s\nShift+Enter\nand\nothers\nhere\nthere',
    ],
    ['\tfirst  \n\u00a0\nsecond\t \n\n', 'first\n\nsecond'],
    ['a\tb', 'a\tb'],
    ['0917\u202c 555\u200e', '0917 555'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(paragraphForm(typed)).toBe(kept)
  })
})

test('a text in its form stays as it is', () => {
  const anyText = fc.string({
    unit: fc.constantFrom(
      ...unseen,
      ' ',
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      'a',
      'n',
      '\u0303',
      '\u0316',
      'ﬁ',
      '\u1112',
      '\u1161',
    ),
  })
  fc.assert(
    fc.property(anyText, (typed) => {
      for (const form of [lineForm, paragraphForm]) expect(form(form(typed))).toBe(form(typed))
    }),
  )
})
