import { type RawBuilder, sql } from 'kysely'
import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import type { Db } from '../database/db.ts'

/** Facts as texts, by name; null if the record has none. */
export type Facts = Record<string, string | null>
export type FactsOf = 'site' | 'activity'

/** A time in UTC to the microsecond, as the log writes times. */
const moment = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const digest = (text: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

const listed = (list: RawBuilder<unknown>) => sql`nullif(array_to_string(${list}, '; '), '')`

type Fact = readonly [name: string, text: RawBuilder<unknown>]

const column =
  (table: 'profile' | 'activity') =>
  (name: string): Fact => [name, sql`${sql.ref(`${table}.${name}`)}::text`]
const ofProfile = column('profile')
const ofActivity = column('activity')
const ofBoundary = (text: RawBuilder<unknown>) =>
  sql`(select ${text} from site_boundaries where site_profile_id = profile.id)`

/**
 * The facts that the log states of an approved record, in a form that anyone can reproduce: numbers as PostgreSQL
 * writes them, times in UTC to the microsecond, lists joined by "; ". A value that becomes public later is added here,
 * with a new form of the entry (`server/public-log/entry.ts`).
 *
 * - `map_sha256`: of the location map as it was uploaded.
 * - `boundary_sha256`: of the boundary as GeoJSON in the form in which PostgreSQL writes `jsonb` as text.
 * - `boundary_ha`: hectares inside the boundary, with two decimals.
 * - `figures`: each "ID=VALUE", in the order of the ids, joined by "; ".
 * - `statements_sha256`: of the text "INDICATOR=SHA-256; INDICATOR=SHA-256 …" in the order of the indicators' ids,
 *   where each SHA-256 is of one statement in UTF-8.
 * - `evidence_sha256`: of the same text for the files, "INDICATOR=SHA-256 of the file", by indicator and then SHA-256.
 */
const FACTS: Record<FactsOf, readonly Fact[]> = {
  site: [
    ...['code', 'name_of_partner', 'region_id', 'province_id', 'city_id', 'project_area'].map(ofProfile),
    ...['year_implemented', 'project_year_start', 'project_year_end'].map(ofProfile),
    ['redd_eligible_activities_area', listed(sql`profile.redd_eligible_activities_area`)],
    ...ELIGIBLE_ACTIVITIES.map(({ field }) => ofProfile(field)),
    ['approved_at', moment(sql`profile.approved_at`)],
    ['map_sha256', sql`(select files.sha256 from files where files.id = profile.map_kml_id)`],
    ['boundary_sha256', ofBoundary(digest(sql`geometry::text`))],
    ['boundary_ha', ofBoundary(sql`area_ha::text`)],
  ],
  activity: [
    ...['site_profile_id', 'reporting_year', 'principle_batch_number'].map(ofActivity),
    ['disabled_principle', listed(sql`activity.disabled_principle`)],
    ['disabled_indicator', listed(sql`activity.disabled_indicator`)],
    ...PRINCIPLE_NUMBERS.map(gradeField).map(ofActivity),
    ['approved_at', moment(sql`activity.approved_at`)],
    [
      'figures',
      sql`(select string_agg(indicator_figure_id || '=' || value, '; ' order by indicator_figure_id)
        from site_activity_figures where site_activity_id = activity.id)`,
    ],
    [
      'statements_sha256',
      digest(sql`(select string_agg(sites_criteria_indicator_id || '=' || ${digest(sql`what_happened`)}, '; '
        order by sites_criteria_indicator_id) from site_activity_statements where site_activity_id = activity.id)`),
    ],
    [
      'evidence_sha256',
      digest(sql`(select string_agg(sites_criteria_indicator_id || '=' || files.sha256, '; '
        order by sites_criteria_indicator_id, files.sha256 collate "C")
        from site_activity_means join files on files.id = site_activity_means.file_id
        where site_activity_id = activity.id)`),
    ],
  ],
}

export const FACT_NAMES = {
  site: FACTS.site.map(([name]) => name),
  activity: FACTS.activity.map(([name]) => name),
}

/** The facts with these names of a row of `FROM[kind]`, as JSON; all by default. */
export const factsJson = (kind: FactsOf, names: readonly string[] = FACT_NAMES[kind]): RawBuilder<Facts> => {
  const wanted = FACTS[kind].filter(([name]) => names.includes(name))
  return sql`json_build_object(${sql.join(wanted.flatMap(([name, text]) => [sql.lit(name), text]))})`
}

/** The tables of the facts, with the aliases that FACTS uses. */
export const FROM = {
  site: sql`site_profiles as profile`,
  activity: sql`site_activities as activity`,
}

/** SQL: the log's module of a kind of record. */
export const moduleOf = (kind: FactsOf) => sql.lit(RECORD_KINDS[kind].module)

/** Returns the facts of one record as changes of a row of the log, without those that are null. */
export async function factChanges(db: Db, kind: FactsOf, id: number): Promise<FieldChange[]> {
  const { rows } = await sql<{ facts: Facts }>`
    select ${factsJson(kind)} as facts from ${FROM[kind]} where id = ${id}`.execute(db)
  return Object.entries(rows[0]?.facts ?? {}).flatMap(([field, value]) =>
    value === null ? [] : [{ field, old: null, new: value }],
  )
}
