import { type RawBuilder, sql } from 'kysely'
import type { RecordTable } from '../../../server/review/record.kind.ts'

/** SQL: the numbers among all records of these profiles or activities. */
export const recordIds = (table: RecordTable['name'], ...ids: readonly number[]): RawBuilder<number> =>
  sql<number>`(select record_id from ${sql.table(table)} where id = any(${ids}::integer[]))`
