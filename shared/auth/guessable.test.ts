import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../texts/en/password.ts'
import { translator } from '../texts/translate.ts'
import { commonPasswords } from './common-passwords.ts'
import { guessableReason, NO_GUESSES } from './guessable.ts'
import { passwordProblem, passwordStrength } from './password.ts'

const t = translator(PASSWORD)

const guesses = {
  common: commonPasswords(),
  email: 'laguna.encoder@bureau.example',
  names: ['Isabel', 'De Leon', 'Muñoz'],
  bureau: 'Forest Management Bureau',
}
const COMMON = /^Password is a very common word/
const PATTERN = /^Password repeats/

describe('[S-134] a password that is easily guessed is refused with its reason', () => {
  test.each([
    'Welcome12345!',
    'Password2031!!',
    'P@ssw0rd2031!',
    'P@$$w0rd-1234',
    '123-Dragon-456!',
    'Baseb@ll2031#',
    'B@seb@112031#',
    'Iloveyou2031!',
    'Passw0rd!2345',
    'Sunshine!!!!1',
    'Pass-Word-2031!',
    'Ｗｅｌｃｏｍｅ12345!',
    'Wélcòme12345!',
    'Jennifer2031!',
    'Administrator1!',
    'PasswordPassword1!',
    'Trustno1!Trustno1!',
  ])('%s is common', (password) => expect(guessableReason(t, password, guesses)).toMatch(COMMON))

  test.each([
    'Aaaaaaaaaa1!',
    'Aa1!Aa1!Aa1!',
    'Abababababab1!',
    'Abcdefghijk1!',
    'Aabbccddeeff1!',
    'Qwertyuiop12!',
    'Zyxwvutsrq98!',
    'Xk7#Xk7#Xk7#Xk7#',
    'A123456789b!',
    '!!!!!!!!!!!!Aa1',
  ])('%s is a pattern, with a list or without', (password) => {
    expect(guessableReason(t, password, guesses)).toMatch(PATTERN)
    expect(passwordStrength(password)).toBe('Weak')
  })

  test.each([
    ['Laguna-Dagat-31!', 'laguna', 'part of your email address'],
    ['L4gun4-Dagat-31!', 'laguna', 'part of your email address'],
    ['Dagat-ENCODER-31!', 'encoder', 'part of your email address'],
    ['MUNOZ-Dagat-2031!', 'munoz', 'part of your name'],
    ['Dagat-Muñoz-2031!', 'munoz', 'part of your name'],
    ['1sabel-Dagat-203!', 'isabel', 'part of your name'],
    ['Forest-Dagat-31!', 'forest', 'a word of the bureau or of this system'],
    ['Safeguards-at-31!', 'safeguards', 'a word of the bureau or of this system'],
    ['REDD-Dagat-2031!', 'redd', 'a word of the bureau or of this system'],
    ['Dagat-FMB-Bundok1!', 'fmb', 'a word of the bureau or of this system'],
  ])('%s holds %s', (password, word, what) =>
    expect(guessableReason(t, password, guesses)).toBe(
      `Password contains "${word}", which is ${what}. Please choose another one.`,
    ),
  )
})

test.each([
  'Narra-at-Molave-2031!',
  'Kagubatan#31',
  'Acacia-Dapdap-2044?',
  'Yakal-Kamagong-77*',
  'Tindalo-Ipil-2051#',
  'x7Kp!qQz93mWv@Ld',
  // De of "De Leon" is part of many words, and Fmb inside a word is chance
  'Dagat-Bundok-Ilog-31!',
  'Halfmbright-Dagat-7!',
])('[S-134] %s is nobody’s guess', (password) => {
  expect(guessableReason(t, password, guesses)).toBe(null)
  expect(passwordStrength(password, guesses)).toBe('Very Strong')
})

test('[S-134] the meter says what the verdict says', () => {
  const password = 'Welcome12345!'
  expect(passwordStrength(password, guesses)).toBe('Weak')
  for (const purpose of ['change', 'reset'] as const)
    expect(passwordProblem(t, password, purpose, guesses)).toMatch(COMMON)
  expect(guessableReason(t, '', NO_GUESSES)).toMatch(PATTERN)
})

test('[S-134] judging takes no longer for an awkward password', () => {
  const start = performance.now()
  for (const unit of ['1', 'a', 'a1', '!', 'aA1!'])
    for (const length of [255, 256, 100_000])
      guessableReason(t, unit.repeat(length).slice(0, length), guesses)
  expect(performance.now() - start).toBeLessThan(1_000)
})
