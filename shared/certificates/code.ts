import { visibleForm } from '../lib/text-form.ts'

/** Crockford's base 32: no I, L and O, which are read as 1, 1 and 0, and no U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LOOKALIKES: Record<string, string> = { I: '1', L: '1', O: '0' }

/** drawn by chance: 75 bits (docs/decisions/17-certificates.md) */
export const RANDOM_SIGNS = 15
const CODE_LENGTH = RANDOM_SIGNS + 1
/** as printed: as many groups as a bank card has */
const GROUP = 4

/** x⁵ + x² + 1, by which the 32 signs are a field; its element x has the order 31, more than a code has signs */
const FIELD = 0b100101
const timesX = (value: number): number => (value << 1) ^ (value > 15 ? FIELD : 0)

/** Zero for a whole code: each place weighs another power of x, so one wrong sign, or two that changed places, shows. */
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => timesX(sum) ^ value, 0)

/** The code of values that were drawn, each from 0 to 31, with its check sign at the end. */
export const codeFrom = (drawn: readonly number[]): string =>
  [...drawn, timesX(sumOf(drawn))].map((value) => SIGNS.charAt(value)).join('')

/** A code as someone has typed it, in any case, with or without spaces and dashes; null where it cannot be one. */
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

/** "7G4K-2M9P-…", as a person copies it from paper. */
export const groupedCode = (code: string): string =>
  (code.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
