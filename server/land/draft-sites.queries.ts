import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** A site whose findings would differ, with the names of the land; `reason`: why it could not be compared. */
export type DraftSite = {
  site_profile_id: number
  gained: string[]
  lost: string[]
  changed: string[]
  reason: string | null
}

export async function deleteDraftSites(db: Db, land_layer_version_id: number): Promise<void> {
  await db.deleteFrom('land_draft_sites').where('land_layer_version_id', '=', land_layer_version_id).execute()
}

export async function insertDraftSites(
  db: Db,
  land_layer_version_id: number,
  sites: readonly DraftSite[],
): Promise<void> {
  if (sites.length === 0) return
  await db
    .insertInto('land_draft_sites')
    .values(sites.map((site) => ({ ...site, land_layer_version_id })))
    .execute()
}

/** The findings that these profiles have in a layer now. */
export async function listKnownOfSites(db: Db, layer_id: number, ids: readonly number[]) {
  const { rows } = await sql<{
    site_profile_id: number
    feature_key: string
    feature_sha256: string | null
    feature_code: string | null
    feature_name: string | null
    overlap_ha: number
    share: number
  }>`
    select site_profile_id, feature_key, feature_sha256, feature_code, feature_name, overlap_ha::float8 as overlap_ha,
      share::float8 as share
    from land_findings
    where land_layer_id = ${layer_id} and state <> 'gone' and site_profile_id = any(${[...ids]}::integer[])
    order by id`.execute(db)
  return rows
}

/** Queues the comparison of a draft with the sites; queued again, it is still one job. */
export async function queueDraftComparison(db: Db, version_id: number): Promise<void> {
  await sql`select graphile_worker.add_job('compare_draft', json_build_object('version_id', ${version_id}::integer),
    queue_name => 'screen_land', job_key => 'compare_draft ' || ${version_id}::integer)`.execute(db)
}
