import type { KeyObject } from 'node:crypto'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { findDisagreement } from '../public-log/log.queries.ts'
import { aheadOfDatabase, type Clocks, displaced, farFromNewest } from './clock.ts'
import { GENESIS, type Head, type Seal, sealRows, signHead, type Tip } from './chain.ts'
import {
  type Ends,
  findConfirmedDay,
  findEnds,
  findOpenDay,
  findTime,
  insertHead,
  insertSeals,
  listUnsealed,
  lockChain,
  setCounter,
  tryLockChain,
} from './chain.queries.ts'

/** few enough that hashing them keeps nobody waiting */
const ROWS_AT_ONCE = 1_000

export type Sealed = {
  rows: number
  last: Pick<Seal, 'position' | 'hash'> | null
  closed: Head | null
  /** why the clock lets nothing be sealed now, in one sentence */
  refused: string | null
  /** whether the public log has found that this is not the log whose checkpoints it published, so nothing is sealed */
  stopped: boolean
}

/** The day that is open: the last seal's while it has no head. */
const openDay = ({ last, head }: Ends): string | null =>
  last && (head === null || last.position > head.last_position) ? last.day : null

/** Signs the day that has ended, if one has. */
async function closeDay(db: Db, ends: Ends, today: string, key: KeyObject): Promise<Head | null> {
  const day = openDay(ends)
  if (!ends.last || day === null || day >= today || (ends.head && day <= ends.head.day)) return null
  const head = signHead(
    {
      day,
      ...(await findOpenDay(db, ends.head?.last_position ?? 0)),
      last_position: ends.last.position,
      head: ends.last.hash,
      previous_signature: ends.head?.signature ?? null,
    },
    key,
  )
  await insertHead(db, head)
  return head
}

/** Where the next seal goes: never a place that has been taken before, never a day that is closed. */
function nextPlace({ last, head, counter }: Ends, today: string): Tip & { day: string } {
  const isOpen = last !== null && (head === null || last.position > head.last_position)
  const earliest = head === null ? today : addDays(head.day, 1)
  const days = [today, earliest, ...(isOpen ? [last.day] : [])]
  return {
    position: Math.max(counter, last?.position ?? 0, head?.last_position ?? 0),
    link: isOpen ? last.hash : (head?.signature ?? GENESIS),
    day: days.sort().at(-1) ?? today,
  }
}

/** Who seals: with which key, and the newest day that it has itself seen come, second by second. */
export type Sealer = { key: KeyObject; known: string | null }

const latest = (...days: (string | null | undefined)[]): string | null =>
  days
    .filter((day) => day !== null && day !== undefined)
    .sort()
    .at(-1) ?? null

/**
 * Why this clock may not seal: a day that was closed too early is never opened again, so a clock that is far ahead for a
 * moment would displace every seal after it. A demo may lie for months.
 */
async function clockRefusal(
  db: Db,
  { now, newest }: Omit<Clocks, 'database'>,
  production: boolean,
): Promise<string | null> {
  const clocks = { now, newest, database: await findTime(db) }
  const ahead = aheadOfDatabase(clocks)
  if (ahead !== null || !production || farFromNewest(clocks) === null) return ahead
  return farFromNewest({ ...clocks, newest: latest(newest, await findConfirmedDay(db)) })
}

/** What a person should know of the clocks: why rows wait for their seal, or under which day they are sealed. */
export async function findClockFault(
  { config, now }: Services,
  db: Db,
  waiting: number,
): Promise<string | null> {
  const { last } = await findEnds(db)
  const clocks = { now: now(), newest: last?.day ?? null }
  // where nothing waits nothing was refused: a quiet month is no wrong clock
  const refused = waiting > 0 ? await clockRefusal(db, clocks, config.production) : null
  return refused ?? displaced({ ...clocks, database: clocks.now })
}

/** One batch in one transaction, under the lock: the ended day is signed, then waiting rows are sealed. */
async function sealBatch(db: Db, { config, now: clock }: Services, { key, known }: Sealer): Promise<Sealed> {
  const ends = await findEnds(db)
  if ((await findDisagreement(db)) !== null)
    return { rows: 0, last: ends.last, closed: null, refused: null, stopped: true }
  const now = clock()
  const refused = await clockRefusal(db, { now, newest: latest(ends.last?.day, known) }, config.production)
  if (refused !== null) return { rows: 0, last: ends.last, closed: null, refused, stopped: false }
  const today = manilaDay(now)
  if (ends.last && ends.last.position > ends.counter) await setCounter(db, ends.last.position)
  const closed = await closeDay(db, ends, today, key)
  const rows = await listUnsealed(db, ROWS_AT_ONCE)
  const { day, ...tip } = nextPlace(closed ? { ...ends, head: closed } : ends, today)
  const seals = sealRows(tip, day, rows)
  if (seals.length > 0) await insertSeals(db, seals)
  return { rows: seals.length, last: seals.at(-1) ?? ends.last, closed, refused, stopped: false }
}

/** One batch, or null while another instance seals. */
export const trySealing = (services: Services, sealer: Sealer): Promise<Sealed | null> =>
  services.db
    .transaction()
    .execute(async (held) => ((await tryLockChain(held)) ? sealBatch(held, services, sealer) : null))

/** Seals everything that is committed now, unless the clock is wrong; waits for another instance that is at it. */
export async function sealWaiting(services: Services, key: KeyObject): Promise<void> {
  for (let rows = -1; rows !== 0; )
    rows = await services.db.transaction().execute(async (held) => {
      await lockChain(held)
      return (await sealBatch(held, services, { key, known: null })).rows
    })
}
