import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LoggedRow } from '../audit/logged-row.ts'
import {
  entryOf,
  entryOfRevealed,
  erasedOf,
  FACT_FIELDS,
  FACT_PARTS,
  isEntryOfErased,
  PARTS,
  type Part,
  revealedParts,
  revealRow,
  withOnly,
} from './entry.ts'

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
const RETURNED: LoggedRow = {
  ...ROW,
  event: 'Returned (FMB)',
  field_change: [
    { field: 'site_status', old: 'Submitted', new: 'Returned' },
    { field: 'returned_by', old: null, new: 'FMB' },
    { field: 'returned_reason', old: null, new: 'Ask Ben Cruz.' },
    { field: 'fmb_status', old: null, new: 'Returned' },
  ],
}
const OF_USER: LoggedRow = {
  ...ROW,
  auditable_type: 'User Management',
  auditable_code: 'ben@bureau.example',
  event: 'Updated',
  field_change: [{ field: 'status', old: 'Activated', new: 'Deactivated' }],
}
const salt = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

/** What remains of a row when it is erased, and what is stored beside it. */
const erasing = (row: LoggedRow) => ({
  left: erasedOf(row),
  kept: withOnly(revealRow(salt, row), FACT_PARTS),
  entry: entryOf(salt, row),
})

describe('the entry of a row', () => {
  test('stays what it is for this row and salt: entries that were published are never made otherwise', () => {
    // every field that is a fact: none may be added or removed
    const field_change = Array.from(FACT_FIELDS, (field) => ({ field, old: null, new: 'x' }))
    const rows = [ROW, RETURNED, OF_USER, { ...ROW, field_change }, null]
    expect(rows.map((row) => entryOf(salt, row).toString('hex'))).toEqual([
      '48ed835b260cb5816ed69021f3e7fc4bc5f5c745bf82dc9a8ad6009407df5c20',
      'd1a3439637540f777d5b0715269365ed7f57de0db4d5bd9d458a775e630bbe32',
      'c89c67e2a773e86149b4e0bc139d7cd3568db96f3e9f27c31064be09cec235c8',
      'f93930fdc35f81dbaa86be004114fff8476c71fa2b75b8ad04c338d95441d1c1',
      'bcd2841abfe8f41be00d7b23b56221f17efc3d0815ca01be7d16b4f38076b9dc',
    ])
  })

  test('has its facts apart from its words, and the address of an account among the words', () => {
    const texts = (row: LoggedRow) =>
      Object.fromEntries(
        revealedParts(revealRow(salt, row)).map(([name, part]) => [
          name,
          'text' in part && JSON.parse(part.text),
        ]),
      )
    expect(texts(RETURNED)).toMatchObject({
      what: [2, 17, ROW.created_at, 'FMB', 4, null, 'Profiling of SITES', 12, 'SITES-12', 'Returned (FMB)'],
      facts: [{ field: 'site_status' }, { field: 'fmb_status' }],
      who: ['Alma Reyes', 'Reviewer'],
      words: [null, [{ field: 'returned_by' }, { field: 'returned_reason' }]],
      rest: [5, 'alma@bureau.example', '10.1.2.3', 'a-request'],
    })
    expect(texts(OF_USER)).toMatchObject({
      what: [2, 17, ROW.created_at, 'FMB', 4, null, 'User Management', 12, null, 'Updated'],
      facts: [],
      words: ['ben@bureau.example', [{ field: 'status' }]],
    })
  })

  test('is another one with another salt, and with any other field', () => {
    const entries = [ROW, OF_USER].flatMap((row) =>
      Object.keys(row).map((field) => entryOf(salt, { ...row, [field]: 'changed' }).toString('hex')),
    )
    const own = [ROW, OF_USER].map((row) => entryOf(salt, row).toString('hex'))
    expect(new Set([...entries, ...own]).size).toBe(2 * Object.keys(ROW).length + 2)
    expect(entryOf(randomBytes(16), ROW)).not.toEqual(entryOf(salt, ROW))
  })

  test('is the same however the database orders the names of a change', () => {
    const field_change = [{ old: null, new: 'Approved', field: 'status' }]
    expect(entryOf(salt, { ...ROW, field_change })).toEqual(entryOf(salt, ROW))
  })

  test.each(PARTS)('can be shown with nothing but %s to be read', (part) => {
    const row = { ...ROW, field_change: [...(RETURNED.field_change as object[])] }
    const shown = withOnly(revealRow(salt, row), [part])
    expect(entryOfRevealed(shown)).toEqual(entryOf(salt, row))
    const text = JSON.stringify(shown)
    const words = ['Alma Reyes', 'alma@bureau.example', '10.1.2.3', 'SITES-12', 'site_status', 'Ben Cruz']
    const expected: Record<Part, string[]> = {
      what: ['SITES-12'],
      facts: ['site_status'],
      who: ['Alma Reyes'],
      words: ['Ben Cruz'],
      rest: ['alma@bureau.example', '10.1.2.3'],
    }
    expect(words.filter((one) => text.includes(one))).toEqual(expected[part])
    // the salt of one part must not reveal another
    expect(text).not.toContain(salt.toString('hex'))
  })

  test('shown otherwise than it was leads elsewhere', () => {
    const shown = revealRow(salt, ROW)
    if ('hash' in shown.what) throw new Error('not shown')
    const what = { ...shown.what, text: shown.what.text.replace('FMB', 'PENRO') }
    expect(entryOfRevealed({ ...shown, what })).not.toEqual(entryOf(salt, ROW))
  })
})

describe('an erased row', () => {
  test.each([
    { row: RETURNED, facts: ['site_status', 'fmb_status'] },
    { row: OF_USER, facts: [] },
  ])('about $row.auditable_type leaves $facts', ({ row, facts }) => {
    const { left, kept, entry } = erasing(row)
    expect(left).toMatchObject({
      id: 17,
      created_at: ROW.created_at,
      access_level: 'FMB',
      region_id: 4,
      event: row.event,
      auditable_id: 12,
      auditable_code: row === OF_USER ? null : 'SITES-12',
      user_id: null,
      user_name: null,
      user_email: null,
      role_name: null,
      network_address: null,
      request_id: null,
      field_change: [...facts, 'content_erased'].map((field) => ({ field })),
    })
    expect(revealedParts(kept).flatMap(([name, part]) => ('text' in part ? [name] : []))).toEqual(FACT_PARTS)
    expect(JSON.stringify(kept)).not.toMatch(/Alma|Ben|bureau\.example|10\.1/)
    expect(isEntryOfErased(JSON.parse(JSON.stringify(kept)), left, entry)).toBe(true)
  })

  const { left, kept, entry } = erasing(RETURNED)
  const changes = left.field_change as { field: string; old: string | null; new: string | null }[]
  const hidden = withOnly(kept, ['what'])

  test.each<[string, Partial<LoggedRow>]>([
    ...Object.entries(ROW)
      .filter(([field]) => field !== 'field_change')
      .map(([field, value]): [string, Partial<LoggedRow>] => [
        field,
        { [field]: typeof value === 'number' ? value + 1 : 'another' },
      ]),
    ['another status', { field_change: changes.with(0, { ...changes[0], new: 'Approved' } as never) }],
    ['a fact less', { field_change: changes.slice(1) }],
    ['a fact more', { field_change: [{ field: 'fmb_status', old: null, new: 'Approved' }, ...changes] }],
    [
      'words of somebody',
      { field_change: [{ field: 'returned_reason', old: null, new: 'No.' }, ...changes] },
    ],
    ['no mark', { field_change: changes.slice(0, -1) }],
    ['no changes', { field_change: [] }],
    ['changes that are none', { field_change: 'none' }],
  ])('is found with other columns: %s', (_, change) => {
    expect(isEntryOfErased(kept, { ...left, ...change }, entry)).toBe(false)
  })

  test('is found with its facts gone, whatever is kept beside it', () => {
    const gone = { ...left, field_change: [{ field: 'content_erased', old: null, new: null }] }
    const { facts, who, ...others } = hidden
    if (!('hash' in facts) || !('hash' in who)) throw new Error('not hidden')
    // two hashes in one place would give the same entry
    const joined = { hash: facts.hash + who.hash }
    for (const forged of [
      kept,
      hidden,
      { ...kept, facts: { ...kept.facts, text: '[]' } },
      { ...others, who: joined },
      { ...others, facts: joined, who: { hash: '' } },
      { ...kept, words: revealRow(salt, RETURNED).format },
      null,
    ])
      expect([forged, isEntryOfErased(forged, gone, entry)]).toEqual([forged, false])
  })
})
