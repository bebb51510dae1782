import { expect, test } from 'vitest'
import { type Endpoint, endpoint, everyone, makesStale, nounOf } from './endpoint.ts'

const CONTRACT = Object.values(
  import.meta.glob<Record<string, unknown>>('../*/*.schema.ts', { eager: true }),
).flatMap((file) =>
  Object.entries(file).flatMap(([name, calls]) =>
    name.endsWith('Api') ? Object.values(calls as Record<string, Endpoint>) : [],
  ),
)

const read = (path: string, reads?: string) =>
  endpoint('GET', path, { may: everyone, summary: '', ...(reads ? { reads } : {}) })
const change = (path: string, stale?: string[] | 'everything') =>
  endpoint('POST', path, { may: everyone, summary: '', ...(stale ? { stale } : {}) })

test('the noun of a call is the first word of its path; activities and principles are nouns of their own', () => {
  expect(nounOf(read('/sites/:id/land'))).toBe('sites')
  expect(nounOf(read('/sites/activities/:id'))).toBe('activities')
  expect(nounOf(read('/sites/principles'))).toBe('principles')
  expect(nounOf(read('/my-profile/mails'))).toBe('my-profile')
  expect(nounOf(read('/regions/offices/:regionId', 'offices'))).toBe('offices')
})

test('a change makes its own noun stale, or what it says', () => {
  expect(makesStale(change('/sites'), read('/sites/:id'))).toBe(true)
  expect(makesStale(change('/sites'), read('/sites/activities/:id'))).toBe(false)
  expect(makesStale(change('/users', ['users', 'offices']), read('/regions/offices/:id', 'offices'))).toBe(
    true,
  )
  expect(makesStale(change('/users', ['offices']), read('/users/:id'))).toBe(false)
  expect(makesStale(change('/offices/:id', 'everything'), read('/sites'))).toBe(true)
})

test('a path makes only the reads of one call stale', () => {
  const discard = change('/summaries/:id/discard', ['/summaries'])
  expect(makesStale(discard, read('/summaries'))).toBe(true)
  expect(makesStale(discard, read('/summaries/:id'))).toBe(false)
})

test('what a call of the contract makes stale is read by another one', () => {
  expect(CONTRACT.length).toBeGreaterThan(200)
  const known = new Set(CONTRACT.flatMap((call) => [nounOf(call), call.path]))
  const unread = CONTRACT.flatMap(({ path, stale }) =>
    (stale === 'everything' ? [] : (stale ?? [])).flatMap((one) =>
      known.has(one) ? [] : [`${path}: ${one}`],
    ),
  )
  expect(unread).toEqual([])
})
