import type { Db } from '../database/db.ts'

/** Lists the years of the published summaries, newest first. */
export async function listPublishedYears(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('summaries')
    .select('year')
    .where('published_at', 'is not', null)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}
