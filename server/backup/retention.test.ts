import { describe, expect, test } from 'vitest'
import { addDays } from '../../shared/lib/date-range.ts'
import { backupName, expiredBackups, isEncrypted, lastDueAt, madeAt, newestOf } from './retention.ts'

/** The name of a backup begun at 01:30 in Manila. */
const nightly = (day: string): string => backupName(new Date(`${addDays(day, -1)}T17:30:00Z`), false)

describe('the name of a backup', () => {
  test('says when it was begun and whether it is encrypted', () => {
    const made = new Date('2026-11-22T17:30:05.678Z')
    expect(backupName(made, false)).toBe('safeguards-20261122T173005Z.tar')
    expect(backupName(made, true)).toBe('safeguards-20261122T173005Z.tar.age')
    expect(madeAt(backupName(made, true))).toEqual(new Date('2026-11-22T17:30:05Z'))
    expect([false, true].map((encrypted) => isEncrypted(backupName(made, encrypted)))).toEqual([false, true])
  })

  test.each([
    'safeguards-20261122T173005Z.tar.part',
    'safeguards-20269922T173005Z.tar',
    'old-safeguards-20261122T173005Z.tar',
    '2026-11-22.tar',
  ])('%s is no name of one', (name) => {
    expect(madeAt(name)).toBe(null)
    expect(newestOf([name])).toBe(null)
  })
})

describe('what is not kept any longer', () => {
  const keeping = { backup_keep_days: 30, backup_keep_months: 12 }
  const now = new Date('2026-11-22T17:40:00Z')
  const days = (count: number) => Array.from({ length: count }, (_, index) => addDays('2026-11-23', -index))

  test('is older than thirty days and not the last of one of twelve months', () => {
    const gone = new Set(expiredBackups(days(800).map(nightly), now, keeping))
    const kept = days(800).filter((day) => !gone.has(nightly(day)))
    expect(kept.slice(0, 31)).toEqual(days(31))
    expect(kept.slice(31)).toEqual([
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
      '2025-12-31',
    ])
  })

  test('is never the newest, however old it is, and never what is not ours', () => {
    const names = ['notes.txt', nightly('2020-01-01'), nightly('2019-12-31'), 'database.dump']
    expect(expiredBackups(names, now, { backup_keep_days: 1, backup_keep_months: 1 })).toEqual([
      nightly('2019-12-31'),
    ])
    expect(newestOf(names)).toBe(nightly('2020-01-01'))
  })
})

test.each([
  ['2026-11-22T17:29:59Z', '01:30', '2026-11-21T17:30:00.000Z'],
  ['2026-11-22T17:30:00Z', '01:30', '2026-11-22T17:30:00.000Z'],
  ['2026-11-22T16:00:00Z', '00:00', '2026-11-22T16:00:00.000Z'],
  ['2026-11-22T15:59:59Z', '23:59', '2026-11-22T15:59:00.000Z'],
])('at %s the last %s of Manila was %s', (now, time, due) => {
  expect(lastDueAt(new Date(now), time).toISOString()).toBe(due)
})
