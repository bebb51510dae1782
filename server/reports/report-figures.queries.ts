import { sql } from 'kysely'
import { PRINCIPLE_NUMBERS, PRINCIPLE_SHORT_TITLES } from '../../shared/principles/principle-titles.ts'
import type { Db } from '../database/db.ts'
import { type CellLine, lineOf, typed } from './cell-lines.ts'

const TITLES = sql.join(PRINCIPLE_NUMBERS.map((number) => sql.lit(PRINCIPLE_SHORT_TITLES[number])))

/** The cells of a figure's row, without the row number. */
const CELLS = [
  sql<string>`site_activities.site_profile_code`,
  typed(sql`site_activities.site_profile_name`),
  typed(sql`regions.name`),
  sql<string>`coalesce(site_activities.reporting_year::text, '')`,
  sql<string>`site_activities.site_status`,
  sql<string>`site_principles.principle_number || ' ' || (array[${TITLES}])[site_principles.principle_number]`,
  sql<string>`site_principles.principle_number || '.' || site_criteria."order"
    || '.' || site_criteria_indicators."order"`,
  typed(sql`indicator_figures.name`),
  typed(sql`indicator_figures.unit`),
  sql<string>`site_activity_figures.value::text`,
]

/** activities per query, with some ten figures each; between two queries the connection is free */
const CHUNK = 200

/** Reads the lines of these activities' figures in chunks, in the given order. */
export async function* readFigureLines(
  db: Db,
  site_activity_ids: readonly number[],
): AsyncGenerator<CellLine[]> {
  for (let at = 0; at < site_activity_ids.length; at += CHUNK) {
    const piece = site_activity_ids.slice(at, at + CHUNK)
    const { rows } = await sql<CellLine>`
      select ${lineOf(CELLS)} as line
      from unnest(${piece}::integer[]) with ordinality as wanted (id, place)
      join site_activities on site_activities.id = wanted.id
      join regions on regions.id = site_activities.region_id
      join site_activity_figures on site_activity_figures.site_activity_id = site_activities.id
      join indicator_figures on indicator_figures.id = site_activity_figures.indicator_figure_id
      join site_criteria_indicators
        on site_criteria_indicators.id = indicator_figures.sites_criteria_indicator_id
      join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
      join site_principles on site_principles.id = site_criteria.sites_principle_id
      order by wanted.place, site_principles.principle_number, site_criteria."order",
        site_criteria_indicators."order", indicator_figures."order"`.execute(db)
    yield rows
  }
}
