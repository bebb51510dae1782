import type { KeyObject } from 'node:crypto'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { GENESIS, type Head, type Seal, sealRows, signHead, type Tip } from './chain.ts'
import {
  type Ends,
  findEnds,
  findOpenDay,
  insertHead,
  insertSeals,
  listUnsealed,
  lockChain,
  setCounter,
  tryLockChain,
} from './chain.queries.ts'

/** few enough that hashing them keeps nobody waiting */
const ROWS_AT_ONCE = 1_000

export type Sealed = { rows: number; last: Pick<Seal, 'position' | 'hash'> | null; closed: Head | null }

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

/** One batch in one transaction, under the lock: the ended day is signed, then waiting rows are sealed. */
async function sealBatch(db: Db, today: string, key: KeyObject): Promise<Sealed> {
  const ends = await findEnds(db)
  if (ends.last && ends.last.position > ends.counter) await setCounter(db, ends.last.position)
  const closed = await closeDay(db, ends, today, key)
  const rows = await listUnsealed(db, ROWS_AT_ONCE)
  const { day, ...tip } = nextPlace(closed ? { ...ends, head: closed } : ends, today)
  const seals = sealRows(tip, day, rows)
  if (seals.length > 0) await insertSeals(db, seals)
  return { rows: seals.length, last: seals.at(-1) ?? ends.last, closed }
}

/** One batch, or null while another instance seals. */
export const trySealing = ({ db, now }: Services, key: KeyObject): Promise<Sealed | null> =>
  db
    .transaction()
    .execute(async (held) => ((await tryLockChain(held)) ? sealBatch(held, manilaDay(now()), key) : null))

/** Seals everything that is committed now; waits for another instance that is at it. */
export async function sealWaiting({ db, now }: Services, key: KeyObject): Promise<void> {
  for (let rows = -1; rows !== 0; )
    rows = await db.transaction().execute(async (held) => {
      await lockChain(held)
      return (await sealBatch(held, manilaDay(now()), key)).rows
    })
}
