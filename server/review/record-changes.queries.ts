import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

export type RegionVersion = { region_id: number; records: number; approvals: number }

/** How often the records of each region, and its approved sites, have changed; every region, by name. */
export async function listRegionVersions(db: Db): Promise<RegionVersion[]> {
  const { rows } = await sql<RegionVersion>`
    select regions.id as region_id,
      coalesce(sum(record_changes.records), 0)::bigint as records,
      coalesce(sum(record_changes.approvals), 0)::bigint as approvals
    from regions left join record_changes on record_changes.region_id = regions.id
    group by regions.id order by regions.name`.execute(db)
  return rows
}

/** Counts every change of what the public may see. */
export async function approvedVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(sum(approvals), 0)::bigint as version from record_changes`.execute(db)
  return rows[0]?.version ?? 0
}
