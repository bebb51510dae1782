import { expect, test } from 'vitest'
import type { Import } from '../../shared/imports/imports.schema.ts'
import { outcomeOf, progressOf, rowWords, stateWords } from './import-words.ts'

const NONE = { Read: 0, Good: 0, Wrong: 0, LeftOut: 0, Known: 0, Repeated: 0, Imported: 0, Failed: 0 }
const anImport = (changes: Omit<Partial<Import>, 'rows'> & { rows?: Partial<Import['rows']> }): Import => ({
  id: 1,
  state: 'Checked',
  table_name: 'a.xlsx',
  archive_names: ['a.zip'],
  created_by: 'Ana Cruz',
  created_at: '2026-11-23T00:00:00Z',
  started_at: null,
  ended_at: null,
  rows_total: 600,
  left_out: [],
  totals: [],
  errors: 0,
  warnings: 0,
  ignored_columns: [],
  notices: [],
  refusal: null,
  trouble: null,
  ...changes,
  rows: { ...NONE, ...changes.rows },
})

test('progress counts the rows that the work is about', () => {
  expect(progressOf(anImport({ state: 'Uploaded', rows_total: null }))).toBeNull()
  expect(progressOf(anImport({ state: 'Uploaded', rows: { Read: 150, Good: 440, Wrong: 10 } }))).toEqual({
    done: 450,
    total: 600,
  })
  const rows = { Good: 77, Imported: 498, Failed: 2, Wrong: 23 }
  expect(progressOf(anImport({ state: 'Importing', rows }))).toEqual({ done: 500, total: 577 })
})

test('while the server is at work there is no outcome', () => {
  for (const state of ['Uploaded', 'Importing'] as const) expect(outcomeOf(anImport({ state }))).toBeNull()
})

test.each([
  [{ rows: { Good: 600 } }, 'success', '600 of 600 rows can be imported'],
  [{ rows: { Good: 577, Wrong: 23 } }, 'warning', '577 of 600 rows can be imported'],
  [{ rows: { Wrong: 600 } }, 'warning', 'No row can be imported yet'],
  [{ rows: { Known: 600 } }, 'info', 'There is nothing new in this table'],
  [{ state: 'Finished', rows: { Imported: 1, Wrong: 23 } }, 'success', '1 profile added'],
  [
    { state: 'Finished', rows: { Imported: 1200, Failed: 2 } },
    'warning',
    '1,200 profiles added, 2 rows could not be imported',
  ],
  [{ state: 'Cancelled' }, 'info', 'This import was cancelled'],
  [{ state: 'Refused', refusal: 'The table has no rows.' }, 'danger', 'These files cannot be imported'],
] as const)('%j is told as %s: %s', (changes, tone, words) => {
  expect(outcomeOf(anImport(changes))).toMatchObject({ tone, title: words })
})

test('the sentences say what stays, and what is left out', () => {
  const said = (changes: Parameters<typeof anImport>[0]) => outcomeOf(anImport(changes))?.sentences.join(' ')
  expect(said({ rows: { Good: 576, Wrong: 23, Known: 1 } })).toContain('1 row of it is already a profile.')
  const repeated = said({ rows: { Good: 598, Repeated: 2 } })
  expect(repeated).toContain('2 rows of it repeat another row of this table.')
  expect(repeated).not.toContain('already')
  const none = { left_out: [12, 40], rows: { LeftOut: 2 } }
  expect(said(none)).toContain('All of its rows are left out, so there is nothing to import.')
  const leaving = { left_out: [12, 40], rows: { Good: 3, LeftOut: 30 } }
  expect(said(leaving)).toContain('Left out: rows 12, 40 and 28 more.')
  expect(said({ ...leaving, state: 'Finished' })).toContain('Left out: rows 12, 40 and 28 more.')
  expect(said({ state: 'Cancelled', rows: { Imported: 12 } })).toBe('12 profiles that it had added stay.')
  expect(said({ state: 'Cancelled', refusal: 'It was ended.' })).toBe(
    'It was ended. No profile was added from it.',
  )
})

test('a good row of a cancelled import says that it was not imported', () => {
  expect(rowWords('Good', { state: 'Checked' })).toBe('Can be imported')
  expect(rowWords('Good', { state: 'Cancelled' })).toBe('Not imported')
  expect(rowWords('Imported', { state: 'Cancelled' })).toBe('Imported')
  expect(stateWords('Uploaded')).toBe('Being checked')
  expect(stateWords('Importing')).toBe('Importing')
})
