import { expect, test } from 'vitest'
import type { BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { worded } from '../../../tests/support/oracles/worded.ts'
import { canReturnAll, sortSelection } from './sort-selection.ts'

const record = (id: number, more: Partial<BulkCandidate> = {}): BulkCandidate => ({
  id,
  code: `SITES-${id}`,
  name: 'Samahan',
  revision: 1,
  marks: [],
  changed: false,
  opened: false,
  refusal: { approve: null, return: null },
  ...more,
})

test('what needs opening and what cannot be decided on is set apart; own work can be returned, not approved', () => {
  const [clean, marked, seen] = [
    record(1),
    record(2, { marks: ['Outside its region'] }),
    record(3, { changed: true, opened: true }),
  ]
  const own = record(4, { refusal: { approve: 'You submitted this record.', return: null } })
  const gone = record(5, { refusal: { approve: 'Gone.', return: 'Gone.' }, marks: ['Outside its region'] })
  expect(sortSelection([clean, marked, seen, own, gone])).toEqual({
    ready: { approve: [clean, seen], return: [clean, seen, own] },
    unopened: [marked],
    refused: [gone],
    open: [clean, seen, own],
  })
})

test('a return of many needs a comment for each, and says whose is missing or too long', () => {
  const ready = [record(1), record(2)]
  expect(canReturnAll({ comments: {}, own: {} }, ready)).toMatchObject({ ok: false })
  expect(canReturnAll({ comments: { returned_reason: 'All.' }, own: {} }, ready)).toEqual({ ok: true })
  expect(
    worded(canReturnAll({ comments: {}, own: { 1: { returned_reason: 'One.' } } }, ready)),
  ).toMatchObject({
    message: 'SITES-2 has no comment yet: write one for all, or its own.',
  })
  const long = {
    comments: { returned_reason: 'x'.repeat(500) },
    own: { 2: { returned_reason: 'x'.repeat(499) } },
  }
  expect(worded(canReturnAll(long, ready))).toMatchObject({
    message: expect.stringMatching(/^SITES-2: .* exceed/),
  })
})

test('a point for all or its own is as good as a comment', () => {
  const ready = [record(1), record(2)]
  const point = {
    kind: 'correct',
    place: { about: 'record' },
    text: 'Why?',
    label: 'The profile',
    key: '1',
  } as const
  const nothing = { comments: {}, own: {} }
  expect(canReturnAll({ ...nothing, points: [point] }, ready)).toEqual({ ok: true })
  expect(worded(canReturnAll({ ...nothing, ownPoints: { 1: [point] } }, ready))).toMatchObject({
    message: 'SITES-2 has no comment yet: write one for all, or its own.',
  })
  const both = { comments: {}, own: { 2: { returned_reason: 'See above.' } }, ownPoints: { 1: [point] } }
  expect(canReturnAll(both, ready)).toEqual({ ok: true })
})
