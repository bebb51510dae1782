import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Position } from '../../shared/boundary/boundary.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { photoRemarks, type PhotoTwin } from '../../shared/land/photo-remarks.ts'
import type { PhotoFacts } from '../../shared/land/photos.schema.ts'
import type { Db } from '../database/db.ts'

type Row = Omit<PhotoFacts, 'place' | 'remarks'> & {
  longitude: number | null
  latitude: number | null
  metres: number | null
  is_read: boolean
  reporting_year: number | null
  project_year_start: number
  twin:
    | (Omit<PhotoTwin, 'other_activity'> & { site_activity_id: number; reporting_year: number | null })
    | null
  total: number
}

const NOT_READ = 'What it says of place and time was not read yet.'

function photoOf({ longitude, latitude, metres, total: _, ...row }: Row): PhotoFacts {
  const { is_read, reporting_year, project_year_start, twin, ...facts } = row
  const place =
    longitude === null || latitude === null ? null : { point: [longitude, latitude] as Position, metres }
  const claims = { ...facts, place, fault: is_read ? facts.fault : NOT_READ }
  const context = {
    reporting_year,
    project_year_start,
    twin: twin && {
      ...twin,
      other_activity: twin.site_activity_id === facts.site_activity_id ? null : twin,
    },
  }
  return { ...claims, remarks: photoRemarks(claims, context) }
}

/** SQL: the number of an indicator, such as 3.2.1. */
const NUMBER = sql`concat_ws('.', site_principles.principle_number, site_criteria.order, site_criteria_indicators.order)`

/** SQL: a time as a camera wrote it, without a time zone */
const AS_WRITTEN = sql`'YYYY-MM-DD"T"HH24:MI:SS'`

/** SQL: joins evidence with the indicator that it is under. */
const INDICATOR = sql`
  join site_criteria_indicators on site_criteria_indicators.id = site_activity_means.sites_criteria_indicator_id
  join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
  join site_principles on site_principles.id = site_criteria.sites_principle_id`

type Wanted = Pick<PageQuery, 'page' | 'length'> & {
  sites_principle_id?: number | undefined
  /** only those that name a place */
  placed?: boolean
}

/** Drafts are not disclosed outside their office, not even by a remark. */
const mayBeSeen = ({ access_level }: Actor, activities: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${activities}.${name}`)
  const isActivated = sql<boolean>`${column('status')} = 'Activated'`
  return access_level === 'PENRO'
    ? isActivated
    : sql<boolean>`${isActivated} and ${column('site_status')} <> 'Save as Draft'`
}

/**
 * Lists a page of the photographs of an activity, or of the activities of a profile that the caller may see, in the order
 * of their evidence, each with what it says of itself and one other of the same second and camera. Nothing is measured:
 * distances are stored. A page past the end is the last one (S-103).
 */
export async function listPhotos(
  db: Db,
  actor: Actor,
  of: { site_activity_id: number } | { site_profile_id: number },
  { page, length, sites_principle_id, placed = false }: Wanted,
): Promise<PageReply<PhotoFacts>> {
  const conditions = [
    'site_activity_id' in of
      ? sql`site_activities.id = ${of.site_activity_id}`
      : sql`site_activities.site_profile_id = ${of.site_profile_id}
          and ${mayBeSeen(actor, 'site_activities')}`,
    ...(sites_principle_id === undefined ? [] : [sql`site_principles.id = ${sites_principle_id}`]),
    ...(placed ? [sql`photo_facts.longitude is not null`] : []),
  ]
  const { rows } = await sql<Row>`
    with photos as (
      select files.id as file_id, files.name, site_activities.id as site_activity_id, ${NUMBER} as indicator,
        longitude, latitude, photo_facts.taken_at, photo_facts.written_at, gps_at, camera, fault,
        case when measured_map_kml_id = site_profiles.map_kml_id then metres end as metres,
        photo_facts.file_id is not null as is_read, site_activities.reporting_year, site_activities.site_profile_id,
        site_profiles.project_year_start, count(*) over () as total,
        row_number() over (order by site_activity_means.id) as place
      from site_activity_means ${INDICATOR}
      join site_activities on site_activities.id = site_activity_means.site_activity_id
      join site_profiles on site_profiles.id = site_activities.site_profile_id
      join files on files.id = site_activity_means.file_id and files.kind = 'image'
      left join photo_facts on photo_facts.file_id = files.id
      where ${sql.join(conditions, sql` and `)}
    ), shown as (
      select * from photos where place > (least(${page}, ceil(total::numeric / ${length})) - 1) * ${length}
      order by place limit ${length}
    )
    select file_id, name, site_activity_id, indicator, longitude, latitude, metres, camera, fault, is_read,
      reporting_year, project_year_start, total, gps_at, to_char(taken_at, ${AS_WRITTEN}) as taken_at,
      to_char(written_at, ${AS_WRITTEN}) as written_at, twin
    from shown left join lateral (
      select jsonb_build_object('name', files.name, 'indicator', ${NUMBER}, 'site_activity_id', others.id,
        'reporting_year', others.reporting_year) as twin
      from photo_facts as same
      join site_activity_means on site_activity_means.file_id = same.file_id
      join site_activities as others on others.id = site_activity_means.site_activity_id
      join files on files.id = same.file_id ${INDICATOR}
      where same.taken_at = shown.taken_at and same.camera = shown.camera and same.file_id <> shown.file_id
        and others.site_profile_id = shown.site_profile_id and ${mayBeSeen(actor, 'others')}
      order by others.id = shown.site_activity_id desc, site_activity_means.id limit 1
    ) as twins on true
    order by place`.execute(db)
  const total = rows[0]?.total ?? 0
  return { data: rows.map(photoOf), totalCount: total, filteredCount: total }
}
