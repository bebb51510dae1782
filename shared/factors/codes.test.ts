import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CODE_SIGNS, printedCode, printedSigns, readCode, SIGNS, signsOf } from './codes.ts'

const signs = fc
  .array(fc.constantFrom(...CODE_SIGNS), { minLength: SIGNS, maxLength: SIGNS })
  .map((each) => each.join(''))

/** Writes a code as a person may type it: other letters for 0 and 1, small letters, blanks and hyphens between. */
const typedAs = (printed: string) =>
  fc
    .tuple(
      ...[...printed].map((sign) =>
        fc.tuple(
          fc.constantFrom(
            ...(sign === '0'
              ? ['0', 'O', 'o']
              : sign === '1'
                ? ['1', 'I', 'l', 'L']
                : [sign, sign.toLowerCase()]),
          ),
          fc.constantFrom('', ' ', '-', ' – ', '\u00a0'),
        ),
      ),
    )
    .map((parts) => parts.flat().join(''))

describe('codes that a person types', () => {
  test('a printed code is read however it is typed', () => {
    const printed = fc.oneof(
      fc.record({ kind: fc.constant('sheet' as const), number: fc.integer({ min: 1, max: 40 }), signs }),
      fc.record({ kind: fc.constant('reset code' as const), signs }),
    )
    const cases = printed.chain((code) => {
      const text = code.kind === 'sheet' ? printedCode(code.number, code.signs) : printedSigns(code.signs)
      return fc.tuple(fc.constant(code), typedAs(text))
    })
    fc.assert(
      fc.property(cases, ([code, typed]) => {
        expect(readCode(typed)).toEqual(code)
      }),
    )
  })

  test('six digits are a code of an app, also with a blank in the middle', () => {
    const digits = fc.stringMatching(/^\d{6}$/)
    fc.assert(
      fc.property(digits, (code) => {
        expect(readCode(code)).toEqual({ kind: 'app', digits: code })
        expect(readCode(`${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ kind: 'app', digits: code })
      }),
    )
  })

  test('any other text is no code', () => {
    const wrong = ['', '12345', '1234567', 'abcdef', 'K7QM-2XH', 'K7QM-2XHU', '123-K7QM-2XHD', 'A1-K7QM-2XHD']
    expect(wrong.map(readCode)).toEqual(wrong.map(() => null))
    fc.assert(fc.property(fc.string(), (text) => void readCode(text)))
  })

  test('the number of a sheet may be typed without its zero', () => {
    expect(readCode('7-K7QM-2XHD')).toEqual({ kind: 'sheet', number: 7, signs: 'K7QM2XHD' })
  })
})

describe('signs', () => {
  test('no sign is misread for another', () => {
    expect(CODE_SIGNS).toHaveLength(32)
    expect(new Set(CODE_SIGNS).size).toBe(32)
    expect(CODE_SIGNS).not.toMatch(/[ILOU]/)
  })

  test('every sign is drawn equally often', () => {
    const drawn = Array.from(
      { length: 256 },
      (_, byte) => signsOf(Uint8Array.of(byte, 0, 0, 0, 0, 0, 0, 0))[0],
    )
    for (const sign of CODE_SIGNS) expect(drawn.filter((one) => one === sign)).toHaveLength(8)
  })
})
