import { type RawBuilder, sql } from 'kysely'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import { type FieldChange, STEP_EVENTS } from '../../shared/audit/audit.schema.ts'
import type { Db } from '../database/db.ts'
import { PUBLIC_INSTRUMENTS, publicInstruments } from '../land/instruments.queries.ts'
import { type Facts, factsJson, type FactsOf, FROM, moduleOf } from '../review/public-facts.queries.ts'
import { authorJson, literals } from '../context/authors.queries.ts'
import { type StepRow, WITHDRAWN } from '../../shared/review/chain-faults.ts'

const withdrawnOf = (record_id: RawBuilder<number>) => sql`(
  select coalesce(json_agg(json_build_object('at', confirmed_at, 'reason', reason) order by confirmed_at, id), '[]')
  from approval_withdrawals where approval_withdrawals.record_id = ${record_id} and confirmed_at is not null)`

/** SQL condition: a row of the log says that an approval of this activity was withdrawn. */
const wasWithdrawn = (id: RawBuilder<unknown>) => sql`exists (
  select from audit_logs as ending
  where ending.auditable_type = ${moduleOf('activity')} and ending.auditable_id = ${id}
    and ending.event = ${sql.lit(WITHDRAWN)})`

/** The event whose row states the public facts of a record. */
export const STATING_EVENT = 'Approved (FMB)'

/** The events by which a record came to be approved. */
const CHAIN_EVENTS = ['Created', ...STEP_EVENTS]

/** A row of the log about a record; `index` is its number in the public log, null until it is sealed. */
export type StatedRow = StepRow & {
  index: number | null
  code: string | null
  /** what the row states; empty for the steps before an approval */
  change: FieldChange[]
}

/**
 * SQL: the rows about a record in the order of the public log, so that no row can be slipped in before signed ones. `key`
 * is what an approval needs.
 */
export const statedRows = (
  module: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  events: readonly string[],
  key: PermissionKey | null = null,
) => sql<StatedRow[]>`
  (select coalesce(json_agg(json_build_object('id', log.id, 'index', entry.log_index, 'event', log.event,
    'created_at', log.created_at, 'code', log.auditable_code, 'by', ${authorJson(key)},
    'change', case when log.event in (${literals(CHAIN_EVENTS)}) and log.event not in (${literals([STATING_EVENT, WITHDRAWN])}) then '[]' else log.field_change end)
    order by entry.log_index nulls last, log.id), '[]')
  from audit_logs as log left join log_entries as entry on entry.audit_log_id = log.id
  where log.auditable_type = ${module} and log.auditable_id = ${id} and log.event in (${literals(events)}))`

const rowsAbout = (kind: FactsOf, id: RawBuilder<unknown>) =>
  statedRows(moduleOf(kind), id, CHAIN_EVENTS, RECORD_KINDS[kind].keys.approve)

/** A record with its facts from the table (null unless approved), and the log's rows about it. */
export type ClaimedRecord = {
  id: number
  status: string | null
  facts: Facts | null
  rows: StatedRow[]
  /** the withdrawals of its approvals that the public reads, oldest first */
  withdrawn: { at: string; reason: string | null }[]
}

/** A present or former state of the public list. */
export type ListedState = {
  site_activity_id: number | null
  approved_at: string
  grades: (string | null)[] | null
  region_id: number
  province_id: number | null
}

/** A profile with everything public about it. */
export type ClaimedSite = ClaimedRecord & {
  activities: ClaimedRecord[]
  listed: ListedState | null
  /** the oldest first; the state without an end is the present one */
  history: (ListedState & { since: string; until: string | null })[]
  instruments?: ClaimedInstruments
  places?: ShownPlaces
  office?: (Named & { address: string | null }) | null
}

export type Named = { id: number; name: string }
/** Names of places as the tables have them; null where the site has none. */
export type ShownPlaces = Partial<Record<'region' | 'province' | 'city', Named | null>>

/** Kinds and years of confirmed instruments in the table, and the newest row of the log that states them. */
type ClaimedInstruments = {
  found: string | null
  stated: (StepRow & { said: string | null; erased: boolean; is_recorded: boolean }) | null
}

const INSTRUMENT_EVENTS = [
  'Instrument Changed',
  'Instrument Removed',
  'Instrument Confirmed',
  'Decision Noted',
]
const hasField = (field: string) => sql`log.field_change @> ${JSON.stringify([{ field }])}::jsonb`

/** An erased row may have stated them, so that nothing can be compared before the next row that does. */
const claimedInstruments = (id: RawBuilder<unknown>) => sql`json_build_object(
  'found', ${publicInstruments(id)},
  'stated', (
    select json_build_object('id', log.id, 'event', log.event, 'created_at', log.created_at, 'by', ${authorJson(null)},
      'erased', ${hasField('content_erased')}, 'said',
      jsonb_path_query_first(log.field_change, ${`$[*] ? (@.field == "${PUBLIC_INSTRUMENTS}").new`}) #>> '{}',
      'is_recorded', exists (
        select from audit_logs as earlier where auditable_type = ${moduleOf('site')} and auditable_id = ${id}
          and event = 'Instrument Recorded' and earlier.id < log.id
      ))
    from audit_logs as log
    where auditable_type = ${moduleOf('site')} and auditable_id = ${id}
      and event in (${literals(INSTRUMENT_EVENTS)})
      and (${hasField(PUBLIC_INSTRUMENTS)} or ${hasField('content_erased')})
    order by id desc limit 1
  )
)`

const LISTED = sql`'site_activity_id', site_activity_id, 'grades', grades, 'region_id', region_id,
  'province_id', province_id, 'approved_at',
  to_char(approved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const named = (table: string, id: string, more = sql``) => sql`(
  select json_build_object('id', id, 'name', name${more}) from ${sql.table(table)} where id = ${sql.ref(id)})`

const PLACES = sql`json_build_object('region', ${named('regions', 'profile.region_id')},
  'province', ${named('provinces', 'profile.province_id')}, 'city', ${named('cities', 'profile.city_id')})`

/** Reads these profiles (a query of their `id`), with their activities and public list states, in one statement. */
async function sitesOf(db: Db, ids: RawBuilder<unknown>): Promise<ClaimedSite[]> {
  const { rows } = await sql<ClaimedSite>`
    select wanted.id, profile.status, case when profile.site_status = 'Approved' then ${factsJson('site')} end as facts,
      ${rowsAbout('site', sql`wanted.id`)} as rows, ${withdrawnOf(sql.ref('profile.record_id'))} as withdrawn,
      (
        select coalesce(json_agg(json_build_object('id', activity.id, 'status', activity.status,
          'facts', case when activity.site_status = 'Approved' then ${factsJson('activity')} end,
          'rows', ${rowsAbout('activity', sql`activity.id`)}, 'withdrawn', ${withdrawnOf(sql.ref('activity.record_id'))})
          order by activity.id), '[]')
        from ${FROM.activity} where activity.site_profile_id = wanted.id
          and (activity.site_status = 'Approved' or ${wasWithdrawn(sql`activity.id`)})
      ) as activities,
      (select json_build_object(${LISTED}) from approved_sites where site_profile_id = wanted.id) as listed,
      (
        select coalesce(json_agg(json_build_object(${LISTED}, 'since', since, 'until', until) order by since, id), '[]')
        from approved_site_history where site_profile_id = wanted.id
      ) as history,
      ${claimedInstruments(sql`wanted.id`)} as instruments, ${PLACES} as places,
      ${named('offices', 'profile.office_id', sql`, 'address', address`)} as office
    from (${ids}) as wanted left join ${FROM.site} on profile.id = wanted.id
    order by wanted.id`.execute(db)
  return rows
}

/** Returns these profiles with everything public about them, by id. */
export const readSites = (db: Db, ids: readonly number[]): Promise<ClaimedSite[]> =>
  sitesOf(db, sql`select unnest(${ids}::integer[]) as id`)

/** Returns the site of one activity, with everything public about it. */
export const readSiteOf = (db: Db, activity: number): Promise<ClaimedSite[]> =>
  sitesOf(db, sql`select site_profile_id as id from site_activities where id = ${activity}`)

/** Returns the next ids of profiles that are public, or that the public list or the log says were. */
export async function nextSites(db: Db, after: number, limit: number): Promise<number[]> {
  const from = (column: string, table: string, condition: RawBuilder<unknown> = sql`true`) => sql`
    (select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${condition} and ${sql.ref(column)} > ${after}
      order by 1 limit ${limit})`
  const { rows } = await sql<{ id: number }>`
    select distinct id from (
      ${from('id', 'site_profiles', sql`site_status = 'Approved'`)}
      union all ${from('site_profile_id', 'approved_sites')}
      union all ${from('auditable_id', 'audit_logs', sql`auditable_type = ${moduleOf('site')} and event = ${sql.lit(STATING_EVENT)}`)}
    ) as known order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns activities that the log says were approved and the table does not have as approved. One whose approval was
 * withdrawn is compared with its site.
 */
export async function listLostActivities(
  db: Db,
  limit: number,
): Promise<{ id: number; code: string | null; site: string | null; site_status: string | null }[]> {
  const { rows } = await sql<{
    id: number
    code: string | null
    site: string | null
    site_status: string | null
  }>`
    select distinct on (log.auditable_id) log.auditable_id as id, log.auditable_code as code, activity.site_status,
      jsonb_path_query_first(log.field_change, '$[*] ? (@.field == "site_profile_id").new') #>> '{}' as site
    from audit_logs as log left join ${FROM.activity} on activity.id = log.auditable_id
    where log.auditable_type = ${moduleOf('activity')} and log.event = ${sql.lit(STATING_EVENT)}
      and activity.site_status is distinct from 'Approved'
      and (activity.id is null or not ${wasWithdrawn(sql`activity.id`)})
    order by log.auditable_id limit ${limit}`.execute(db)
  return rows
}
