import { expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import type { Actor } from '../access/actor.ts'
import {
  canCancelImport,
  canDownloadCorrections,
  canImport,
  canLeaveOutRows,
  canStartImport,
} from './imports.policy.ts'
import { IMPORT_STATES } from './imports.schema.ts'

const ADMIN: Actor = {
  id: 1,
  first_name: 'Ana',
  name: 'Ana Cruz',
  email: 'ana@bureau.example',
  access_level: 'FMB',
  role_id: 1,
  role: 'FMB Administrator',
  hierarchy_role: 2,
  region_id: null,
  province_id: null,
  office_id: null,
  penro: null,
  permissions: [],
}

test('administrators at FMB alone import, as long as their role is on', () => {
  expect(canImport(ADMIN).ok).toBe(true)
  expect(canImport({ ...ADMIN, hierarchy_role: 1 }).ok).toBe(true)
  expect(canImport({ ...ADMIN, hierarchy_role: 3 })).toMatchObject({ why: 'permission' })
  expect(canImport({ ...ADMIN, access_level: 'Region' })).toMatchObject({ why: 'permission' })
  expect(worded(canImport({ ...ADMIN, role_off: { at: '', reason: 'Audit' } }))).toMatchObject({
    message: 'Your role FMB Administrator is switched off: Audit. Please ask your administrator.',
  })
})

test('each step has its states', () => {
  const during = (may: typeof canStartImport) => IMPORT_STATES.filter((state) => may(ADMIN, { state }).ok)
  expect(during(canStartImport)).toEqual(['Checked'])
  expect(during(canLeaveOutRows)).toEqual(['Checked'])
  expect(during(canCancelImport)).toEqual(['Uploaded', 'Checked', 'Importing'])
  expect(during(canDownloadCorrections)).toEqual(['Checked', 'Importing', 'Finished', 'Cancelled'])
})
