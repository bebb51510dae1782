import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { UPLOAD_BUSY } from '../../shared/files/uploads.schema.ts'
import { AppError } from '../lib/errors.ts'

/** so often who has a turn looks whether another instance wants it */
const LOOK_MS = 1_000
/** what a request waits for another instance to let go */
const PATIENCE_MS = 5_000
const TRY_EVERY_MS = 100

type Turn = { stop: AbortController; ended: Promise<unknown> }

/** Runs one piece of work at a time per upload. The newest asks the one before to stop: its line is dead mostly. */
export type UploadTurns = <T>(id: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * Turns in this process, and among all instances on the same database. When `cut` is aborted all are asked to
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
    const running = locks.holding(id, stop, () => work(stop.signal))
    const turn = { stop, ended: running.catch(() => undefined).finally(() => turns.delete(id)) }
    turns.set(id, turn)
    return running
  }
}

type LockCall =
  | 'pg_try_advisory_lock'
  | 'pg_try_advisory_lock_shared'
  | 'pg_advisory_unlock'
  | 'pg_advisory_unlock_shared'

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
  async function ask(what: LockCall, lock: string): Promise<boolean> {
    line ??= open()
    const mine = line
    try {
      const query = sql<{
        done: boolean
      }>`select ${sql.raw(what)}(hashtextextended(${lock}, 0)) as done`
      return (await query.execute((await mine).db)).rows[0]?.done ?? false
    } catch (error) {
      if (line === mine) line = null
      void mine.then((lost) => lost.close()).catch(() => undefined)
      throw error
    }
  }

  const turnOf = (id: string) => `upload ${id}`
  const wishFor = (id: string) => `wish for upload ${id}`
  const take = (id: string) => ask('pg_try_advisory_lock', turnOf(id))
  // what fails is lost with its connection
  const release = (what: LockCall, lock: string) => ask(what, lock).catch(() => false)

  /** Says that it wants the turn, and tries until who has it lets go; false when that takes too long. */
  async function takeOver(id: string): Promise<boolean> {
    let isSaid = false
    try {
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(TRY_EVERY_MS)) {
        isSaid ||= await ask('pg_try_advisory_lock_shared', wishFor(id))
        if (await take(id)) return true
      }
      return false
    } finally {
      if (isSaid) await release('pg_advisory_unlock_shared', wishFor(id))
    }
  }

  /** Stops the turn when another instance wants it, until the returned function is called. */
  function watchWishes(id: string, stop: AbortController): () => Promise<unknown> {
    let looking: Promise<unknown> = Promise.resolve()
    const look = async () => {
      if (!(await ask('pg_try_advisory_lock', wishFor(id)))) return stop.abort()
      await release('pg_advisory_unlock', wishFor(id))
    }
    const timer = setInterval(() => {
      looking = looking.then(look).catch(() => undefined)
    }, LOOK_MS).unref()
    return () => {
      clearInterval(timer)
      return looking
    }
  }

  return {
    async holding<T>(id: string, stop: AbortController, work: () => Promise<T>): Promise<T> {
      holders += 1
      try {
        const taken = await take(id).catch(() => take(id))
        if (!taken && !(await takeOver(id))) throw new AppError('conflict', UPLOAD_BUSY)
        const lookNoMore = watchWishes(id, stop)
        try {
          return await work()
        } finally {
          await lookNoMore()
          await release('pg_advisory_unlock', turnOf(id))
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
