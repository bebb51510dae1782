import { expect, test } from 'vitest'
import {
  expiryState,
  expiryWords,
  instrumentErrors,
  instrumentName,
  instrumentTitle,
  publicKind,
  renewalErrors,
  tidyInstrument,
} from './instruments.rules.ts'

const TODAY = '2031-03-01'
const input = (changes: object = {}) =>
  tidyInstrument({ kind: 'cbfma', issuer: 'DENR', issued_on: '2020-01-01', ...changes } as never)

test.each([
  [{}, {}],
  [{ valid_until: '2025-01-01' }, {}],
  [{ asked_on: TODAY, issued_on: TODAY, valid_until: TODAY }, {}],
  [{ asked_on: '2031-03-02' }, { asked_on: 'Asked on cannot be later than today.' }],
  [{ asked_on: '2020-01-02' }, { issued_on: 'Issued on cannot be earlier than Asked on.' }],
  [{ valid_until: '2019-12-31' }, { valid_until: 'Valid until cannot be earlier than Issued on.' }],
  [{ kind: 'other', other_kind: '' }, { other_kind: 'Kind is required: say what the instrument is called.' }],
])('an instrument with %o has the errors %o', (changes, errors) => {
  const found = instrumentErrors(input(changes), TODAY)
  expect(Object.fromEntries(Object.entries(found).map(([field, [first]]) => [field, first]))).toEqual(errors)
})

test('only the kind "Other" has a name of its own, and the public does not read it', () => {
  expect(input({ other_kind: 'Ignored' }).other_kind).toBeNull()
  const other = input({ kind: 'other', other_kind: 'Kasunduan ng Tagbanua' })
  expect(instrumentName(other)).toBe('Kasunduan ng Tagbanua')
  expect(publicKind(other.kind)).toBe('Other instrument')
  expect(instrumentName(input())).toBe('CBFMA')
})

test.each([
  [{ issued_on: null }, 'requested', 'Asked for, not issued yet'],
  [{}, 'valid', 'Valid, with no end'],
  [{ valid_until: '2031-05-31' }, 'valid', 'Valid until May 31, 2031'],
  [{ valid_until: '2031-05-30' }, 'expiring', 'Expires in 90 days, on May 30, 2031'],
  [{ valid_until: '2031-03-02' }, 'expiring', 'Expires in 1 day, on Mar 02, 2031'],
  [{ valid_until: TODAY }, 'expiring', 'Expires today'],
  [{ valid_until: '2031-02-28' }, 'expired', 'Expired on Feb 28, 2031'],
])('with %o it is %s: %s', (changes, state, words) => {
  expect(expiryState(input(changes), TODAY)).toBe(state)
  expect(expiryWords(input(changes), TODAY)).toBe(words)
})

test('[S-165] an instrument renews one that is recorded for its profile, and never itself, through others neither', () => {
  const recorded = [
    { id: 1, renews_id: null },
    { id: 2, renews_id: 1 },
    { id: 3, renews_id: 2 },
  ]
  const another = { renews_id: ['Choose another instrument of this profile.'] }
  const already = { renews_id: ['That instrument renews this one already.'] }
  expect(
    [
      [null, null],
      [null, 3],
      [3, 1],
      [3, 3],
      [null, 4],
      [1, 3],
      [2, 3],
    ].map(([id = null, renews_id = null]) => renewalErrors(id, renews_id, recorded)),
  ).toEqual([{}, {}, {}, another, another, already, already])
  expect(instrumentTitle({ kind: 'cbfma', other_kind: null, number: '12' })).toBe('CBFMA 12')
})
