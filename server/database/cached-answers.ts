import type { Db } from './db.ts'

/** how many answers each cache has of a database */
const counts: ((db: Db) => number)[] = []

/** Returns how many answers are cached for this database now. */
export const countCachedAnswers = (db: Db): number => counts.reduce((sum, count) => sum + count(db), 0)

/** compared for equality only */
type Version = number | string
type CacheEntry = { version: Version; answers: Map<string, Promise<unknown>> }

/**
 * Caches answers until the version changes, so that many readers cost one read. The version is read each time, so a
 * change shows at once on every instance. At most `most` answers are stored; the oldest goes first. Every cache has a
 * question in `tests/api/instances.test.ts`, which fails without it.
 */
export function cacheAnswers(versionOf: (db: Db) => Promise<Version>, most: number) {
  const byDatabase = new WeakMap<Db, CacheEntry>()
  counts.push((db) => byDatabase.get(db)?.answers.size ?? 0)
  return async <T>(db: Db, key: string, read: () => Promise<T>): Promise<T> => {
    const version = await versionOf(db)
    let all = byDatabase.get(db)
    if (all?.version !== version) {
      all = { version, answers: new Map() }
      byDatabase.set(db, all)
    }
    const { answers } = all
    const known = answers.get(key)
    if (known) return known as Promise<T>
    if (answers.size >= most) answers.delete(answers.keys().next().value ?? '')
    const answer = read()
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }
}
