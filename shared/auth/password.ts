import type { Translate } from '../texts/translate.ts'
import { guessableReason, type Guesses, guessOf, NO_GUESSES } from './guessable.ts'
import { passwordForm } from './password-form.ts'

/** in characters, as a person counts them */
const lengthOf = (typed: string): number => [...passwordForm(typed)].length

const has = (pattern: RegExp) => (typed: string) => pattern.test(passwordForm(typed))

/** The checklist of a new password (000 §5); `special`: printable, but no letter, digit or space (S-12). */
export const PASSWORD_RULES = [
  { key: 'length', label: 'password.rule_length', holds: (typed: string) => lengthOf(typed) >= 12 },
  { key: 'lower', label: 'password.rule_lower', holds: has(/\p{Ll}/u) },
  { key: 'upper', label: 'password.rule_upper', holds: has(/\p{Lu}/u) },
  { key: 'special', label: 'password.rule_special', holds: has(/[^\p{L}\p{N}\p{Z}\p{C}]/u) },
  { key: 'digit', label: 'password.rule_digit', holds: has(/\d/) },
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
  if (guessOf(password, guesses) !== null) return 'Weak'
  return commonPattern(password) === null ? 'Very Strong' : 'Strong'
}

/** A change requires Strong or better, a reset Very Strong (000 §2, S-12). */
export function isStrongEnough(password: string, purpose: 'change' | 'reset', guesses = NO_GUESSES): boolean {
  const strength = passwordStrength(password, guesses)
  return strength === 'Very Strong' || (strength === 'Strong' && purpose === 'change')
}

/** Why the password is rejected, or null; the screen shows it once all rules are ticked (rulings S-12, S-134). */
export function passwordProblem(
  t: Translate,
  password: string,
  purpose: 'change' | 'reset',
  guesses = NO_GUESSES,
): string | null {
  if (isStrongEnough(password, purpose, guesses)) return null
  const broken = PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) =>
    t(rule.label).toLowerCase(),
  )
  if (broken.length > 0) return t('password.password_missing', { rules: broken.join(', ') })
  return (
    guessableReason(t, password, guesses) ??
    t('password.contains_pattern', { word: commonPattern(password) ?? '' })
  )
}

export const holdsEveryRule = (password: string): boolean =>
  PASSWORD_RULES.every((rule) => rule.holds(password))
