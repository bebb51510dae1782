import { guessableReason, type Guesses, NO_GUESSES } from './guessable.ts'
import { passwordForm } from './password-form.ts'

/** in characters, as a person counts them */
const lengthOf = (typed: string): number => [...passwordForm(typed)].length

const has = (pattern: RegExp) => (typed: string) => pattern.test(passwordForm(typed))

/** The checklist of a new password (000 §5); `special`: printable, but no letter, digit or space (S-12). */
export const PASSWORD_RULES = [
  { key: 'length', label: 'At least 12 characters', holds: (typed: string) => lengthOf(typed) >= 12 },
  { key: 'lower', label: 'At least one lower case letter', holds: has(/\p{Ll}/u) },
  { key: 'upper', label: 'At least one upper case letter', holds: has(/\p{Lu}/u) },
  { key: 'special', label: 'At least one special character', holds: has(/[^\p{L}\p{N}\p{Z}\p{C}]/u) },
  { key: 'digit', label: 'At least one number', holds: has(/\d/) },
] as const

const COMMON = ['123456', 'password', 'qwerty', 'abc123', 'letmein', 'welcome']

export const STRENGTHS = ['Very Weak', 'Weak', 'Fair', 'Strong', 'Very Strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** The common pattern that a password contains, or null. */
const commonPattern = (password: string): string | null => {
  const text = passwordForm(password).toLowerCase()
  return COMMON.find((pattern) => text.includes(pattern)) ?? null
}

/** The label of the strength meter (000 §5, C-36); a guessable password is never more than Weak (S-134). */
export function passwordStrength(password: string, guesses: Guesses = NO_GUESSES): Strength {
  if (lengthOf(password) < 8) return 'Very Weak'
  const held = PASSWORD_RULES.filter((rule) => rule.holds(password)).map(({ key }) => key)
  if (!held.some((key) => key === 'length' || key === 'digit' || key === 'special')) return 'Weak'
  if (held.length < PASSWORD_RULES.length) return 'Fair'
  if (guessableReason(password, guesses) !== null) return 'Weak'
  return commonPattern(password) === null ? 'Very Strong' : 'Strong'
}

/** A change requires Strong or better, a reset Very Strong (000 §2, S-12). */
export function isStrongEnough(password: string, purpose: 'change' | 'reset', guesses = NO_GUESSES): boolean {
  const strength = passwordStrength(password, guesses)
  return strength === 'Very Strong' || (strength === 'Strong' && purpose === 'change')
}

/** Why the password is rejected, or null; the screen shows it once all rules are ticked (rulings S-12, S-134). */
export function passwordProblem(
  password: string,
  purpose: 'change' | 'reset',
  guesses = NO_GUESSES,
): string | null {
  if (isStrongEnough(password, purpose, guesses)) return null
  const broken = PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) =>
    rule.label.toLowerCase(),
  )
  if (broken.length > 0) return `Password is missing: ${broken.join(', ')}.`
  return (
    guessableReason(password, guesses) ??
    `Password contains "${commonPattern(password)}", which is easily guessed. Please choose another one.`
  )
}

export const holdsEveryRule = (password: string): boolean =>
  PASSWORD_RULES.every((rule) => rule.holds(password))
