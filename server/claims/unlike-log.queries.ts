import { type RawBuilder, sql } from 'kysely'
import { gradeField } from '../../shared/activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { FACT_NAMES, factsJson, type FactsOf, FROM, moduleOf } from '../review/public-facts.queries.ts'
import { literals } from '../context/authors.queries.ts'
import { WITHDRAWN } from '../../shared/review/chain-faults.ts'
import { isInForce } from './in-force.queries.ts'
import { STATING_EVENT } from './stated.queries.ts'

const GRADES = PRINCIPLE_NUMBERS.map(gradeField)

/** The facts that lists and files show; the pictures of boundaries are compared when they are read. */
const LISTED: Record<FactsOf, readonly string[]> = {
  site: FACT_NAMES.site.filter((name) => !name.endsWith('sha256')),
  activity: ['site_profile_id', 'reporting_year', 'approved_at', ...GRADES],
}

/** the end of a day, or null for now */
type Moment = string | null

/**
 * SQL: whether each row of the log that states the approval of a record in force at this moment states just these facts of it;
 * null without one.
 */
const isStated = (
  kind: FactsOf,
  id: string,
  { names, at }: { names: readonly string[]; at: Moment },
): RawBuilder<boolean | null> => {
  const table = sql.raw(kind === 'site' ? 'profile' : 'activity')
  return sql`(
    select bool_and(stated.facts = found.facts)
    from audit_logs as log, lateral (
      select jsonb_object_agg(change ->> 'field', change ->> 'new') as facts
      from jsonb_array_elements(log.field_change) as change where change ->> 'field' in (${literals(names)})
    ) as stated, lateral (
      select jsonb_strip_nulls(${factsJson(kind, names)}::jsonb) as facts from ${FROM[kind]} where ${table}.id = log.auditable_id
    ) as found
    where log.auditable_type = ${moduleOf(kind)} and log.auditable_id = ${sql.ref(id)}
      and log.event = ${sql.lit(STATING_EVENT)} and ${isInForce(at)})`
}

/** SQL: whether an approval of the record was withdrawn after this moment, so that its tables have another state. */
const isEndedSince = (kind: FactsOf, id: string, at: string) => sql<boolean>`exists (
  select from audit_logs as ending
  where ending.auditable_type = ${moduleOf(kind)} and ending.auditable_id = ${sql.ref(id)}
    and ending.event = ${sql.lit(WITHDRAWN)} and ending.created_at >= ${at}::timestamptz)`

/** SQL: whether each approval of the record in force at this moment states these changes; null without one. */
const wasStated = (kind: FactsOf, id: string, changes: RawBuilder<unknown>, at: string) => sql<
  boolean | null
>`(
  select bool_and(log.field_change @> ${changes}) from audit_logs as log
  where log.auditable_type = ${moduleOf(kind)} and log.auditable_id = ${sql.ref(id)}
    and log.event = ${sql.lit(STATING_EVENT)} and ${isInForce(at)})`

/** SQL condition on a past state of the list of a site whose approval was withdrawn since: the log does not state its grades. */
const wasUnlikeLog = (at: string) => sql<boolean>`(
  ${wasStated('site', 'approved_sites.site_profile_id', sql`'[]'::jsonb`, at)} is not true
  or approved_sites.site_activity_id is not null and ${wasStated(
    'activity',
    'approved_sites.site_activity_id',
    sql`(
      select jsonb_agg(jsonb_build_object('field', 'principle_number_' || number, 'new', grade))
      from unnest(approved_sites.grades) with ordinality as listed (grade, number)
    )`,
    at,
  )} is not true
)`

const isUnlikeTables = ({ boundary, at }: { boundary: boolean; at: Moment }) => sql<boolean>`(
  ${isStated('site', 'approved_sites.site_profile_id', { names: boundary ? FACT_NAMES.site : LISTED.site, at })} is not true
  or case when approved_sites.site_activity_id is null then approved_sites.approved_at <> site_profiles.approved_at
    else ${isStated('activity', 'approved_sites.site_activity_id', { names: LISTED.activity, at })} is not true or not exists (
      select from ${FROM.activity} where activity.id = approved_sites.site_activity_id
        and approved_sites.grades = array[${sql.join(GRADES.map((field) => sql.ref(`activity.${field}`)))}]
        and approved_sites.approved_at = greatest(site_profiles.approved_at, activity.approved_at)
    ) end
)`

/**
 * SQL condition on `approved_sites` joined with `site_profiles`: the log does not state what lists and files show of the
 * site, now or at a moment of the past, or with `boundary` its boundary. They ask this beside what is recorded as altered,
 * since a record of that can be removed.
 */
export const isUnlikeLog = ({ boundary, at }: { boundary: boolean; at: Moment }) =>
  at === null
    ? isUnlikeTables({ boundary, at })
    : sql<boolean>`case
        when ${isEndedSince('site', 'approved_sites.site_profile_id', at)}
          or ${isEndedSince('activity', 'approved_sites.site_activity_id', at)} then ${wasUnlikeLog(at)}
        else ${isUnlikeTables({ boundary, at })} end`

/** SQL condition: the profile is one of these sites, which do not match the log. */
export const isAmong = (profile: string, altered: readonly number[]) =>
  sql<boolean>`${sql.ref(profile)} = any(${altered}::integer[])`
