import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { lastAnswers } from './last-answers.ts'
import { full } from '../../tests/support/full.ts'

const AWAY = new AppError('unavailable')
const MINUTE = 60_000

/** Answers of a database that can go away, with the clock in hand. At most two are kept. */
function aDatabase() {
  const noon = new Date('2026-11-22T04:00:00Z').getTime()
  const state = { now: noon, isThere: true, reads: 0 }
  const last = lastAnswers(
    () => new Date(state.now),
    async () => state.isThere,
    2,
  )
  const ask = (key: string, text = key) =>
    last(key, async () => {
      state.reads += 1
      if (!state.isThere) throw AWAY
      return text
    })
  return { state, last, ask, noon: new Date(noon) }
}

test('what was read last is shown for a quarter of an hour, with its age, and no longer', async () => {
  const { state, ask, noon } = aDatabase()
  expect(await ask('list')).toEqual({ answer: 'list', as_of: null })
  state.isThere = false
  state.now += 15 * MINUTE
  expect(await ask('list')).toEqual({ answer: 'list', as_of: noon })
  state.now += 1
  await expect(ask('list')).rejects.toBe(AWAY)
  await expect(ask('never asked before')).rejects.toBe(AWAY)
})

test('a database that is known to be away is left alone for five seconds', async () => {
  const { state, ask, noon } = aDatabase()
  await ask('list')
  state.isThere = false
  await ask('list')
  expect(state.reads).toBe(2)
  state.now += 4_999
  expect(await ask('list')).toEqual({ answer: 'list', as_of: noon })
  expect(state.reads).toBe(2)
  state.isThere = true
  state.now += 1
  expect(await ask('list', 'newer')).toEqual({ answer: 'newer', as_of: null })
})

test('what is known to be gone is not shown by a later outage', async () => {
  const { state, last, ask } = aDatabase()
  await ask('site')
  const gone = new AppError('not_found')
  await expect(last('site', () => Promise.reject(gone))).rejects.toBe(gone)
  state.isThere = false
  await expect(ask('site')).rejects.toBe(AWAY)
})

full.test('a slow answer is waited for while the database is there', async () => {
  const { last, ask } = aDatabase()
  await ask('list')
  const slow = last('list', () => new Promise((resolve) => setTimeout(resolve, 2_200, 'newer')))
  expect(await slow).toEqual({ answer: 'newer', as_of: null })
})

test('the oldest answer goes when there are too many', async () => {
  const { state, ask, noon } = aDatabase()
  for (const key of ['one', 'two', 'three']) await ask(key)
  state.isThere = false
  await expect(ask('one')).rejects.toBe(AWAY)
  expect(await ask('two')).toEqual({ answer: 'two', as_of: noon })
})
