/** The live checklist of a new password (000 §5); `special` is any printable character but letter, digit, space (S-12). */
export const PASSWORD_RULES = [
  { key: 'length', label: 'At least 12 characters', holds: (text: string) => text.length >= 12 },
  { key: 'lower', label: 'At least one lower case letter', holds: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'upper', label: 'At least one upper case letter', holds: (text: string) => /\p{Lu}/u.test(text) },
  {
    key: 'special',
    label: 'At least one special character',
    holds: (text: string) => /[^\p{L}\p{N}\p{Z}\p{C}]/u.test(text),
  },
  { key: 'digit', label: 'At least one number', holds: (text: string) => /\d/.test(text) },
] as const

const COMMON = ['123456', 'password', 'qwerty', 'abc123', 'letmein', 'welcome']

export const STRENGTHS = ['Very Weak', 'Weak', 'Fair', 'Strong', 'Very Strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** The label of the strength meter (000 §5, C-36). */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return 'Very Weak'
  const has = (key: (typeof PASSWORD_RULES)[number]['key']) =>
    PASSWORD_RULES.find((rule) => rule.key === key)?.holds(password) ?? false
  if (password.length < 12 && !has('digit') && !has('special')) return 'Weak'
  if (!PASSWORD_RULES.every((rule) => rule.holds(password))) return 'Fair'
  return COMMON.some((pattern) => password.toLowerCase().includes(pattern)) ? 'Strong' : 'Very Strong'
}

/** Change needs Strong or better, reset Very Strong (000 §2, S-12). */
export const isStrongEnough = (password: string, purpose: 'change' | 'reset'): boolean =>
  purpose === 'reset'
    ? passwordStrength(password) === 'Very Strong'
    : STRENGTHS.indexOf(passwordStrength(password)) >= STRENGTHS.indexOf('Strong')
