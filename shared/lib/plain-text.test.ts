import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import {
  lineComplaint,
  optionalText,
  paragraphsComplaint,
  requiredParagraphs,
  requiredText,
} from './plain-text.ts'

const LIMITS = { min: 2, max: 5 }
const required = requiredText('Nickname', LIMITS)
const optional = optionalText('Nickname', LIMITS)

const complaints = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = z.safeParse(schema, value)
  return error ? error.issues.map((issue) => issue.message) : []
}

describe('a required text', () => {
  test.each([
    ['ab', 'ab'],
    ['  ab  ', 'ab'],
    ['a \t\n b', 'a b'],
    ['abcde', 'abcde'],
    ['n\u0303o', 'ño'],
    ['ÑÑ', 'ÑÑ'],
    ['🌳🌳🌳🌳🌳', '🌳🌳🌳🌳🌳'],
    ['محمد', 'محمد'],
    ['שלום', 'שלום'],
    ["O'Neil".slice(0, 5), "O'Nei"],
    ['%_', '%_'],
    ['a\u0000b', 'ab'],
    ['a\ud800b', 'ab'],
    ['\u202eab\u202c', 'ab'],
    ['a\u001bb', 'ab'],
  ])('%j becomes %j', (given, kept) => {
    expect(z.parse(required, given)).toBe(kept)
  })

  test.each([
    [undefined, 'Nickname is required.'],
    [null, 'Nickname is required.'],
    [7, 'Nickname is required.'],
    ['', 'Nickname is required.'],
    ['   ', 'Nickname is required.'],
    ['\u200b\u200b\u200b', 'Nickname is required.'],
    ['\u0301\u0301', 'Nickname is required.'],
    ['a', 'Nickname must be at least 2 characters.'],
    ['🌳', 'Nickname must be at least 2 characters.'],
    [' a ', 'Nickname must be at least 2 characters.'],
    ['abcdef', 'Nickname cannot exceed 5 characters.'],
    ['🌳🌳🌳🌳🌳🌳', 'Nickname cannot exceed 5 characters.'],
    ['\u3164\u3164', 'Nickname is required.'],
    ['\u2800\u2800', 'Nickname is required.'],
    // a text that cannot come within the limit is rejected by its length alone
    [' '.repeat(41), 'Nickname cannot exceed 5 characters.'],
  ])('%j is refused with one sentence', (given, sentence) => {
    expect(complaints(required, given)).toEqual([sentence])
  })
})

describe('an optional text', () => {
  test.each([[undefined], [null], [''], ['   '], ['\u200b\u200b'], ['ab'], ['abcde']])(
    '%j is taken',
    (given) => {
      expect(complaints(optional, given)).toEqual([])
    },
  )

  test.each([
    ['a', 'Nickname must be at least 2 characters.'],
    ['abcdef', 'Nickname cannot exceed 5 characters.'],
    [[], 'Nickname must be text.'],
  ])('%j is refused', (given, sentence) => {
    expect(complaints(optional, given)).toContain(sentence)
  })
})

test('a screen says of a text that is too long what the server says, and nothing of one that fits', () => {
  const paragraphs = requiredParagraphs('Nickname', LIMITS.max)
  for (const typed of [
    'ab',
    'abcde',
    ' abcde ',
    'abcdef',
    'n\u0303'.repeat(5),
    'n\u0303'.repeat(6),
    'x'.repeat(99),
  ]) {
    expect([lineComplaint('Nickname', LIMITS.max, typed)], typed).toEqual([
      complaints(required, typed)[0] ?? null,
    ])
    expect([paragraphsComplaint('Nickname', LIMITS.max, typed)], typed).toEqual([
      complaints(paragraphs, typed)[0] ?? null,
    ])
  }
  expect(lineComplaint('Nickname', LIMITS.max, 'abcdef')).toBe('Nickname cannot exceed 5 characters.')
})
