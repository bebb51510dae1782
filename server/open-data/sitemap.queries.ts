import { sql } from 'kysely'
import { TIME_ZONE } from '../../shared/lib/dates.ts'
import { listAlteredSites } from '../claims/altered-sites.actions.ts'
import { isAmong, isUnlikeLog } from '../claims/unlike-log.queries.ts'
import type { Db } from '../database/db.ts'

/** A page of the map: the sites approved in a month of Manila, of one block of internal numbers. */
export type MapPage = { month: string; block: number }

const monthOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(TIME_ZONE)}, 'YYYY-MM')`
const blockOf = (size: number) => sql<number>`site_activity_id / ${sql.lit(size)}`

/**
 * Lists the pages of the map with the time of their last change. A site is on the page of the month of its approval. A
 * month with many has a page for each block of `size` numbers, so that no page depends on another.
 */
export async function listMapPages(db: Db, size: number): Promise<(MapPage & { changed_at: string })[]> {
  const { rows } = await sql<MapPage & { changed_at: string }>`
    select ${monthOf('approved_at')} as month, ${blockOf(size)} as block, max(coalesce(until, since)) as changed_at
    from approved_site_history where site_activity_id is not null
    group by 1, 2 having bool_or(until is null) order by 1, 2`.execute(db)
  return rows
}

/** Lists the public pages of sites on a page of the map, by number. */
export async function listMapSites(
  db: Db,
  { month, block }: MapPage,
  size: number,
): Promise<{ id: number; approved_at: string }[]> {
  const altered = await listAlteredSites(db)
  return db
    .selectFrom('approved_sites')
    .innerJoin('site_profiles', 'site_profiles.id', 'approved_sites.site_profile_id')
    .select(['approved_sites.site_activity_id as id', 'approved_sites.approved_at'])
    .where('site_activity_id', '>=', block * size)
    .where('site_activity_id', '<', (block + 1) * size)
    .where(monthOf('approved_sites.approved_at'), '=', month)
    .where((eb) => eb.not(isAmong('approved_sites.site_profile_id', altered)))
    .where((eb) => eb.not(isUnlikeLog({ boundary: false, at: null })))
    .orderBy('site_activity_id')
    .$narrowType<{ id: number }>()
    .execute()
}
