import { describe, expect, test } from 'vitest'
import type { User } from '../auth/auth.schema.ts'
import { newUser, patchedUser, placeErrors, roleErrors, type UserForm, withPlaceOf } from './users.rules.ts'

const FMB = { access_level: 'FMB', region_id: null, penro: null } as const
const REGION = { access_level: 'Region', region_id: 6, penro: null } as const
const PENRO = { access_level: 'PENRO', region_id: 6, penro: 'PENRO Laguna' } as const

const FORM: UserForm = {
  first_name: 'Ana',
  middle_name: null,
  last_name: 'Cruz',
  sex: 'Female',
  access_level: 'PENRO',
  region_id: 9,
  penro: 'PENRO Aklan',
  role_id: 8,
}
const USER = { ...FORM, region_id: 6, penro: 'PENRO Laguna', middle_name: 'Reyes' } as unknown as User

describe('the place of a user', () => {
  test('goes with the level, as FMB enters it', () => {
    expect(withPlaceOf(FMB, FORM)).toEqual(FORM)
    expect(withPlaceOf(FMB, { ...FORM, access_level: 'Region' })).toMatchObject({ region_id: 9, penro: null })
    expect(withPlaceOf(FMB, { ...FORM, access_level: 'FMB' })).toMatchObject({ region_id: null, penro: null })
  })

  test('is the own region for Region staff and the own office for PENRO staff, whatever the form says', () => {
    expect(withPlaceOf(REGION, FORM)).toMatchObject({ region_id: 6, penro: 'PENRO Aklan' })
    expect(withPlaceOf(REGION, { ...FORM, access_level: 'Region' })).toMatchObject({
      region_id: 6,
      penro: null,
    })
    expect(withPlaceOf(PENRO, FORM)).toMatchObject({ region_id: 6, penro: 'PENRO Laguna' })
    expect(withPlaceOf(PENRO, { ...FORM, region_id: null, penro: null })).toMatchObject({
      region_id: 6,
      penro: 'PENRO Laguna',
    })
  })

  test.each([
    ['FMB', null, null, {}],
    ['Region', 6, null, {}],
    ['Region', null, null, { region_id: ['Region is required.'] }],
    ['PENRO', 6, 'PENRO Laguna', {}],
    ['PENRO', 6, null, { penro: ['PENRO is required.'] }],
    ['PENRO', null, null, { region_id: ['Region is required.'], penro: ['PENRO is required.'] }],
  ] as const)(
    '[USERS-29, USERS-30] %s with region %s and PENRO %s',
    (access_level, region_id, penro, errors) => {
      expect(placeErrors({ access_level, region_id, penro })).toEqual(errors)
    },
  )
})

describe('a patch', () => {
  test('leaves alone what it does not name, and clears what is null', () => {
    expect(patchedUser(FMB, USER, {})).toEqual({ ...FORM, ...PENRO, middle_name: 'Reyes' })
    expect(patchedUser(FMB, USER, { middle_name: null }).middle_name).toBeNull()
    expect(patchedUser(FMB, USER, { middle_name: '' }).middle_name).toBeNull()
    expect(patchedUser(FMB, USER, { first_name: 'Bea' })).toMatchObject({
      first_name: 'Bea',
      last_name: 'Cruz',
    })
  })

  test('that moves somebody to another region leaves the office behind', () => {
    expect(patchedUser(FMB, USER, { region_id: 9 })).toMatchObject({ region_id: 9, penro: null })
    expect(patchedUser(FMB, USER, { region_id: 6 })).toMatchObject({ region_id: 6, penro: 'PENRO Laguna' })
    expect(patchedUser(FMB, USER, { region_id: 9, penro: 'PENRO Aklan' })).toMatchObject({
      region_id: 9,
      penro: 'PENRO Aklan',
    })
  })

  test('moves nobody out of the region of a Region editor', () => {
    expect(patchedUser(REGION, USER, { region_id: 9 })).toMatchObject({
      region_id: 6,
      penro: 'PENRO Laguna',
    })
  })
})

test('a new user has null where the form has nothing', () => {
  expect(
    newUser({
      first_name: 'Ana',
      middle_name: '',
      last_name: 'Cruz',
      sex: 'Female',
      email: 'ana@b.ph',
      access_level: 'FMB',
      role_id: 1,
      penro: '',
    }),
  ).toMatchObject({ middle_name: null, region_id: null, penro: null })
})

test('[USERS-34] a role fits users of its own level while it is activated', () => {
  const role = { access_level: 'Region', status: 'Activated' } as const
  expect(roleErrors(role, 'Region')).toEqual({})
  expect(roleErrors(role, 'PENRO')).toEqual({ role_id: ['This role is not for the chosen access level.'] })
  expect(roleErrors(undefined, 'PENRO')).toEqual({ role_id: ['This role does not exist.'] })
  expect(roleErrors({ ...role, status: 'Deactivated' }, 'Region')).toEqual({
    role_id: ['This role is deactivated. Please choose another.'],
  })
})
