/**
 * A password in the one form that is judged, compared and hashed: keyboards write ñ, and wide signs, in more than one
 * way.
 */
export const passwordForm = (typed: string): string => typed.normalize('NFKC')

export const isSamePassword = (one: string, other: string): boolean =>
  passwordForm(one) === passwordForm(other)

/** in characters, as a person counts them */
const lengthOf = (typed: string): number => [...passwordForm(typed)].length

const has = (pattern: RegExp) => (typed: string) => pattern.test(passwordForm(typed))

/** The live checklist of a new password (000 §5); `special` is any printable character but letter, digit, space (S-12). */
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

/** The label of the strength meter (000 §5, C-36). */
export function passwordStrength(password: string): Strength {
  if (lengthOf(password) < 8) return 'Very Weak'
  const held = PASSWORD_RULES.filter((rule) => rule.holds(password)).map(({ key }) => key)
  if (!held.some((key) => key === 'length' || key === 'digit' || key === 'special')) return 'Weak'
  if (held.length < PASSWORD_RULES.length) return 'Fair'
  const text = passwordForm(password).toLowerCase()
  return COMMON.some((pattern) => text.includes(pattern)) ? 'Strong' : 'Very Strong'
}

/** Change needs Strong or better, reset Very Strong (000 §2, S-12). */
export const isStrongEnough = (password: string, purpose: 'change' | 'reset'): boolean =>
  purpose === 'reset'
    ? passwordStrength(password) === 'Very Strong'
    : STRENGTHS.indexOf(passwordStrength(password)) >= STRENGTHS.indexOf('Strong')
