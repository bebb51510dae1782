import { type Finding, finding } from '../../shared/audit/findings.ts'
import { FINDINGS_KEPT } from '../../shared/audit/integrity.schema.ts'
import type { Altered } from '../../shared/claims/altered.ts'
import { formatDateTime, manilaDayOf } from '../../shared/lib/dates.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { type CheckedClaims, type ClaimOptions, claimsCheck } from './claims.check.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { FileStore } from '../store/file-store.ts'
import { entryOf, isEntryOfErased } from '../public-log/entry.ts'
import { listUnexplainedErasures } from '../proofs/erase.queries.ts'
import { findLogSize } from '../public-log/log.queries.ts'
import type { LogDay } from '../public-log/external.queries.ts'
import { type ExternalCheckpoints, findCheckpoints, treeCheck } from '../public-log/verify-checkpoints.ts'
import { findLogNumbers, findUnsealed, listNeverSealed } from '../audit/logged-rows.queries.ts'
import { listSealed, type SealedRow } from './verify.queries.ts'

const ROWS_AT_ONCE = 1_000
/** a running server has published a row by then */
const SETTLED_AFTER_MS = '10 minutes'

export type VerificationResult = {
  rows: number
  /** days in Manila on which they were written */
  days: number
  findings_count: number
  findings: Finding[]
  notes: string[]
  /** how much public data was compared with the log */
  compared: CheckedClaims
}

type Options = {
  /** checkpoints of the public log that were stored elsewhere */
  outside?: ExternalCheckpoints
  claims?: Pick<ClaimOptions, 'files' | 'known' | 'now' | 'onFile'>
  onAltered?: (altered: Altered) => void
  onProgress?: (checked: number, total: number) => Promise<void> | void
  signal?: AbortSignal | undefined
}

/** Yields the entries up to this size, in order; fetches the next batch while the caller processes one. */
async function* entriesUpTo(db: Db, size: number): AsyncIterable<SealedRow[]> {
  const from = (index: number) => listSealed(db, index, ROWS_AT_ONCE)
  let next = from(0)
  for (;;) {
    const entries = (await next).filter(({ log_index }) => log_index < size)
    const last = entries.at(-1)?.log_index
    if (last === undefined) return
    next = last + 1 < size ? from(last + 1) : Promise.resolve([])
    // a failure is thrown when this batch is awaited
    next.catch(() => undefined)
    yield entries
  }
}

/** Returns what is wrong with a row; null where nothing is. */
function faultOf({
  salt,
  entry,
  row,
  isErased,
  kept,
}: SealedRow): 'row_removed' | 'row_changed' | 'salt_gone' | 'erased_row_changed' | null {
  if (row === null) return 'row_removed'
  if (salt !== null) return entryOf(salt, row).equals(entry) ? null : 'row_changed'
  if (!isErased) return 'salt_gone'
  return isEntryOfErased(kept, row, entry) ? null : 'erased_row_changed'
}

/** Counts days, and rows that are no fault: lost, erased, or sealed long after their own date. */
function countDays(heads: readonly LogDay[]) {
  const days = new Set<string>()
  const counts = { lost: 0, erased: 0, late: 0 }
  const left = [...heads]
  /** when the last day before this entry was closed */
  let since = 0
  let firstLate: number | null = null
  return {
    days,
    see({ log_index, audit_log_id, row, isErased }: SealedRow) {
      if (audit_log_id === null) counts.lost += 1
      if (isErased) counts.erased += 1
      if (row === null) return
      const at = Date.parse(row.created_at)
      days.add(manilaDayOf(row.created_at))
      for (let head = left[0]; head && head.size <= log_index; head = left[0]) {
        left.shift()
        since = Date.parse(head.made_at)
      }
      if (at >= since - DAY_MS) return
      counts.late += 1
      firstLate ??= row.id
    },
    notes: (): string[] => [
      ...(counts.late > 0
        ? [
            `${counts.late} rows, the first of them row ${firstLate}, have a date more than a day before they were sealed: they were entered later than their dates say.`,
          ]
        : []),
      ...(counts.lost > 0
        ? [`${counts.lost} entries of the log have lost their row with a restore that an operator accepted.`]
        : []),
      ...(counts.erased > 0
        ? [`Personal data of ${counts.erased} rows was erased by an operator; each reason is in the log.`]
        : []),
    ],
  }
}

/** Checks the rows without an entry, and the ids that were assigned; returns notes. */
async function checkUnlogged(
  db: Db,
  { isEmpty, isPublished }: { isEmpty: boolean; isPublished: boolean },
  report: (found: Finding, count?: number) => void,
): Promise<string[]> {
  const never = await listNeverSealed(db, FINDINGS_KEPT)
  never.first.forEach(({ id, day }, at) => {
    const isLast = at === never.first.length - 1
    report(finding('row_inserted', { audit_log_id: id, day }), isLast ? never.total - at : 1)
  })
  for (const audit_log_id of await listUnexplainedErasures(db, FINDINGS_KEPT))
    report(finding('erasure_unexplained', { audit_log_id }))
  const { highest, assigned, isOld, isUsed } = await findLogNumbers(db, SETTLED_AFTER_MS)
  if (isEmpty && highest === 0 && isUsed) report(finding('rows_gone'))
  if (!isPublished && isOld) report(finding('nothing_published'))
  const waiting = await findUnsealed(db)
  return [
    ...(waiting.rows > 0
      ? [
          `${waiting.rows} rows are waiting for their seal, the oldest since ${formatDateTime(waiting.since)}.`,
        ]
      : []),
    ...(assigned > highest
      ? [
          `The log has assigned numbers up to ${assigned}, and its last row is ${highest}. Refused changes leave such gaps, and so does an end that was cut off with all its checkpoints: only a checkpoint stored elsewhere shows which.`,
        ]
      : []),
  ]
}

const unreadFilesNote = ({ unread }: CheckedClaims): string[] =>
  unread > 0 ? [`The bytes of ${unread} files could not be read from the file store.`] : []

/**
 * Verifies the whole log, from the first entry to the last of this moment, against its entries and checkpoints, and
 * everything public against the log. Changes nothing, so it can run beside the product and on a copy; memory stays
 * flat.
 */
export async function verifyLog(
  services: Pick<Services, 'db' | 'config'> & { files?: FileStore },
  { outside, claims, onAltered, onProgress, signal }: Options = {},
): Promise<VerificationResult> {
  const { db } = services
  const findings: Finding[] = []
  let findings_count = 0
  const report = (found: Finding, count = 1) => {
    findings_count += count
    if (findings.length < FINDINGS_KEPT) findings.push(found)
  }

  // read before the entries, or a checkpoint published meanwhile would be larger than the log
  const { held, published, days, notes } = await findCheckpoints(services, outside, report)
  const tree = treeCheck(held, report)
  const counts = countDays(days)
  const total = await findLogSize(db)
  let rows = 0
  for await (const entries of entriesUpTo(db, total)) {
    signal?.throwIfAborted()
    for (const sealed of entries) {
      tree.entry(sealed)
      counts.see(sealed)
      const { log_index, audit_log_id } = sealed
      const fault = audit_log_id === null ? null : faultOf(sealed)
      if (fault) report(finding(fault, { audit_log_id, position: log_index + 1 }))
    }
    rows += entries.length
    await onProgress?.(rows, total)
  }
  tree.end()
  const state = { isEmpty: rows === 0, isPublished: published !== null }
  const ofRest = await checkUnlogged(db, state, report)
  const compared = await claimsCheck(services, { ...claims, signal }, (altered) => {
    onAltered?.(altered)
    report(finding('record_altered', { sentence: altered.sentence }))
  })
  return {
    rows,
    days: counts.days.size,
    findings_count,
    findings,
    compared,
    notes: [...counts.notes(), ...ofRest, ...notes, ...unreadFilesNote(compared)],
  }
}
