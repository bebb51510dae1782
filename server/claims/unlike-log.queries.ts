import { type RawBuilder, sql } from 'kysely'
import { gradeField } from '../../shared/activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { FACT_NAMES, factsJson, type FactsOf, FROM } from '../review/public-facts.queries.ts'
import { literals } from '../context/authors.queries.ts'
import { MODULES, STATING_EVENT } from './stated.queries.ts'

const GRADES = PRINCIPLE_NUMBERS.map(gradeField)

/** The facts that lists and files show; the pictures of boundaries are compared when they are read. */
const LISTED: Record<FactsOf, readonly string[]> = {
  site: FACT_NAMES.site.filter((name) => !name.endsWith('sha256')),
  activity: ['site_profile_id', 'reporting_year', 'approved_at', ...GRADES],
}

/** SQL: whether each row of the log that states the approval of a record states just these facts of it; null without one. */
const isStated = (kind: FactsOf, id: string, names: readonly string[]): RawBuilder<boolean | null> => {
  const table = sql.raw(kind === 'site' ? 'profile' : 'activity')
  return sql`(
    select bool_and(stated.facts = found.facts)
    from audit_logs as log, lateral (
      select jsonb_object_agg(change ->> 'field', change ->> 'new') as facts
      from jsonb_array_elements(log.field_change) as change where change ->> 'field' in (${literals(names)})
    ) as stated, lateral (
      select jsonb_strip_nulls(${factsJson(kind, names)}::jsonb) as facts from ${FROM[kind]} where ${table}.id = log.auditable_id
    ) as found
    where log.auditable_type = ${sql.lit(MODULES[kind])} and log.auditable_id = ${sql.ref(id)}
      and log.event = ${sql.lit(STATING_EVENT)})`
}

/**
 * SQL condition on `approved_sites` joined with `site_profiles`: the log does not state what lists and files show of the site, or with `boundary` its
 * boundary. They ask this beside what is recorded as altered, since a record of that can be removed.
 */
export const isUnlikeLog = ({ boundary }: { boundary: boolean }) => sql<boolean>`(
  ${isStated('site', 'approved_sites.site_profile_id', boundary ? FACT_NAMES.site : LISTED.site)} is not true
  or case when approved_sites.site_activity_id is null then approved_sites.approved_at <> site_profiles.approved_at
    else ${isStated('activity', 'approved_sites.site_activity_id', LISTED.activity)} is not true or not exists (
      select from ${FROM.activity} where activity.id = approved_sites.site_activity_id
        and approved_sites.grades = array[${sql.join(GRADES.map((field) => sql.ref(`activity.${field}`)))}]
        and approved_sites.approved_at = greatest(site_profiles.approved_at, activity.approved_at)
    ) end
)`

/** SQL condition: the profile is one of these sites, which do not match the log. */
export const isAmong = (profile: string, altered: readonly number[]) =>
  sql<boolean>`${sql.ref(profile)} = any(${altered}::integer[])`
