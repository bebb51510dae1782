import type pg from 'pg'
import Cursor from 'pg-cursor'
import { AREAS, GRADES, ofRecord, REPORT_RECORD } from './bare-rows.ts'

/** The report as a CSV file whose text SQL writes: what a database and a program can do at best with the same rows. */

const plain = (value: string) => `coalesce((${value})::text, 'N/A')`

/** A text that somebody typed: never a formula, and quoted where it must be. */
function typed(value: string): string {
  const safe = `case when ${value} ~ E'^[=+@\\t\\r-]' then '''' || ${value} else ${value} end`
  return `
    case when coalesce(${value}, '') = '' then 'N/A'
      when ${value} ~ E'[",\\r\\n]' then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end`
}

const day = (column: string) => plain(`(${ofRecord(column)} at time zone 'Asia/Manila')::date`)

const areas = AREAS.map(
  ({ name, field }) =>
    `case when '${name}' = any(redd_eligible_activities_area) then '${name}: ' || ${field} end`,
).join(', ')

const CELLS: readonly [header: string, text: string][] = [
  ['SITES Code', typed('code')],
  ['Region', typed('regions.name')],
  ['Province', typed('provinces.name')],
  ['Municipality', typed('cities.name')],
  ['Name of Partner/Implementer', typed('name_of_partner')],
  ['Project Area', plain('project_area')],
  ['Year Implemented', plain('year_implemented')],
  ['Project Year', plain(`project_year_start || ' - ' || project_year_end`)],
  ['REDD+ Eligible Activities Area', plain(`nullif(concat_ws('; ', ${areas}), '')`)],
  [
    'Implementation Agreement',
    typed(`(implementation_arrangement || coalesce(': ' || implementation_arrangement_others, ''))`),
  ],
  ...GRADES.map((grade, at): [string, string] => [`Principle ${at + 1}`, plain(grade)]),
  ['Date Created', day('created_at')],
  ['Date Submitted', day('submitted_at')],
  ['Date Returned', day('returned_at')],
  ['Date Approved', day('approved_at')],
]

const LINES_AT_ONCE = 1_000

const EXPORT = (narrowed: string) => `
  select string_agg(number || ',' || cells || E'\\r\\n', '' order by number) as text
  from (
    select row_number() over (order by site_profiles.region_id, site_profiles.id) as number,
      ${CELLS.map(([, text]) => text).join(` || ',' || `)} as cells
    from site_profiles
    join regions on regions.id = site_profiles.region_id
    left join provinces on provinces.id = site_profiles.province_id
    join cities on cities.id = site_profiles.city_id
    ${REPORT_RECORD}
    where site_profiles.status = 'Activated' ${narrowed}
  ) as lines
  group by (number - 1) / ${LINES_AT_ONCE} order by (number - 1) / ${LINES_AT_ONCE}`

/** The file piece by piece, read through a cursor; of one region, or of everything. */
export async function* exportCsv(pool: pg.Pool, region: string | null): AsyncGenerator<string> {
  yield `\uFEFF${['No.', ...CELLS.map(([header]) => header)].join()}\r\n`
  const client = await pool.connect()
  const cursor = client.query(
    region
      ? new Cursor<{ text: string }>(EXPORT('and site_profiles.region_id = $1'), [region])
      : new Cursor<{ text: string }>(EXPORT(''), []),
  )
  try {
    for (;;) {
      const [piece] = await cursor.read(1)
      if (!piece) return
      yield piece.text
    }
  } finally {
    await cursor.close()
    client.release()
  }
}
