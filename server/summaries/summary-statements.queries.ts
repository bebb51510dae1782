import { type RawBuilder, sql } from 'kysely'
import type { PageReply, PageQuery } from '../../shared/lib/paging.ts'
import type { WithdrawnChoice } from '../../shared/summaries/draft-gaps.ts'
import type { Safeguard } from '../../shared/summaries/safeguards.ts'
import type { StatementRow } from '../../shared/summaries/summaries.schema.ts'
import type { ChosenStatement } from '../../shared/summaries/summary-facts.ts'
import { type ListColumns, pageAmong, searchCondition } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { cacheByRegion } from '../database/cached-by-region.ts'
import { recordsIn, type SummaryScope, versionsIn } from './scope-records.queries.ts'
import { storedRecords } from './summary-records.queries.ts'

export type StatementQuery = PageQuery & {
  safeguard: Safeguard
  region_id?: number | undefined
  chosen_only: boolean
  /** the principles that answer the safeguard */
  principles: readonly number[]
}

const INDICATOR = sql<string>`
  concat_ws('.', site_principles.principle_number, site_criteria."order", site_criteria_indicators."order")`

/** The statements of these records, joined with their indicators, criteria and principles. */
const statementsOf = (records: RawBuilder<unknown>) => sql`
  (${records}) as records
  join site_activities on site_activities.id = records.site_activity_id
  join regions on regions.id = records.region_id
  join site_activity_statements on site_activity_statements.site_activity_id = records.site_activity_id
  join site_criteria_indicators
    on site_criteria_indicators.id = site_activity_statements.sites_criteria_indicator_id
  join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
  join site_principles on site_principles.id = site_criteria.sites_principle_id`

const SEARCHED: Pick<ListColumns, 'search'> = {
  search: ['rows.code', 'rows.region', 'rows.indicator', 'rows.indicator_title', 'rows.what_happened'],
}

type StatementsRequest = Pick<StatementQuery, 'principles' | 'search' | 'region_id'>

/** Pairs of ids in one array: activity, outcome indicator, activity, … */
type Statements = Int32Array

/** few entries: the statements of a country take megabytes */
const cachedStatements = cacheByRegion(8)

/**
 * Returns the statements in a scope under these principles, by region in official order, then by site, place in the
 * criteria and year. Cached until a region changes, so that every page costs the same.
 */
async function statementsIn(
  db: Db,
  scope: SummaryScope,
  { principles, search = '', region_id }: StatementsRequest,
): Promise<Statements[]> {
  const versions = (await versionsIn(db, scope)).filter(
    (one) => region_id === undefined || one.region_id === region_id,
  )
  const key = JSON.stringify([scope.reporting_years.toSorted(), principles.toSorted(), search.trim()])
  const parts = await cachedStatements(db, key, versions, (region_ids) =>
    readStatements(db, { ...scope, region_ids }, { principles, search }),
  )
  return parts.flatMap(({ part }) => part ?? [])
}

async function readStatements(
  db: Db,
  scope: SummaryScope,
  { principles, search }: StatementsRequest,
): Promise<Map<number, Statements>> {
  const rows = sql`(
    select site_activity_statements.site_activity_id, site_activity_statements.sites_criteria_indicator_id,
      site_activities.site_profile_code as code, records.region_id, regions.name as region,
      site_principles.principle_number, site_criteria."order" as criteria_order,
      site_criteria_indicators."order" as indicator_order, ${INDICATOR} as indicator,
      site_criteria_indicators.title as indicator_title, site_activities.reporting_year,
      site_activity_statements.what_happened
    from ${statementsOf(recordsIn(scope))}
    where site_principles.principle_number = any(${principles}::integer[])
  ) as rows`
  const condition = (await searchCondition(db, SEARCHED, search)) ?? sql`true`
  const found = await sql<{ region_id: number; ids: string }>`
    select region_id, string_agg(site_activity_id || ',' || sites_criteria_indicator_id, ','
      order by code collate "C", principle_number, criteria_order, indicator_order, reporting_year, site_activity_id
    ) as ids
    from ${rows} where ${condition} group by region_id`.execute(db)
  return new Map(found.rows.map(({ region_id, ids }) => [region_id, Int32Array.from(ids.split(','), Number)]))
}

const countOf = (parts: readonly Statements[]): number =>
  parts.reduce((sum, { length }) => sum + length / 2, 0)

type Pair = [site_activity_id: number, sites_criteria_indicator_id: number]

/** Returns up to `length` statements, starting at `from`. */
function pairsFrom(parts: readonly Statements[], from: number, length: number): Pair[] {
  const pairs: Pair[] = []
  let before = 0
  for (const part of parts) {
    const count = part.length / 2
    for (let at = Math.max(0, from + pairs.length - before); at < count && pairs.length < length; at += 1)
      pairs.push([part[2 * at] ?? 0, part[2 * at + 1] ?? 0])
    before += count
  }
  return pairs
}

async function chosenAmong(
  db: Db,
  parts: readonly Statements[],
  summary_id: number,
  safeguard: Safeguard,
): Promise<Statements[]> {
  const rows = await db
    .selectFrom('summary_statements')
    .select(['site_activity_id', 'sites_criteria_indicator_id'])
    .where('summary_id', '=', summary_id)
    .where('safeguard', '=', safeguard)
    .execute()
  const chosen = new Set(rows.map((row) => `${row.site_activity_id} ${row.sites_criteria_indicator_id}`))
  const isChosen = ([activity, indicator]: Pair) => chosen.has(`${activity} ${indicator}`)
  return parts.map((part) =>
    Int32Array.from(
      pairsFrom([part], 0, part.length / 2)
        .filter(isChosen)
        .flat(),
    ),
  )
}

/** Returns a page of the statements that a safeguard of a draft may cite, of the approved records in its scope. */
export async function listStatements(
  db: Db,
  summary_id: number,
  scope: SummaryScope,
  { safeguard, chosen_only, page, length, ...asked }: StatementQuery,
): Promise<PageReply<StatementRow>> {
  const [all, searched] = await Promise.all([
    statementsIn(db, scope, { principles: asked.principles }),
    statementsIn(db, scope, asked),
  ])
  const wanted = chosen_only ? await chosenAmong(db, searched, summary_id, safeguard) : searched
  const filteredCount = countOf(wanted)
  const shown = pageAmong(filteredCount, { page, length })
  const pairs = pairsFrom(wanted, (shown - 1) * length, length)
  return {
    data: await readPairs(db, pairs, summary_id, safeguard),
    totalCount: countOf(all),
    filteredCount,
  }
}

/** Returns these statements as rows, in order, without those that no longer exist. */
async function readPairs(
  db: Db,
  pairs: readonly Pair[],
  summary_id: number,
  safeguard: Safeguard,
): Promise<StatementRow[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<StatementRow>`
    select records.site_activity_id, site_criteria_indicators.id as sites_criteria_indicator_id,
      site_activities.site_profile_code as code, regions.name as region, site_principles.principle_number,
      ${INDICATOR} as indicator, site_criteria_indicators.title as indicator_title,
      site_activities.reporting_year, site_activity_statements.what_happened,
      (
        select count(*) from site_activity_means
        where site_activity_means.site_activity_id = records.site_activity_id
          and site_activity_means.sites_criteria_indicator_id = site_criteria_indicators.id
      ) as files,
      exists (
        select from summary_statements
        where summary_statements.summary_id = ${summary_id} and summary_statements.safeguard = ${safeguard}
          and summary_statements.site_activity_id = records.site_activity_id
          and summary_statements.sites_criteria_indicator_id = site_criteria_indicators.id
      ) as chosen
    from ${statementsOf(sql`
      select pairs.activity as site_activity_id, pairs.indicator, pairs.place, site_activities.region_id
      from unnest(${pairs.map(([activity]) => activity)}::integer[], ${pairs.map(([, indicator]) => indicator)}::integer[])
        with ordinality as pairs (activity, indicator, place)
      join site_activities on site_activities.id = pairs.activity`)}
    where site_criteria_indicators.id = records.indicator
    order by records.place`.execute(db)
  return rows
}

/**
 * Lists the chosen statements whose records are still in the scope of a draft, in the order of citation; of a summary
 * that is being frozen (`stored`), those whose records are stored with it.
 */
export async function listChosen(
  db: Db,
  summary_id: number,
  scope: SummaryScope | 'stored',
): Promise<ChosenStatement[]> {
  const ofChosen = sql<boolean>`approved_sites.site_profile_id in (
    select site_activities.site_profile_id from summary_statements
    join site_activities on site_activities.id = summary_statements.site_activity_id
    where summary_statements.summary_id = ${summary_id})`
  const { rows } = await sql<ChosenStatement>`
    select summary_statements.safeguard, site_principles.principle_number,
      site_activities.site_profile_code as code, regions.name as region, ${INDICATOR} as indicator,
      site_criteria_indicators.title as indicator_title, site_activities.reporting_year,
      site_activity_statements.what_happened,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('name', shown.name, 'kind', files.kind, 'sha256', files.sha256))
          order by shown.name collate "C", files.kind, files.sha256 collate "C")
        from site_activity_means join files on files.id = site_activity_means.file_id,
          lateral (select case when offices.file_names_public then files.name end as name) as shown
        where site_activity_means.site_activity_id = site_activity_statements.site_activity_id
          and site_activity_means.sites_criteria_indicator_id
            = site_activity_statements.sites_criteria_indicator_id
      ), '[]') as files
    from ${statementsOf(scope === 'stored' ? storedRecords(summary_id) : recordsIn(scope, ofChosen))}
    join offices on offices.id = site_activities.office_id
    join summary_statements on summary_statements.summary_id = ${summary_id}
      and summary_statements.site_activity_id = site_activity_statements.site_activity_id
      and summary_statements.sites_criteria_indicator_id = site_activity_statements.sites_criteria_indicator_id
    order by summary_statements.safeguard, site_activities.site_profile_code collate "C",
      site_principles.principle_number, site_criteria."order", site_criteria_indicators."order",
      site_activities.reporting_year, site_activities.id`.execute(db)
  return rows
}

/** Lists the chosen statements of a draft that are not cited because the approval of their record or its site was withdrawn. */
export async function listWithdrawnChoices(db: Db, summary_id: number): Promise<WithdrawnChoice[]> {
  const withdrawnAt = sql<string>`coalesce(site_activities.withdrawn_at, site_profiles.withdrawn_at)`
  return db
    .selectFrom('summary_statements')
    .innerJoin('site_activities', 'site_activities.id', 'summary_statements.site_activity_id')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .select(['summary_statements.safeguard', 'site_activities.site_profile_code as code'])
    .select(['site_activities.reporting_year', withdrawnAt.as('withdrawn_at')])
    .where('summary_statements.summary_id', '=', summary_id)
    .where(withdrawnAt, 'is not', null)
    .orderBy('code')
    .orderBy('summary_statements.sites_criteria_indicator_id')
    .$narrowType<{ safeguard: Safeguard; reporting_year: number }>()
    .execute()
}

/** Whether a statement may be chosen: its record is in the scope, and its indicator under one of these principles. */
export async function isCitable(
  db: Db,
  scope: SummaryScope,
  {
    site_activity_id,
    sites_criteria_indicator_id,
    principles,
  }: { site_activity_id: number; sites_criteria_indicator_id: number; principles: readonly number[] },
): Promise<boolean> {
  const ofSite = sql<boolean>`approved_sites.site_profile_id = (
    select site_activities.site_profile_id from site_activities where site_activities.id = ${site_activity_id})`
  const { rows } = await sql`
    select from ${statementsOf(recordsIn(scope, ofSite))}
    where site_activity_statements.site_activity_id = ${site_activity_id}
      and site_activity_statements.sites_criteria_indicator_id = ${sites_criteria_indicator_id}
      and site_principles.principle_number = any(${principles}::integer[])`.execute(db)
  return rows.length > 0
}
