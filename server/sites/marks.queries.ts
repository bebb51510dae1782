import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'
import { marksOfSite } from './sites.queries.ts'

type Kept = {
  id: number
  project_area: string
  mapped_area_ha: number | null
  warning_kinds: string[]
  quarantined: number
}

const keptOf = fixedQuery(
  (_db, { ids }: { ids: readonly number[] }) => sql<Kept>`
    select site_profiles.id, project_area, area_ha::float8 as mapped_area_ha,
      jsonb_path_query_array(coalesce(warnings, '[]'), '$[*].kind') as warning_kinds,
      (
        select count(*) from files
        where files.id in (agreement_id, site_profiles.map_kml_id) and scan_status = 'quarantined'
      ) as quarantined
    from site_profiles
    left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id
    where site_profiles.id = any(${ids}::integer[])`,
)

/** The warnings of these profiles, as their approval list shows them. */
export async function listMarksOfSites(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await keptOf(db, { ids })
  return new Map(rows.map((row) => [row.id, marksOfSite(row, row)]))
}
