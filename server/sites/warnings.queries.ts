import { type RawBuilder, sql } from 'kysely'
import { AREA_TOLERANCE_PERCENT } from '../../shared/boundary/boundary-checks.ts'
import { type StoredLandFacts, warningLabels } from '../../shared/review/warning-labels.ts'
import { MAX_OVERLAPS_SHOWN, type OverlapState } from '../../shared/boundary/boundary.schema.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import { isLandWarned, LAND_WARNING_COLUMNS } from '../land/land-warnings.queries.ts'

/** A row with everything from which the warnings of a profile are made. */
type StoredWarnings = StoredLandFacts & {
  id: number
  project_area: string
  mapped_area_ha: number | null
  warning_kinds: string[]
  overlaps: number
  not_compared: number
  overlap_state: OverlapState | null
  quarantined: number
}

type End = 'site_profile_id' | 'other_site_profile_id'

/** The activated sites in stored pairs with this one; `own` and `other` are the two columns of a pair. */
const overlappingSites = (own: End, other: End, condition: RawBuilder<unknown>) => sql`
  select from site_overlaps join site_profiles as met on met.id = ${sql.ref(`site_overlaps.${other}`)}
  where ${sql.ref(`site_overlaps.${own}`)} = site_profiles.id and ${condition} and met.status = 'Activated'`

const SHARES_LAND = sql`overlap_ha is not null`
const NOT_COMPARED = sql`overlap_ha is null`

const countOverlaps = (condition: RawBuilder<unknown>, most: number) => sql<number>`(
  select count(*) from (
    ${overlappingSites('site_profile_id', 'other_site_profile_id', condition)}
    union all ${overlappingSites('other_site_profile_id', 'site_profile_id', condition)}
    limit ${sql.lit(most)}
  ) as counted
)`

/** The columns of `StoredWarnings`, from `site_profiles` and `site_boundaries`. */
const WARNING_COLUMNS = sql`
  site_profiles.id, site_profiles.project_area, site_boundaries.area_ha::float8 as mapped_area_ha,
  jsonb_path_query_array(
    coalesce(site_boundaries.warnings, '[]'), '$[*] ? (@.kind != "overlap").kind'
  ) as warning_kinds,
  ${countOverlaps(SHARES_LAND, MAX_OVERLAPS_SHOWN + 1)} as overlaps,
  ${countOverlaps(NOT_COMPARED, 1)} as not_compared,
  site_boundaries.overlap_state,
  (
    select count(*) from files
    where files.id in (site_profiles.agreement_id, site_profiles.map_kml_id) and scan_status = 'quarantined'
  ) as quarantined,
  ${LAND_WARNING_COLUMNS}`

/** Whether a profile has warnings: the SQL twin of `warningLabelsOfSite`, for rows with `site_boundaries`. */
export const isWarned = sql<boolean>`(
    site_boundaries.site_profile_id is null
    or abs((site_boundaries.area_ha::float8 - project_area::float8) / project_area::float8 * 100)
      > ${sql.lit(AREA_TOLERANCE_PERCENT)}
    or jsonb_path_exists(site_boundaries.warnings, '$[*] ? (@.kind != "overlap" && @.kind != "area_differs")')
    or site_boundaries.overlap_state <> 'measured'
    or exists (${overlappingSites('site_profile_id', 'other_site_profile_id', sql`true`)})
    or exists (${overlappingSites('other_site_profile_id', 'site_profile_id', sql`true`)})
    or agreement_id in (select id from files where scan_status = 'quarantined')
    or site_profiles.map_kml_id in (select id from files where scan_status = 'quarantined')
    or ${isLandWarned}
  )`

const warningLabelsOfSite = ({
  project_area,
  mapped_area_ha,
  warning_kinds,
  overlap_state,
  ...stored
}: StoredWarnings) =>
  warningLabels({
    boundary: {
      declared_ha: Number(project_area),
      drawn_ha: mapped_area_ha,
      warnings: warning_kinds,
      overlaps: stored.overlaps,
      not_compared: stored.not_compared,
      overlap_state: overlap_state ?? 'measured',
    },
    land: stored,
    quarantined: stored.quarantined,
  })

/**
 * Returns the stored warnings of these profiles, a few words per warning, as their pages, lists, decisions on many and
 * the log show them (S-139).
 */
export async function listWarningLabelsOfSites(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StoredWarnings>`
    select ${WARNING_COLUMNS} from site_profiles
    left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id
    where site_profiles.id = any(${arrayOfIds(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, warningLabelsOfSite(row)]))
}
