import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LoggedRow } from '../audit/logged-row.ts'
import { entryOf, entryOfShown, PARTS, showRow } from './entry.ts'

const ROW: LoggedRow = {
  id: 17,
  created_at: '2026-03-04T05:06:07.000008Z',
  user_id: 5,
  user_name: 'Alma Reyes',
  user_email: 'alma@bureau.example',
  role_name: 'Reviewer',
  access_level: 'FMB',
  region_id: 4,
  office_id: null,
  auditable_type: 'Profiling of SITES',
  auditable_id: 12,
  auditable_code: 'SITES-12',
  event: 'Approved (FMB)',
  field_change: [{ field: 'status', new: 'Approved', old: null }],
  network_address: '10.1.2.3',
  request_id: 'a-request',
}
const salt = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

describe('the entry of a row', () => {
  test('stays what it is for this row and salt: entries that were published are never made otherwise', () => {
    expect(entryOf(salt, ROW).toString('hex')).toBe(
      '786fc94e9643d6a71a4825250773689aca5111a69197e0328a08beafa526341c',
    )
    expect(entryOf(salt, null).toString('hex')).toBe(
      'a02d286152c05dc184485db969350fc92393065c61cc8667de6bf9b09ef26e25',
    )
  })

  test('is another one with another salt, and with any other field', () => {
    const entries = Object.keys(ROW).map((field) =>
      entryOf(salt, { ...ROW, [field]: 'changed' }).toString('hex'),
    )
    expect(new Set([...entries, entryOf(salt, ROW).toString('hex')]).size).toBe(Object.keys(ROW).length + 1)
    expect(entryOf(randomBytes(16), ROW)).not.toEqual(entryOf(salt, ROW))
  })

  test('is the same however the database orders the names of a change', () => {
    const field_change = [{ old: null, new: 'Approved', field: 'status' }]
    expect(entryOf(salt, { ...ROW, field_change })).toEqual(entryOf(salt, ROW))
  })

  test.each(PARTS)('can be shown with nothing but %s to be read', (part) => {
    const shown = showRow(salt, ROW, [part])
    expect(entryOfShown(shown)).toEqual(entryOf(salt, ROW))
    const text = JSON.stringify(shown)
    const told = ['Alma Reyes', 'alma@bureau.example', '10.1.2.3', 'SITES-12', 'status'].filter((one) =>
      text.includes(one),
    )
    const expected = {
      what: ['SITES-12'],
      who: ['Alma Reyes'],
      change: ['status'],
      rest: ['alma@bureau.example', '10.1.2.3'],
    }
    expect(told).toEqual(expected[part])
    // the salt of one part opens no other
    expect(text).not.toContain(salt.toString('hex'))
  })

  test('shown otherwise than it was leads elsewhere', () => {
    const shown = showRow(salt, ROW, ['what'])
    if ('hash' in shown.what) throw new Error('not shown')
    const what = { ...shown.what, text: shown.what.text.replace('FMB', 'PENRO') }
    expect(entryOfShown({ ...shown, what })).not.toEqual(entryOf(salt, ROW))
  })
})
