import { addDays } from '../../shared/lib/date-range.ts'
import { type Finding, finding } from '../../shared/audit/findings.ts'
import { FINDINGS_KEPT } from '../../shared/audit/integrity.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import type { FileStore } from '../lib/file-store.ts'
import { type Outside, publicLogCheck } from '../public-log/verifying.ts'
import {
  findCounter,
  findEnds,
  findHash,
  findNumbers,
  findWaiting,
  listEntries,
  listHeads,
  listNeverSealed,
} from './chain.queries.ts'
import { chainCheck, checkHeads, checkKept, type Entry, type Kept } from './check.ts'
import { trustedKeys } from './signing-key.ts'

const ROWS_AT_ONCE = 1_000

/** What a verification came to. */
export type Verified = {
  rows: number
  days: number
  findings_count: number
  findings: Finding[]
  notes: string[]
}

type Options = {
  /** heads that were kept elsewhere */
  kept?: Kept
  /** a checkpoint of the public log that was */
  outside?: Outside
  onProgress?: (checked: number, total: number) => Promise<void> | void
  signal?: AbortSignal | undefined
}

/** The entries up to this place, in order; the next ones are fetched while these are looked at. */
async function* entriesUpTo(db: Db, last: number): AsyncIterable<Entry[]> {
  const after = (position: number) => listEntries(db, position, ROWS_AT_ONCE)
  let next = after(0)
  for (;;) {
    const entries = (await next).filter(({ seal }) => seal.position <= last)
    const end = entries.at(-1)?.seal.position
    if (end === undefined) return
    next = end < last ? after(end) : Promise.resolve([])
    // a failure is told when its turn comes
    next.catch(() => undefined)
    yield entries
  }
}

/** Rows whose own date is more than a day away from the day they were sealed on. */
function dateCheck() {
  let count = 0
  let first: number | null = null
  let span = { day: '', from: 0, before: 0 }
  return {
    see({ seal: { day, audit_log_id }, row }: Entry) {
      if (day !== span.day) span = { day, from: startOf(addDays(day, -1)), before: startOf(addDays(day, 2)) }
      const at = row === null ? span.from : Date.parse(row.created_at)
      if (at >= span.from && at < span.before) return
      count += 1
      first ??= audit_log_id
    },
    note: (): string[] => (first === null ? [] : [otherDates(count, first)]),
  }
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`)

const otherDates = (count: number, first: number): string =>
  `${count} rows, the first of them row ${first}, carry a date more than a day away from the day they were sealed on: they were entered later than they say, as the history of a demo bureau or of an older version is.`

async function notesOf(db: Db): Promise<string[]> {
  const waiting = await findWaiting(db)
  const { highest, given } = await findNumbers(db)
  return [
    ...(waiting.rows > 0
      ? [`${waiting.rows} rows wait for their seal, the oldest since ${formatDateTime(waiting.since)}.`]
      : []),
    ...(given > highest
      ? [
          `The log has given out numbers up to ${given}, its last row is ${highest}. Changes that were refused leave such gaps, and so does an end that was cut off with all its seals: only heads kept elsewhere tell which.`,
        ]
      : []),
  ]
}

/**
 * Follows the whole log from its first row to the last seal of this moment and says what is not as it was sealed.
 * Changes nothing, so it can run beside the product and on a copy; memory stays flat.
 */
export async function verifyLog(
  services: Pick<Services, 'db' | 'config'> & { files?: FileStore },
  { kept, outside, onProgress, signal }: Options = {},
): Promise<Verified> {
  const { db, config } = services
  const findings: Finding[] = []
  let findings_count = 0
  const report = (found: Finding) => {
    findings_count += 1
    if (findings.length < FINDINGS_KEPT) findings.push(found)
  }

  // before the chain, or what is published meanwhile would look cut off
  const publicLog = await publicLogCheck(services, outside, report)
  // before the ends, or entries sealed in between would look cut off
  const counter = await findCounter(db)
  const [heads, { last }] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (held) => [await listHeads(held), await findEnds(held)] as const)

  const trusted = trustedKeys(config)
  checkHeads(heads, trusted, report)
  const chain = chainCheck(heads, report)
  const dates = dateCheck()
  const total = last?.position ?? 0
  const days = new Set<string>()
  let rows = 0
  for await (const entries of entriesUpTo(db, total)) {
    signal?.throwIfAborted()
    for (const entry of entries) {
      chain.entry(entry)
      dates.see(entry)
      days.add(entry.seal.day)
    }
    await publicLog.entries(entries)
    rows += entries.length
    await onProgress?.(entries.at(-1)?.seal.position ?? total, total)
  }
  chain.end(counter)

  const never = await listNeverSealed(db, FINDINGS_KEPT)
  for (const { id, day } of never.first) report(finding('row_inserted', { audit_log_id: id, day }))
  findings_count += never.total - never.first.length
  if (kept) checkKept(kept, heads, kept.tip && (await findHash(db, kept.tip.position)), trusted, report)
  const ofLog = await publicLog.end(FINDINGS_KEPT)
  const notes = [...dates.note(), ...(await notesOf(db)), ...ofLog]
  return { rows, days: days.size, findings_count, findings, notes }
}
