import type { Db } from './db.ts'

type Part = { version: number; answer: Promise<unknown> }

/** The regions of an answer, in order, and how often each has changed. */
export type Versions = readonly { region_id: number; version: number }[]

/**
 * Caches answers that are the sum of their regions: after a change the next caller reads only the changed region, so
 * that a whole country costs what one region costs. `read` gets the regions that are not cached and returns an answer
 * for each. At most `most` answers are stored; the oldest goes first.
 */
export function cacheByRegion(most: number) {
  const byDatabase = new WeakMap<Db, Map<string, Map<number, Part>>>()
  return async <T>(
    db: Db,
    key: string,
    versions: Versions,
    read: (regions: number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<{ region_id: number; part: T | undefined }[]> => {
    const answers = byDatabase.get(db) ?? new Map<string, Map<number, Part>>()
    byDatabase.set(db, answers)
    const parts = answers.get(key) ?? new Map<number, Part>()
    if (!answers.has(key) && answers.size >= most) answers.delete(answers.keys().next().value ?? '')
    answers.set(key, parts)

    const changed = versions.filter(({ region_id, version }) => parts.get(region_id)?.version !== version)
    if (changed.length > 0) {
      const reading = read(changed.map(({ region_id }) => region_id))
      reading.catch(() => answers.delete(key))
      for (const { region_id, version } of changed) {
        const answer = reading.then((found) => found.get(region_id))
        // each caller that awaits the part gets the error; this only prevents an unhandled rejection
        answer.catch(() => undefined)
        parts.set(region_id, { version, answer })
      }
    }
    return Promise.all(
      versions.map(async ({ region_id }) => ({
        region_id,
        part: (await parts.get(region_id)?.answer) as T | undefined,
      })),
    )
  }
}
