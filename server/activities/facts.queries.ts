import { sql } from 'kysely'
import type { IndicatorFacts, SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SiteStatus } from '../../shared/review/review-chain.ts'
import type { Db } from '../database/db.ts'

/** The statements and figures of a row of `site_activities`, by indicator, as one JSON column: no further query. */
export const factsColumn = sql<IndicatorFacts[]>`(
  select coalesce(json_agg(json_build_object(
    'sites_criteria_indicator_id', told.indicator,
    'what_happened', statement.what_happened,
    'taken_from', statement.taken_from,
    'figures', coalesce(figures.told, '[]')
  ) order by told.indicator), '[]')
  from (
    select sites_criteria_indicator_id as indicator from site_activity_statements
    where site_activity_id = site_activities.id
    union
    select indicator_figures.sites_criteria_indicator_id
    from site_activity_figures
    join indicator_figures on indicator_figures.id = site_activity_figures.indicator_figure_id
    where site_activity_figures.site_activity_id = site_activities.id
  ) told
  left join site_activity_statements statement
    on statement.site_activity_id = site_activities.id and statement.sites_criteria_indicator_id = told.indicator
  left join lateral (
    select json_agg(json_build_object(
      'indicator_figure_id', indicator_figures.id,
      'value', value::text,
      'taken_from', site_activity_figures.taken_from
    ) order by indicator_figures."order") as told
    from site_activity_figures
    join indicator_figures on indicator_figures.id = site_activity_figures.indicator_figure_id
    where site_activity_figures.site_activity_id = site_activities.id
      and indicator_figures.sites_criteria_indicator_id = told.indicator
  ) figures on true
)`

export type Statement = {
  sites_criteria_indicator_id: number
  what_happened: string | null
  taken_from: number | null
}
export type FigureRow = { indicator_figure_id: number; value: string | null; taken_from: number | null }

/** Saves the statements of these indicators; null removes one. */
export async function saveStatements(
  db: Db,
  site_activity_id: number,
  statements: readonly Statement[],
): Promise<void> {
  if (statements.length === 0) return
  const named = statements.map((one) => one.sites_criteria_indicator_id)
  const filled = statements.flatMap(({ what_happened, ...one }) =>
    what_happened === null ? [] : [{ site_activity_id, what_happened, ...one }],
  )
  await db
    .deleteFrom('site_activity_statements')
    .where('site_activity_id', '=', site_activity_id)
    .where('sites_criteria_indicator_id', 'in', named)
    .execute()
  if (filled.length > 0) await db.insertInto('site_activity_statements').values(filled).execute()
}

/** Replaces the texts of these indicators by their corrected spelling; a copy from last time stays marked as one. */
export async function correctStatements(
  db: Db,
  site_activity_id: number,
  corrected: readonly { indicator: number; text: string }[],
): Promise<void> {
  for (const { indicator, text } of corrected)
    await db
      .updateTable('site_activity_statements')
      .set({ what_happened: text })
      .where('site_activity_id', '=', site_activity_id)
      .where('sites_criteria_indicator_id', '=', indicator)
      .execute()
}

/** Saves these figures; null removes one. */
export async function saveFigures(
  db: Db,
  site_activity_id: number,
  figures: readonly FigureRow[],
): Promise<void> {
  if (figures.length === 0) return
  const named = figures.map((one) => one.indicator_figure_id)
  const filled = figures.flatMap(({ value, ...one }) =>
    value === null ? [] : [{ site_activity_id, value, ...one }],
  )
  await db
    .deleteFrom('site_activity_figures')
    .where('site_activity_id', '=', site_activity_id)
    .where('indicator_figure_id', 'in', named)
    .execute()
  if (filled.length > 0) await db.insertInto('site_activity_figures').values(filled).execute()
}

/** Lists the site's other activated activities of the same reporting year, the newest first; none without a year. */
export const listSameYear = (
  db: Db,
  { id, site_profile_id, reporting_year }: Pick<SiteActivity, 'id' | 'site_profile_id' | 'reporting_year'>,
) =>
  db
    .selectFrom('site_activities')
    .select(['id', 'site_status', 'approved_at'])
    .where('site_profile_id', '=', site_profile_id)
    .where('reporting_year', '=', reporting_year)
    .where('id', '<>', id)
    .where('status', '=', 'Activated')
    .orderBy('id', 'desc')
    .$narrowType<{ site_status: SiteStatus }>()
    .execute()

/** Returns the id of the profile's latest approved, activated activity before this one, or null. */
export async function findLastApproved(
  db: Db,
  { id, site_profile_id }: { id: number; site_profile_id: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('site_activities')
    .select('id')
    .where('site_profile_id', '=', site_profile_id)
    .where('id', '<', id)
    .where('status', '=', 'Activated')
    .where('approved_at', 'is not', null)
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}
