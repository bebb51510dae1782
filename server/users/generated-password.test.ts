import { expect, test } from 'vitest'
import { PASSWORD_RULES, passwordStrength } from '../../shared/auth/password.ts'
import { generatePassword } from './generated-password.ts'

test('generated passwords have 16 characters, meet every rule, look like no other sign, and differ', () => {
  const made = Array.from({ length: 2_000 }, generatePassword)
  for (const password of made) {
    expect(password).toHaveLength(16)
    expect(PASSWORD_RULES.filter((rule) => !rule.holds(password))).toEqual([])
    expect(passwordStrength(password)).toBe('Very Strong')
    expect(password).not.toMatch(/[0O1lI\s]/)
  }
  expect(new Set(made).size).toBe(made.length)
  expect(new Set(made.join('')).size).toBeGreaterThan(60)
})
