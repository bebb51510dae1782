import { expect, test } from 'vitest'
import { PASSWORD } from '../texts/en/password.ts'
import { translator } from '../texts/translate.ts'
import {
  isStrongEnough,
  PASSWORD_RULES,
  passwordProblem,
  passwordStrength,
  type Strength,
} from './password.ts'

const t = translator(PASSWORD)

const holding = (password: string) =>
  PASSWORD_RULES.filter((rule) => rule.holds(password)).map(({ key }) => key)

test('[AUTH-24, AUTH-25, AUTH-26, AUTH-27, AUTH-28] each rule is met by its own characters and by no others', () => {
  expect(holding('a'.repeat(11))).toEqual(['lower'])
  expect(holding('a'.repeat(12))).toEqual(['length', 'lower'])
  expect(holding('ñ')).toEqual(['lower'])
  expect(holding('Ñ')).toEqual(['upper'])
  expect(holding('7')).toEqual(['digit'])
  // a space is not a special character, every other printable one is (S-12)
  expect(holding(' ')).toEqual([])
  for (const sign of ['!', '"', '\\', '_', '-', '~', '€', '🌳'])
    expect([sign, ...holding(sign)]).toEqual([sign, 'special'])
})

test.each<[Strength, string[]]>([
  ['Very Weak', ['', 'Aa1!567']],
  ['Weak', ['abcdefgh', 'Abcdefghijk']],
  // from 8 characters, a digit or a special character lifts it above Weak (C-36); from 12, the length does
  ['Fair', ['abcdefg1', 'abcdefg!', 'Kagubat#031', 'Kagubatan at Dagat']],
])('[AUTH-31, AUTH-32, AUTH-35] %s', (strength, passwords) => {
  for (const password of passwords)
    expect([password, passwordStrength(password)]).toEqual([password, strength])
})

test('[AUTH-33, AUTH-35] from 12 characters Very Strong needs all four kinds; without one of them it is Fair', () => {
  expect(passwordStrength('Kagubatan#31')).toBe('Very Strong')
  for (const without of ['KAGUBATAN#31', 'kagubatan#31', 'Kagubatan#ba', 'Kagubatan331', 'Kagubatan 31'])
    expect([without, passwordStrength(without)]).toEqual([without, 'Fair'])
})

test('[AUTH-34] a common pattern makes it Strong, in any case and at any place; without all four kinds it stays Fair', () => {
  for (const pattern of ['123456', 'PassWord', 'qWERTY', 'Abc123', 'LetMeIn', 'WELCOME'])
    for (const password of [`${pattern}-Aa1!-Gubat`, `Gubat-Aa1!-${pattern}`])
      expect([password, passwordStrength(password)]).toEqual([password, 'Strong'])
  expect(passwordStrength('welcome-gubat-31')).toBe('Fair')
})

test('[AUTH-36, AUTH-37] a reset takes Very Strong alone, a change Strong as well', () => {
  const one: Record<Strength, string> = {
    'Very Weak': 'Aa1!567',
    Weak: 'abcdefgh',
    Fair: 'Kagubatan331',
    Strong: 'Welcome-Gubat#31',
    'Very Strong': 'Kagubatan#31',
  }
  const taken = (purpose: 'change' | 'reset') =>
    Object.entries(one).flatMap(([strength, password]) =>
      isStrongEnough(password, purpose) ? [strength] : [],
    )
  expect(taken('reset')).toEqual(['Very Strong'])
  expect(taken('change')).toEqual(['Strong', 'Very Strong'])
})

test('[AUTH-24, AUTH-27, AUTH-31] a password is judged as it is hashed, and counted in characters', () => {
  expect(passwordStrength('Aa1!🌳🌳🌳🌳')).toBe('Fair')
  expect(passwordStrength('🌳🌳🌳🌳')).toBe('Very Weak')
  for (const form of ['NFC', 'NFD'] as const)
    expect(passwordStrength('Kagubatan331ñ'.normalize(form))).toBe('Fair')
  expect(passwordStrength('ｗｅｌｃｏｍｅ-Gubat#31')).toBe('Strong')
})

test('what refuses a password is named: the rules it breaks, or the pattern it contains', () => {
  expect(passwordProblem(t, 'Welcome#20311', 'reset')).toBe(
    'Password contains "welcome", which is easily guessed. Please choose another one.',
  )
  expect(passwordProblem(t, 'Welcome#20311', 'change')).toBe(null)
  expect(passwordProblem(t, 'Kagubatan331', 'reset')).toBe(
    'Password is missing: at least one special character.',
  )
  expect(passwordProblem(t, 'Kagubatan#31', 'reset')).toBe(null)
})
