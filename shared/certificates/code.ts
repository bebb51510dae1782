import { visibleForm } from '../lib/text-form.ts'

/** Crockford's base 32: without I, L and O, which are read as 1, 1 and 0, and without U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LOOKALIKES: Record<string, string> = { I: '1', L: '1', O: '0' }

/** random: 75 bits (docs/decisions/17-certificates.md) */
export const RANDOM_SIGNS = 15
const CODE_LENGTH = RANDOM_SIGNS + 1
/** printed in groups, as on a bank card */
const GROUP = 4

/** x⁵ + x² + 1, which makes the 32 signs a field; its element x has order 31, more than the length of a code */
const FIELD = 0b100101
const timesX = (value: number): number => (value << 1) ^ (value > 15 ? FIELD : 0)

/** Zero for a valid code: places are weighted by powers of x, which detects a wrong sign or two swapped ones. */
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => timesX(sum) ^ value, 0)

/** The code for random values from 0 to 31, with the check sign at its end. */
export const codeFrom = (drawn: readonly number[]): string =>
  [...drawn, timesX(sumOf(drawn))].map((value) => SIGNS.charAt(value)).join('')

/** Reads a code as typed, in any case, with or without spaces and dashes; null if it is not a code. */
export function readCode(typed: string): string | null {
  const signs = [
    ...visibleForm(typed)
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, ''),
  ].map((sign) => LOOKALIKES[sign] ?? sign)
  const values = signs.map((sign) => SIGNS.indexOf(sign))
  const isWhole = signs.length === CODE_LENGTH && !values.includes(-1) && sumOf(values) === 0
  return isWhole ? signs.join('') : null
}

/** "7G4K-2M9P-…", as printed. */
export const groupedCode = (code: string): string =>
  (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
