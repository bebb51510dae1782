import { sql } from 'kysely'
import { marksOf } from '../../shared/review/marks.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'

const quarantinedIn = fixedQuery(
  (_db, { ids }: { ids: readonly number[] }) => sql<{ id: number; quarantined: number }>`
    select site_activities.id, (
      select count(*) from site_activity_means
      join files on files.id = site_activity_means.file_id
      where site_activity_means.site_activity_id = site_activities.id and files.scan_status = 'quarantined'
    ) as quarantined
    from site_activities where site_activities.id = any(${ids}::integer[])`,
)

/** The warnings of these activities, as their approval list shows them. */
export async function listMarksOfActivities(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await quarantinedIn(db, { ids })
  return new Map(rows.map(({ id, quarantined }) => [id, marksOf({ quarantined })]))
}
