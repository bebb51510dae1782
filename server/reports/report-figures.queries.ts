import { sql } from 'kysely'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import type { Db } from '../lib/db.ts'

/** A figure of an activity of the report. */
type FigureLine = {
  code: string
  partner: string
  region: string
  reporting_year: number | null
  site_status: string
  principle_number: PrincipleNumber
  indicator: string
  name: string
  unit: string
  value: string
}

/** What the cells of a figure's row tell, but for its number. */
export const figureTexts = (line: FigureLine): string[] => [
  line.code,
  line.partner,
  line.region,
  String(line.reporting_year ?? ''),
  line.site_status,
  `${line.principle_number} ${PRINCIPLE_SHORT_TITLES[line.principle_number]}`,
  line.indicator,
  line.name,
  line.unit,
  line.value,
]

/** so many activities are read at a time; between two reads no connection is held */
const CHUNK = 1000

/** The figures of these activities, in pieces and in their order; each piece is a statement of its own. */
export async function* readFigures(
  db: Db,
  site_activity_ids: readonly number[],
): AsyncGenerator<FigureLine[]> {
  for (let at = 0; at < site_activity_ids.length; at += CHUNK) {
    const piece = site_activity_ids.slice(at, at + CHUNK)
    const { rows } = await sql<FigureLine>`
      select site_activities.site_profile_code as code, site_activities.site_profile_name as partner,
        regions.name as region, site_activities.reporting_year, site_activities.site_status,
        site_principles.principle_number,
        site_principles.principle_number || '.' || site_criteria."order" || '.' || site_criteria_indicators."order"
          as indicator,
        indicator_figures.name, indicator_figures.unit, site_activity_figures.value::text
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
