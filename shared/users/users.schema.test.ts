import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { DeactivateInput } from '../access/deactivation.ts'
import { UserInput } from './users.fields.ts'

const ANA = {
  first_name: 'Ana',
  last_name: 'Cruz',
  sex: 'Female',
  email: 'ana@bureau.example',
  access_level: 'FMB',
  role_id: 1,
}

/** The first message per field; {} if the form is valid. */
function errorsOf(more: object): Record<string, string> {
  const { error } = z.safeParse(UserInput, { ...ANA, ...more })
  const issues = error?.issues ?? []
  expect(new Set(issues.map((issue) => issue.path.join('.'))).size).toBe(issues.length)
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('[CONSTANTS-04] the names of a user', () => {
  test.each([
    ['[USERS-22]', 'first_name', 'First Name', true],
    ['[USERS-24]', 'middle_name', 'Middle Name', false],
    ['[USERS-23]', 'last_name', 'Last Name', true],
  ] as const)('%s %s', (_id, field, label, isRequired) => {
    const required = isRequired ? { [field]: `${label} is required.` } : {}
    expect(errorsOf({ [field]: '' })).toEqual(required)
    expect(errorsOf({ [field]: null })).toEqual(required)
    expect(errorsOf({ [field]: undefined })).toEqual(required)
    expect(errorsOf({ [field]: 'x' })).toEqual({ [field]: `${label} must be at least 2 characters.` })
    expect(errorsOf({ [field]: 'xx' })).toEqual({})
    expect(errorsOf({ [field]: 'x'.repeat(50) })).toEqual({})
    expect(errorsOf({ [field]: 'x'.repeat(51) })).toEqual({
      [field]: `${label} cannot exceed 50 characters.`,
    })
  })
})

test('[USERS-12, USERS-25, USERS-27, USERS-28] each choice has its own sentence', () => {
  for (const nothing of [undefined, null, '']) {
    expect(errorsOf({ sex: nothing, access_level: nothing, role_id: nothing })).toEqual({
      sex: 'Sex is required.',
      access_level: 'Access Level is required.',
      role_id: 'Role is required.',
    })
  }
  expect(errorsOf({ sex: 'Other' })).toEqual({ sex: 'Sex must be Male or Female.' })
  expect(errorsOf({ access_level: 'fmb' })).toEqual({ access_level: 'Invalid access level selected' })
  for (const role_id of [0, -1, 1.5, '1', Number.NaN])
    expect(errorsOf({ role_id })).toEqual({ role_id: 'Role is required.' })
  expect(z.safeParse(UserInput, { ...ANA, role_id: 2 ** 53 }).success).toBe(false)
  expect(errorsOf({ role_id: 2 ** 31 })).toEqual({ role_id: 'Invalid ID' })
})

describe('[USERS-26] the email address', () => {
  test.each(['a\u200b@b.ph', '\u202aa@b.ph\u202c', 'a\u0000@b.ph', ' A@b.ph\u00a0'])(
    '[S-128] %j is a@b.ph',
    (email) => {
      expect(errorsOf({ email })).toEqual({})
      expect(z.parse(UserInput, { ...ANA, email }).email).toBe('a@b.ph')
    },
  )

  test.each([undefined, null, '', '   ', 7])('%j is missing', (email) => {
    expect(errorsOf({ email })).toEqual({ email: 'Email address is required.' })
  })

  test.each([
    'abc',
    'a@b',
    'a@b.c',
    'a b@c.ph',
    'a@@b.ph',
    'a@b.ph,c@d.ph',
    'x,y@b.ph',
    'a<b@c.ph',
    '"a"@b.ph',
    `${'x'.repeat(250)}@b.ph`,
  ])('%j is none', (email) => {
    expect(errorsOf({ email })).toEqual({ email: 'Please enter a valid email address.' })
  })

  test('is kept in lower case, ñ included', () => {
    const email = (text: string) => z.parse(UserInput, { ...ANA, email: text }).email
    expect(email('  Ana.CRUZ@Bureau.Example ')).toBe('ana.cruz@bureau.example')
    expect(email('PEÑA@b.ph')).toBe('peña@b.ph')
    expect(email("o'neil+1@b.ph")).toBe("o'neil+1@b.ph")
  })
})

test('[USERS-31, CONSTANTS-04] a reason has 2 to 50 characters', () => {
  const complaint = (deactivate_reason: unknown) =>
    z.safeParse(DeactivateInput, { deactivate_reason }).error?.issues.map((issue) => issue.message) ?? []
  expect(complaint('')).toEqual(['Reason is required.'])
  expect(complaint(undefined)).toEqual(['Reason is required.'])
  expect(complaint('   ')).toEqual(['Reason is required.'])
  expect(complaint('x')).toEqual(['Reason must be at least 2 characters.'])
  expect(complaint('xx')).toEqual([])
  expect(complaint('x'.repeat(50))).toEqual([])
  expect(complaint('x'.repeat(51))).toEqual(['Reason cannot exceed 50 characters.'])
})
