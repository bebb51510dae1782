/** The list queries of the bare server: joined, searched, sorted and counted again at every call. */

export const PLACES = `
  left join regions on regions.id = site_profiles.region_id
  left join provinces on provinces.id = site_profiles.province_id
  left join cities on cities.id = site_profiles.city_id
  left join offices on offices.id = site_profiles.office_id`

const ROW = `
  site_profiles.*, regions.name as region, provinces.name as province, cities.name as city, offices.name as office`

const RECORD_STATUS = `case when penro_status = 'Approved' then 'Approved' else site_status end`

const NAMED = {
  code: 'code',
  region: 'regions.name',
  province: 'provinces.name',
  city: 'cities.name',
  name_of_partner: 'name_of_partner',
}

/** The sort columns of the list of profiles. */
export const PROFILE_COLUMNS: Readonly<Record<string, string>> = {
  ...NAMED,
  office: 'offices.name',
  status: 'site_profiles.status',
  record_status: RECORD_STATUS,
  created_at: 'site_profiles.created_at',
  submitted_at: 'submitted_at',
}

const SEARCHED = [...Object.values(NAMED), 'site_profiles.status', RECORD_STATUS]

/** The latest approved activity of a profile. */
const LATEST = `
  left join lateral (
    select * from site_activities
    where site_activities.site_profile_id = site_profiles.id and site_activities.site_status = 'Approved'
      and site_activities.status = 'Activated'
    order by site_activities.approved_at desc, site_activities.id desc limit 1
  ) as latest on true`

export const GRADES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `latest.principle_number_${number}`).join(', ')

const APPROVED_AT = 'greatest(site_profiles.approved_at, latest.approved_at)'

const APPROVED_ROW = `
  site_profiles.id, code, name_of_partner, site_profiles.region_id, site_profiles.office_id, regions.name as region,
  provinces.name as province, latest.id as site_activity_id, ${GRADES}, ${APPROVED_AT} as approved_at`

const PENDING = `case when site_status = 'Submitted' and fmb_status = 'Submitted' then waiting_since end`

type List = { row: string; where: string; order: string; joinedFirst?: string; joinedLast?: string }

const APPROVED = `site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated'`

const LISTS: Readonly<Record<string, List>> = {
  profiles: { row: ROW, where: 'true', order: 'site_profiles.id desc' },
  queue: {
    row: ROW,
    where: `site_profiles.status = 'Activated' and region_status = 'Approved'
      and site_status in ('Submitted', 'Approved')`,
    order: `${PENDING}, submitted_at desc`,
  },
  dashboard: { row: APPROVED_ROW, where: APPROVED, order: 'regions.name', joinedLast: LATEST },
  public: { row: APPROVED_ROW, where: APPROVED, order: `${APPROVED_AT} desc`, joinedFirst: LATEST },
}

/** The statements of one call: a page by length and offset, the number of all rows, and that of the matching ones. */
export function statementsOf(query: URLSearchParams): { page: string; total: string; found: string | null } {
  const list = LISTS[query.get('list') ?? '']
  if (!list) throw new Error('unknown list')
  const { row, where, joinedFirst = '', joinedLast = '' } = list
  const [column, search] = [query.get('column'), query.get('search')]
  const order = column
    ? `${PROFILE_COLUMNS[column]} ${query.get('dir') === 'desc' ? 'desc' : 'asc'}`
    : list.order
  const from = `site_profiles ${PLACES} ${joinedFirst}`
  const matching = (pattern: string) =>
    search === null ? where : `(${SEARCHED.map((one) => `${one} ilike ${pattern}`).join(' or ')})`
  return {
    // finds the ids of the page first and reads whole rows for these only
    page: `select ${row} from ${from} ${joinedLast}
      where site_profiles.id in (
        select site_profiles.id from ${from} where ${matching('$3')}
        order by ${order}, site_profiles.id limit $1 offset $2
      )
      order by ${order}, site_profiles.id`,
    total: `select count(*) from site_profiles where ${where}`,
    found: search === null ? null : `select count(*) from ${from} where ${matching('$1')}`,
  }
}
