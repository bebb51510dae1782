import { type RawBuilder, sql } from 'kysely'
import { type Level, LEVELS, STATUS_OF } from '../../shared/access/levels.ts'
import type { FindingConsent } from '../../shared/land/form-findings.ts'
import { INSTRUMENT_KINDS, type InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import type { NamedFeature } from '../../shared/land/land-states.ts'

/*
 * What the land gives the warnings of a profile, for queries with a row of `site_profiles` and,
 * where it has one, of `site_boundaries`: the SQL twins of `landState` and `turnOf`,
 * which tests/api/land-warnings.test.ts compares with them.
 */

const whens = (levels: readonly Level[], whenOf: (level: Level, index: number) => RawBuilder<unknown>) =>
  sql.join(levels.map(whenOf), sql` `)

/** The level that decides on the profile; of an approved one the level above all that have accepted the finding. */
const LEVEL_THAT_DECIDES = sql`case
    when site_profiles.site_status = 'Approved' then case ${whens(
      LEVELS.toReversed(),
      (level) => sql`when ${sql.lit(level)} = any(finding.accepted_levels)
        then ${sql.lit(LEVELS[LEVELS.indexOf(level) + 1] ?? null)}`,
    )} else ${sql.lit(LEVELS[0])} end
    ${whens(LEVELS, (level) => sql`when ${sql.ref(`site_profiles.${STATUS_OF[level]}`)} = 'Submitted' then ${sql.lit(level)}`)}
  end`

/** SQL: whose task a finding is where its profile is now; `finding` is a row of `land_findings`. */
export const TURN = sql<'office' | Level | null>`(case
    when finding.state = 'gone' or ${LEVEL_THAT_DECIDES} = any(finding.accepted_levels) then null
    when finding.state = 'found' then 'office' else ${LEVEL_THAT_DECIDES} end
  )`

/** SQL: the layers that boundaries are compared with, each as `layer` with its current `version`. */
export const CURRENT_LAYERS = sql`land_layers as layer join land_layer_versions as version
    on version.land_layer_id = layer.id and version.state = 'current'
      and layer.withdrawn_at is null and layer.kind <> 'municipal_boundary'`

/** SQL: whether a comparison counts: of this very version and this very map. */
export const COUNTS = sql<boolean>`(
    screening.site_profile_id = site_profiles.id and screening.land_layer_id = layer.id
    and screening.land_layer_version_id = version.id and screening.map_kml_id = site_boundaries.map_kml_id
  )`

/**
 * SQL: whether the current `version` of a `layer` does not say what is at the place of a profile: it covers others, and
 * nothing was found there. The twin of `isCovered`.
 */
export const isNotCovered = sql<boolean>`(
    version.covers_regions is not null
    and coalesce(site_profiles.region_id <> all(version.covers_regions), true)
    and coalesce(site_profiles.province_id <> all(version.covers_provinces), true)
    and not exists (
      select from land_findings as own
      where own.site_profile_id = site_profiles.id and own.land_layer_id = layer.id and own.state <> 'gone'
    )
  )`

const countScreenings = (state: 'done' | 'failed') => sql<number>`(
    select count(*) from land_screenings as screening, ${CURRENT_LAYERS}
    where ${COUNTS} and screening.state = ${sql.lit(state)} and not ${isNotCovered}
  )`
const LAYERS = sql<number>`(select count(*) from ${CURRENT_LAYERS} where not ${isNotCovered})`

const uncoveredKinds = sql`
    select layer.kind from ${CURRENT_LAYERS}
    where site_boundaries.site_profile_id is not null group by layer.kind having bool_and(${isNotCovered})`

const CONSENTS = (Object.keys(INSTRUMENT_KINDS) as InstrumentKind[]).filter(
  (kind) => INSTRUMENT_KINDS[kind].is_consent,
)
/** Manila has no daylight saving. */
const TODAY = sql`(now() at time zone interval '8 hours')::date`

/**
 * SQL: what is on record about the consent for the land of a finding on this day, from a row `finding` and its `layer`;
 * for pages, labels, tasks, decisions and exports. Of a body the last answer counts, of the papers those ticked for it.
 */
export const consentOfFinding = (today: RawBuilder<unknown>) => sql<FindingConsent | null>`(case
    when exists (
      select from (
        select distinct on (lower(asked)) answer from land_requests
        where land_finding_id = finding.id and answer is not null
        order by lower(asked), answered_on desc, id desc
      ) as last where answer = 'objection'
    ) then 'objection'
    when layer.kind <> 'ancestral_domain' then null
    when exists (
      select from land_instrument_findings as ticked
      join land_instruments as paper on paper.id = ticked.land_instrument_id
      where ticked.land_finding_id = finding.id and paper.removed_at is null
        and paper.kind in (${sql.join(CONSENTS.map((kind) => sql.lit(kind)))})
        and paper.issued_on <= ${today} and (paper.valid_until is null or paper.valid_until >= ${today})
    ) then 'recorded'
    else 'missing' end
  )`

const found = sql`land_findings as finding, ${CURRENT_LAYERS}
    where finding.site_profile_id = site_profiles.id and layer.id = finding.land_layer_id and finding.state <> 'gone'`

/** SQL: the names of the land of which this is on record, the largest first. */
const landWith = (consent: FindingConsent) => sql<NamedFeature[]>`(
    select coalesce(jsonb_agg(
      jsonb_build_object('feature_code', feature_code, 'feature_name', feature_name) order by overlap_ha desc, finding.id
    ), '[]')
    from ${found} and ${consentOfFinding(TODAY)} = ${sql.lit(consent)}
  )`

const openFindings = sql`select from ${found} and ${TURN} is not null`

/** SQL: the columns of `StoredLandFacts`; without a boundary there is nothing to compare, which another warning says. */
export const LAND_WARNING_COLUMNS = sql`
  (select count(*) from (${openFindings}) as open_findings) as land_open,
  ${countScreenings('failed')} as land_failed,
  case when site_boundaries.site_profile_id is null then 0
    else ${LAYERS} - ${countScreenings('done')} - ${countScreenings('failed')} end as land_not_checked,
  array(${uncoveredKinds} order by layer.kind) as land_not_covered,
  ${landWith('missing')} as consent_missing, ${landWith('objection')} as objection`

/** SQL: whether the land gives a profile a warning. */
export const isLandWarned = sql<boolean>`(
    ${LAYERS} > 0 and (
      ${LAYERS} > ${countScreenings('done')} or exists (${openFindings})
      or exists (select from ${found} and ${consentOfFinding(TODAY)} in ('missing', 'objection'))
    ) or exists (${uncoveredKinds})
  )`
