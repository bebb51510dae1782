import { ACTIVITY } from '../activities/activity.kind.ts'
import { SITE } from '../sites/site.kind.ts'
import type { KindFacts, RecordKind, RecordTable, ReviewedRow } from '../review/record.kind.ts'

/** The kinds of records in the review chain: profiles, then activities. */
export const KINDS: readonly KindFacts[] = [SITE, ACTIVITY]

/** The kind whose records are in this table. */
export function kindIn(table: RecordTable['name']): KindFacts {
  const kind = KINDS.find((one) => one.table.name === table)
  if (!kind) throw new Error(`No kind of record is in ${table}.`)
  return kind
}

type Use<Result> = <Row extends ReviewedRow>(kind: RecordKind<Row>) => Result

/** A table without its kind does not compile. */
const IN_FULL: Record<RecordTable['name'], <Result>(use: Use<Result>) => Result> = {
  site_profiles: (use) => use(SITE),
  site_activities: (use) => use(ACTIVITY),
}

/** Calls `use` with the whole kind whose records are in this table. */
export const withKind = <Result>(table: RecordTable['name'], use: Use<Result>): Result => IN_FULL[table](use)
