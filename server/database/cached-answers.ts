import { shareInFlight } from '../lib/share-in-flight.ts'
import type { Db } from './db.ts'

/** how many answers each cache has of a database */
const counts: ((db: Db) => number)[] = []

/** Returns how many answers are cached for this database now. */
export const countCachedAnswers = (db: Db): number => counts.reduce((sum, count) => sum + count(db), 0)

/** compared for equality only */
type Version = number | string
type Stored = { version: Version; answer: Promise<unknown> }

/**
 * Caches answers until their version changes, so that many readers cost one read. The version, of all answers or of those
 * `about` one thing, is read each time, by those who come at once together, so a change shows at once on every instance. At most
 * `most` answers are stored; the oldest goes first. Every cache has a question in `tests/api/instances.test.ts`, which fails
 * without it.
 */
export function cacheAnswers<About = void>(
  versionOf: (db: Db, about: About) => Promise<Version>,
  most: number,
) {
  const cacheOf = (db: Db) => ({
    askVersion: shareInFlight((about: About) => versionOf(db, about)),
    answers: new Map<string, Stored>(),
  })
  const byDatabase = new WeakMap<Db, ReturnType<typeof cacheOf>>()
  counts.push((db) => byDatabase.get(db)?.answers.size ?? 0)
  return async <T>(db: Db, key: string, read: () => Promise<T>, about: About): Promise<T> => {
    const cache = byDatabase.get(db) ?? cacheOf(db)
    byDatabase.set(db, cache)
    const { askVersion, answers } = cache
    const version = await askVersion(about)
    const known = answers.get(key)
    if (known?.version === version) return known.answer as Promise<T>
    answers.delete(key)
    if (answers.size >= most) answers.delete(answers.keys().next().value ?? '')
    const answer = read()
    const stored = { version, answer }
    answers.set(key, stored)
    answer.catch(() => {
      if (answers.get(key) === stored) answers.delete(key)
    })
    return answer
  }
}
