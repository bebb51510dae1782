import { createHash } from 'node:crypto'
import type pg from 'pg'
import { GRADES, PLACES, statementsOf } from './bare-lists.ts'

export type Row = Record<string, unknown>
export type Call = (query: URLSearchParams, body: Buffer) => Promise<unknown>

const names = new Map<string, string>()

/** Runs a prepared statement. */
export async function rows(
  source: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const name = names.get(text) ?? `bare${names.size}`
  names.set(text, name)
  return (await source.query<Row>({ name, text, values })).rows
}

async function list(pool: pg.Pool, query: URLSearchParams): Promise<unknown> {
  const { page, total, found } = statementsOf(query)
  const length = Number(query.get('length'))
  const offset = (Number(query.get('page')) - 1) * length
  const pattern = found === null ? [] : [`%${query.get('search')}%`]
  // not prepared with a pattern, so that the plan suits the pattern
  const read = async (text: string, values: unknown[]) =>
    pattern.length > 0 ? (await pool.query<Row>(text, values)).rows : rows(pool, text, values)
  const [data, all, filtered] = await Promise.all([
    read(page, [length, offset, ...pattern]),
    rows(pool, total),
    found === null ? null : read(found, pattern),
  ])
  return { data, totalCount: all[0]?.count, filteredCount: (filtered ?? all)[0]?.count }
}

/** The person with this token, as long as the session is valid. */
const ACTOR = `
  select users.*, roles.name as role, roles.permissions
  from sessions join users on users.id = sessions.user_id join roles on roles.id = users.role_id
  where token_hash = $1 and users.status = 'Activated' and last_used_at > now() - interval '60 minutes'`

export const RECORD = `
  select site_profiles.*, regions.name as region, provinces.name as province, cities.name as city,
    offices.name as office, agreements.name as agreement_file_name, maps.name as map_kml_name,
    creators.first_name || ' ' || creators.last_name as creator
  from site_profiles ${PLACES}
  join users as creators on creators.id = site_profiles.created_by
  join files as agreements on agreements.id = agreement_id
  join files as maps on maps.id = site_profiles.map_kml_id
  where site_profiles.id = $1`
const HISTORY = `
  select review_steps.* from review_steps join site_profiles using (record_id)
  where site_profiles.id = $1 order by review_steps.id`

async function record(pool: pg.Pool, query: URLSearchParams): Promise<unknown> {
  const token = createHash('sha256')
    .update(query.get('token') ?? '')
    .digest()
  const [actor] = await rows(pool, ACTOR, [token])
  if (!actor) throw new Error('not logged in')
  const id = [query.get('id')]
  const [[siteProfile], [boundary], overlaps, history] = await Promise.all([
    rows(pool, RECORD, id),
    rows(pool, 'select * from site_boundaries where site_profile_id = $1', id),
    rows(pool, 'select * from site_overlaps where $1 in (site_profile_id, other_site_profile_id)', id),
    rows(pool, HISTORY, id),
  ])
  return { siteProfile, boundary, overlaps, history }
}

const PUBLIC_SITE = `
  select latest.*, code, name_of_partner, project_area, year_implemented, redd_eligible_activities_area,
    regions.name as region, provinces.name as province, cities.name as city
  from site_activities as latest join site_profiles on site_profiles.id = site_profile_id ${PLACES}
  where latest.id = $1 and latest.site_status = 'Approved'`

const CRITERIA = `
  select principle_number, site_principles.title, site_criteria.title as criterion,
    site_criteria_indicators.title as indicator
  from site_principles
  join site_criteria on sites_principle_id = site_principles.id
  join site_criteria_indicators on sites_criteria_id = site_criteria.id
  where batch_number = $1 order by principle_number, site_criteria.id, site_criteria_indicators.id`

async function publicSite(pool: pg.Pool, query: URLSearchParams): Promise<unknown> {
  const [site] = await rows(pool, PUBLIC_SITE, [query.get('id')])
  return { data: { ...site, principles: await rows(pool, CRITERIA, [site?.principle_batch_number]) } }
}

const REPORT = `
  select site_profiles.code, regions.name, provinces.name, cities.name, name_of_partner, project_area, year_implemented,
    project_year_start, project_year_end, redd_eligible_activities_area, implementation_arrangement,
    ${GRADES}, latest.created_at::date, latest.submitted_at::date, latest.returned_at::date, latest.approved_at::date
  from site_profiles ${PLACES}
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = site_profiles.id and site_activities.status = 'Activated'
      and site_activities.site_status in ('Submitted', 'Returned', 'Approved')
    order by site_activities.site_status = 'Approved', site_activities.approved_at desc, site_activities.id desc
    limit 1
  ) as latest on true
  where site_profiles.status = 'Activated' and ($1::integer is null or site_profiles.region_id = $1)
  order by site_profiles.region_id, site_profiles.id`

type Cell = string | number | Date | string[] | null

const cell = (value: Cell): string => {
  const text = value === null ? 'N/A' : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function report(pool: pg.Pool, query: URLSearchParams): Promise<string> {
  const lines = await pool.query<Cell[]>({ text: REPORT, values: [query.get('region_id')], rowMode: 'array' })
  return ['Report', ...lines.rows.map((line) => line.map(cell).join()), ''].join('\r\n')
}

export const reads = (pool: pg.Pool): Record<string, Call> => ({
  '/list': (query) => list(pool, query),
  '/record': (query) => record(pool, query),
  '/site': (query) => publicSite(pool, query),
  '/report': (query) => report(pool, query),
})
