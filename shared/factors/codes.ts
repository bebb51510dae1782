/** The signs of printed codes: no I, L, O and U, which are misread. */
export const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** signs of one code of a sheet, and of a reset code */
export const SIGNS = 8

/** What proves a person's identity beside the first step, as `passed_by` and `proved_by` store it. */
export type FactorKind = 'app' | 'passkey' | 'sheet'
export type PassedBy = FactorKind | 'reset code'

/** The names of the proofs, in the log and in mails. */
export const PROOF_NAMES: Record<PassedBy, string> = {
  app: 'authenticator app',
  passkey: 'passkey',
  sheet: 'code sheet',
  'reset code': 'reset code',
}

/** A code that a person has typed, by its form. */
export type TypedCode =
  | { kind: 'app'; digits: string }
  | { kind: 'sheet'; number: number; signs: string }
  | { kind: 'reset code'; signs: string }

/** Returns what was meant: capitals without blanks and hyphens; O is 0, I and L are 1. */
export const codeForm = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\p{Z}\p{Pd}\p{C}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

const IS_SIGNS = new RegExp(`^[${CODE_SIGNS}]{${SIGNS}}$`)

/** Reads a typed code: 6 digits of an app, a number and 8 signs of a sheet, 8 signs of a reset code; else null. */
export function readCode(typed: string): TypedCode | null {
  const code = codeForm(typed)
  if (/^\d{6}$/.test(code)) return { kind: 'app', digits: code }
  const signs = code.slice(-SIGNS)
  if (!IS_SIGNS.test(signs)) return null
  const number = code.slice(0, -SIGNS)
  if (number === '') return { kind: 'reset code', signs }
  // the first code may be typed as "1-K7QM-2XHD"
  return /^\d{1,2}$/.test(number) ? { kind: 'sheet', number: Number(number), signs } : null
}

/** "K7QM-2XHD" */
export const printedSigns = (signs: string): string =>
  `${signs.slice(0, SIGNS / 2)}-${signs.slice(SIGNS / 2)}`

/** "07-K7QM-2XHD" */
export const printedCode = (number: number, signs: string): string =>
  `${String(number).padStart(2, '0')}-${printedSigns(signs)}`

/** Eight signs from random or computed bytes, one of each. */
export const signsOf = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, SIGNS), (byte) => CODE_SIGNS.charAt(byte % CODE_SIGNS.length)).join('')
