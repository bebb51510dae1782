import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** The years of the published summaries, newest first. */
export async function listPublishedYears(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('summaries')
    .select('year')
    .where('published_at', 'is not', null)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}

/** Changes with every approval, and with the years that have a published summary: one statement for both. */
export async function publicVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ',
      (select coalesce(sum(approvals), 0) from record_changes),
      (select string_agg(year::text, ' ' order by year) from summaries where published_at is not null)
    ) as version`.execute(db)
  return rows[0]?.version ?? ''
}
