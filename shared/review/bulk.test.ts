import { expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { canDecideInBulk, isOpened, mergedComments } from './bulk.ts'

const CLEAN = { marks: [], changed: false, opened: false }

test('what carries nothing needs no opening; a warning or a change does, and is named', () => {
  expect(canDecideInBulk(CLEAN).ok).toBe(true)
  expect(worded(canDecideInBulk({ ...CLEAN, marks: ['Outside its region'], changed: true }))).toEqual({
    ok: false,
    why: 'state',
    message: 'Open it first: Outside its region; changed since it was returned.',
  })
  expect(canDecideInBulk({ ...CLEAN, changed: true }).ok).toBe(false)
  expect(canDecideInBulk({ marks: ['Outside its region'], changed: true, opened: true }).ok).toBe(true)
})

test('opened is what was opened at this revision, with these warnings', () => {
  const record = { revision: 3, marks: ['Outside its region'] }
  expect(isOpened(record, null)).toBe(false)
  expect(isOpened(record, { revision: 2, marks: record.marks })).toBe(false)
  expect(isOpened(record, { revision: 3, marks: [] })).toBe(false)
  expect(isOpened(record, { revision: 3, marks: ['No boundary is drawn', ...record.marks] })).toBe(true)
})

test('the comment for all stands above the own one, field by field; blank ones are none', () => {
  expect(mergedComments({ returned_reason: ' For all. ' }, { returned_reason: 'This one.' })).toEqual({
    returned_reason: 'For all.\n\nThis one.',
  })
  expect(
    mergedComments({ returned_reason_1: 'One.', returned_reason_2: ' ' }, { returned_reason_3: 'Three.' }),
  ).toEqual({ returned_reason_1: 'One.', returned_reason_3: 'Three.' })
  expect(mergedComments(undefined, { returned_reason: null })).toEqual({})
})
