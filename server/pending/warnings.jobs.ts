import { sql } from 'kysely'
import { manilaDay } from '../../shared/lib/dates.ts'
import { plural } from '../../shared/lib/format.ts'
import { type AuditEntry, writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import type { Db } from '../database/db.ts'
import { listSitesWithEndedPapers } from '../land/instruments.queries.ts'
import type { KindFacts } from '../review/record.kind.ts'
import { SITE } from '../sites/site.kind.ts'
import { KINDS } from './kinds.ts'

const PER_BATCH = 500

type Running = Pick<Services, 'db' | 'now'>

/** What was found of the stored warnings of all records; those that differed from the rule have been corrected. */
export type ComparedWarnings = { records: number; differences: number }

/** Stores the warnings of these records of a kind, a batch at a time, each in its own transaction. */
async function storeInBatches(
  { db, now }: Running,
  kind: KindFacts,
  nextIds: (after: number) => Promise<number[]>,
  signal?: AbortSignal,
): Promise<ComparedWarnings> {
  const compared = { records: 0, differences: 0 }
  for (let after = 0; !signal?.aborted; ) {
    const ids = await nextIds(after)
    const changed = db.transaction().execute((own) => kind.storeWarnings(own, ids, now()))
    compared.records += ids.length
    compared.differences += await changed
    if (ids.length < PER_BATCH) break
    after = ids.at(-1) ?? after
  }
  return compared
}

async function listIds(db: Db, { table }: KindFacts, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table.name)} where id > ${after} order by id limit ${PER_BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Stores the warnings of all records anew, as the rule of each kind says; what a killed server left is compared from the
 * beginning, since nothing is written where nothing differs.
 */
export async function storeAllWarnings(running: Running, signal?: AbortSignal): Promise<ComparedWarnings> {
  const compared = { records: 0, differences: 0 }
  for (const kind of KINDS) {
    const one = await storeInBatches(running, kind, (after) => listIds(running.db, kind, after), signal)
    compared.records += one.records
    compared.differences += one.differences
  }
  return compared
}

/** Compares the stored warnings of all records with the rule, corrects those that differ, and logs how many did. */
export async function recountWarnings(
  running: Running,
  { actor, signal }: { actor?: AuditEntry['actor']; signal?: AbortSignal | undefined } = {},
): Promise<ComparedWarnings> {
  const compared = await storeAllWarnings(running, signal)
  if (compared.differences > 0)
    await writeAudit(running.db, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Stored Counts Corrected',
      ...(actor ? { actor } : {}),
      changes: [{ field: 'record_warnings', old: null, new: plural(compared.differences, 'row') }],
    })
  return compared
}

/**
 * Runs when a day begins in Manila: stores what ended with the day before, and then compares the warnings of all records
 * with the rule.
 */
export async function beginDay(running: Running, signal?: AbortSignal): Promise<ComparedWarnings> {
  const today = manilaDay(running.now())
  await storeInBatches(
    running,
    SITE,
    (after) => listSitesWithEndedPapers(running.db, today, { after, most: PER_BATCH }),
    signal,
  )
  return recountWarnings(running, { signal })
}
