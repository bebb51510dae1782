import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { UPLOAD_BUSY } from '../../shared/files/uploads.schema.ts'
import { AppError } from '../lib/errors.ts'

type Turn = { stop: AbortController; ended: Promise<unknown> }

/** Runs one piece of work at a time per upload. The newest asks the one before to stop: its line is dead mostly. */
export type UploadTurns = <T>(id: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * Turns in this process, and against the other instances on the same database. When `cut` is aborted all are asked to
 * stop, for its reason.
 */
export function uploadTurns(db: Kysely<DB>, cut: AbortSignal): UploadTurns {
  const turns = new Map<string, Turn>()
  const locks = sharedLocks(db)
  cut.addEventListener('abort', () => {
    for (const { stop } of turns.values()) stop.abort(cut.reason)
  })

  return async (id, work) => {
    for (let before = turns.get(id); before; before = turns.get(id)) {
      before.stop.abort()
      await before.ended
    }
    const stop = new AbortController()
    if (cut.aborted) stop.abort(cut.reason)
    const running = locks.holding(id, () => work(stop.signal))
    const turn = { stop, ended: running.catch(() => undefined).finally(() => turns.delete(id)) }
    turns.set(id, turn)
    return running
  }
}

type Line = { db: Kysely<DB>; close: () => void }

/**
 * Locks every instance sees. All of this process's are held by one connection, taken from the pool while there are
 * any; they end with it, so a killed process leaves none behind.
 */
function sharedLocks(db: Kysely<DB>) {
  let holders = 0
  let line: Promise<Line> | null = null

  const open = () =>
    new Promise<Line>((resolve, reject) => {
      db.connection()
        .execute((own) => new Promise<void>((close) => resolve({ db: own, close })))
        .catch(reject)
    })

  /** The connection may have been lost since the last lock; a new one is tried once. */
  async function ask(what: 'pg_try_advisory_lock' | 'pg_advisory_unlock', id: string): Promise<boolean> {
    line ??= open()
    const mine = line
    try {
      const query = sql<{
        done: boolean
      }>`select ${sql.raw(what)}(hashtextextended(${`upload ${id}`}, 0)) as done`
      return (await query.execute((await mine).db)).rows[0]?.done ?? false
    } catch (error) {
      if (line === mine) line = null
      void mine.then((lost) => lost.close()).catch(() => undefined)
      throw error
    }
  }

  return {
    async holding<T>(id: string, work: () => Promise<T>): Promise<T> {
      holders += 1
      try {
        const taken = await ask('pg_try_advisory_lock', id).catch(() => ask('pg_try_advisory_lock', id))
        if (!taken) throw new AppError('conflict', UPLOAD_BUSY)
        try {
          return await work()
        } finally {
          // lost with its connection, if that is why it fails
          await ask('pg_advisory_unlock', id).catch(() => false)
        }
      } finally {
        holders -= 1
        if (holders === 0) {
          const unused = line
          line = null
          void unused?.then(({ close }) => close()).catch(() => undefined)
        }
      }
    },
  }
}
