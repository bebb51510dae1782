import { describe, expect, test } from 'vitest'
import type { Actor } from '../../shared/access/actor.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { dropEmpty } from '../lib/call.ts'
import {
  emptyUser,
  placeAt,
  toUserPatch,
  userSides,
  userComplaints,
  valuesOfUser,
} from './user-form-values.ts'

const at = (access_level: Actor['access_level']): Actor =>
  ({
    access_level,
    region_id: access_level === 'FMB' ? null : 4,
    penro: access_level === 'PENRO' ? 'PENRO Laguna' : null,
  }) as Actor

const isabel = {
  id: 9,
  first_name: 'Isabel',
  middle_name: 'Reyes',
  last_name: 'Muñoz',
  sex: null,
  email: 'isabel@bureau.example',
  access_level: 'PENRO',
  region_id: 4,
  region: 'Region IV-A',
  penro: 'PENRO Laguna',
  role_id: 8,
  updated_at: '2025-06-01T02:30:00.000Z',
  updated_by: 'Ana Cruz',
  deactivated_by: null,
} as User

describe('[USERS-08] region and PENRO follow the access level', () => {
  const entered = { region_id: '5', penro: 'PENRO Quezon' }

  test('FMB enters them', () => {
    expect(placeAt(at('FMB'), 'PENRO', entered)).toEqual(entered)
    expect(placeAt(at('FMB'), 'Region', entered)).toEqual({ region_id: '5', penro: '' })
    expect(placeAt(at('FMB'), 'FMB', entered)).toEqual({ region_id: '', penro: '' })
  })

  test('Region and PENRO staff have their own filled in', () => {
    expect(placeAt(at('Region'), 'PENRO', entered)).toEqual({ region_id: '4', penro: 'PENRO Quezon' })
    expect(placeAt(at('PENRO'), 'PENRO', entered)).toEqual({ region_id: '4', penro: 'PENRO Laguna' })
    expect(emptyUser(at('PENRO'))).toMatchObject({
      access_level: 'PENRO',
      region_id: '4',
      penro: 'PENRO Laguna',
    })
    expect(emptyUser(at('Region'))).toMatchObject({ access_level: '', region_id: '', penro: '' })
  })
})

test('[USERS-22, USERS-23, USERS-25, USERS-26, USERS-27, USERS-28] an empty form names everything missing', () => {
  expect(userComplaints(emptyUser(at('FMB')))).toEqual({
    first_name: 'First Name is required.',
    last_name: 'Last Name is required.',
    sex: 'Sex is required.',
    email: 'Email address is required.',
    access_level: 'Access Level is required.',
    role_id: 'Role is required.',
  })
})

test('[USERS-29, USERS-30] region and PENRO are asked for where the level has them', () => {
  const without = { ...valuesOfUser(isabel), region_id: '', penro: '' }
  expect(userComplaints(without)).toEqual({
    region_id: 'Region is required.',
    penro: 'PENRO is required.',
  })
  expect(userComplaints({ ...without, access_level: 'Region' })).toEqual({
    region_id: 'Region is required.',
  })
  expect(userComplaints({ ...without, access_level: 'FMB' })).toEqual({})
})

test('[USERS-43] a patch has the fields of the form only, and null clears a middle name', () => {
  const patch = toUserPatch({ ...valuesOfUser(isabel), middle_name: ' ' }, isabel)
  expect(dropEmpty(patch)).toEqual({
    first_name: 'Isabel',
    middle_name: null,
    last_name: 'Muñoz',
    sex: 'Male',
    access_level: 'PENRO',
    region_id: 4,
    penro: 'PENRO Laguna',
    role_id: 8,
    updated_at: '2025-06-01T02:30:00.000Z',
  })
})

test('[S-144] a second saver sees in which fields the saved user and the form differ', () => {
  const values = { ...valuesOfUser(isabel), last_name: 'Reyes', role_id: '3' }
  expect(userSides(values, isabel, 'PENRO Approver')).toEqual([
    { field: 'last_name', label: 'Last Name', theirs: 'Muñoz', mine: 'Reyes' },
    { field: 'role', label: 'Role', theirs: isabel.role, mine: 'PENRO Approver' },
  ])
  expect(userSides(valuesOfUser(isabel), isabel, isabel.role)).toEqual([])
})
