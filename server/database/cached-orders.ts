import { Buffer } from 'node:buffer'
import type { Db } from './db.ts'

/** The ids of a list's rows in order, and the version they were read at. */
type Order = { ids: Int32Array; version: number; seen: SeenVersions }

/** How often each source of a list had changed. */
export type SeenVersions = ReadonlyMap<string, number>

/** How a cached order finds out which of its rows have changed. */
export type Changes = {
  /** a number that grows with every change that the list can show */
  version: (db: Db) => Promise<number>
  /** the present version, and the rows that may have changed since `seen`; null rows where that is not known */
  since: (
    db: Db,
    seen: SeenVersions | null,
  ) => Promise<{ version: number; seen: SeenVersions; rows: number[] | null }>
}

export type Ordered = {
  /** unique among lists */
  key: string
  changes: Changes
  /** returns the ids of the rows in order: of all of them, or of those among some */
  read: (db: Db, among?: readonly number[]) => Promise<Int32Array>
}

/** ids cached at once, of four bytes each: forty orders of 200,000 rows */
const MAX_NUMBERS = 8_000_000
/** what one more order costs in memory, in ids */
const OVERHEAD = 500
/** a shorter order is read again as quickly as it is patched */
const MIN_LENGTH_TO_PATCH = 500
/** rows of the order that one round of the search compares with */
const PROBES = 64

/** Unpacks ids that the database has packed with `int4send`. */
export function unpackNumbers(bytes: Buffer | null): Int32Array {
  const ids = new Int32Array((bytes?.length ?? 0) / 4)
  for (let at = 0; at < ids.length; at += 1) ids[at] = bytes?.readInt32BE(at * 4) ?? 0
  return ids
}

type Sort = (ids: number[]) => Promise<Int32Array>

/**
 * Returns how many rows of an order come before each of these rows, which are sorted and not in the order. `sort` puts
 * rows into the list's order; each round compares the rows with a few of the order's. Returns null when the result
 * contradicts the order.
 */
export async function placesAmong(order: Int32Array, rows: Int32Array, sort: Sort): Promise<number[] | null> {
  const places = Array.from(rows, (id) => ({ id, from: 0, to: order.length }))
  for (;;) {
    const probes = new Map<number, number>()
    for (const { from, to } of places)
      for (let n = 0; n < PROBES && from < to; n += 1) {
        const at = from + Math.floor(((to - from) * n) / PROBES)
        probes.set(order[at] ?? 0, at)
      }
    if (probes.size === 0) return places.map(({ from }) => from)
    const among = await sort([...probes.keys(), ...rows])
    if (among.length !== probes.size + rows.length) return null
    let place = 0
    let passed = -1
    for (const id of among) {
      const at = probes.get(id)
      const next = places[place]
      if (at === undefined) {
        if (next?.id !== id) return null
        next.from = Math.max(next.from, passed + 1)
        place += 1
      } else {
        if (at < passed) return null
        // every row sorted before this probe ends at it at the latest
        for (const before of places.slice(0, place).reverse()) {
          if (before.to <= at) break
          before.to = at
        }
        passed = at
      }
    }
  }
}

/** Removes rows from the order. `indexOf` per row takes a tenth of the time of testing every id. */
function withoutRows(order: Int32Array, rows: readonly number[]): Int32Array {
  const places = rows
    .map((id) => order.indexOf(id))
    .filter((at) => at >= 0)
    .toSorted((a, b) => a - b)
  const rest = new Int32Array(order.length - places.length)
  let from = 0
  for (const [n, at] of places.entries()) {
    rest.set(order.subarray(from, at), from - n)
    from = at + 1
  }
  rest.set(order.subarray(from), from - places.length)
  return rest
}

function withRowsAt(order: Int32Array, rows: Int32Array, places: readonly number[]): Int32Array {
  const all = new Int32Array(order.length + rows.length)
  let from = 0
  for (const [n, at] of places.entries()) {
    all.set(order.subarray(from, at), from + n)
    all[at + n] = rows[n] ?? 0
    from = at
  }
  all.set(order.subarray(from), from + rows.length)
  return all
}

/** Moves changed rows to their new places and drops those that left the list; null when `sort` contradicts it. */
async function patchedOrder(order: Int32Array, changed: number[], sort: Sort): Promise<Int32Array | null> {
  const rest = withoutRows(order, changed)
  const rows = await sort(changed)
  const places = await placesAmong(rest, rows, sort)
  return places && withRowsAt(rest, rows, places)
}

/** Returns the present order, from one transaction, so that the list of changes and the rows belong to one state. */
const currentOrder = (db: Db, { changes, read }: Ordered, old: Order | null): Promise<Order> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (now) => {
      const { version, seen, rows } = await changes.since(now, old?.seen ?? null)
      const isWorth = old !== null && rows !== null && old.ids.length >= MIN_LENGTH_TO_PATCH
      const ids = isWorth ? await patchedOrder(old.ids, rows, (among) => read(now, among)) : null
      return { ids: ids ?? (await read(now)), version, seen }
    })

type Entry = { version: number; order: Promise<Order>; size: number }

/**
 * Caches the orders of lists. The version is read each time, so a change shows at once on every instance; then only the
 * rows that may have changed are placed again. Concurrent callers share a read. The least recently used goes first.
 */
export function cacheOrders(most: number = MAX_NUMBERS) {
  const byDatabase = new WeakMap<Db, Map<string, Entry>>()
  return async (db: Db, list: Ordered): Promise<Int32Array> => {
    const entries = byDatabase.get(db) ?? new Map<string, Entry>()
    byDatabase.set(db, entries)
    const version = await list.changes.version(db)
    const known = entries.get(list.key)
    entries.delete(list.key)
    if (known && known.version >= version) {
      entries.set(list.key, known)
      return (await known.order).ids
    }
    const before = known?.order.catch(() => null) ?? Promise.resolve(null)
    const order = before.then((old) => (old && old.version >= version ? old : currentOrder(db, list, old)))
    const entry: Entry = { version, order, size: known?.size ?? OVERHEAD }
    entries.set(list.key, entry)
    try {
      const { ids, version: latest } = await order
      entry.version = latest
      entry.size = OVERHEAD + ids.length
      evict(entries, most)
      return ids
    } catch (error) {
      if (entries.get(list.key) === entry) entries.delete(list.key)
      throw error
    }
  }
}

function evict(entries: Map<string, Entry>, most: number): void {
  let size = 0
  for (const entry of entries.values()) size += entry.size
  for (const [key, entry] of entries) {
    if (size <= most) return
    entries.delete(key)
    size -= entry.size
  }
}
