import {
  DASHBOARD_ROW,
  LATEST,
  ofRecord,
  PUBLIC_ROW,
  RECORD_STATUS,
  REPORT_RECORD,
  REPORT_ROW,
  SITE_ROW,
} from './bare-rows.ts'
import type { List } from './list.ts'

const placesOf = (table: string) => `
  left join regions on regions.id = ${table}.region_id
  left join provinces on provinces.id = ${table}.province_id
  left join cities on cities.id = ${table}.city_id
  left join offices on offices.id = ${table}.office_id`

const PLACES = { region: 'regions.name', province: 'provinces.name', city: 'cities.name' }
const NAMED = { code: 'code', ...PLACES, name_of_partner: 'name_of_partner' }

const SITES = {
  id: 'site_profiles.id',
  from: `site_profiles ${placesOf('site_profiles')}`,
  grows: true,
}

/** How a record stands at the last level: its approval lists are measured, what the region has passed on. */
const AT_FMB = `coalesce(fmb_status, 'Submitted')`
const WAITING = `case when site_status = 'Submitted' and fmb_status = 'Submitted' then waiting_since end`
const QUEUE = {
  defaultSort: 'submitted_at desc',
  first: { sorted: `(${WAITING} is null)`, unsorted: WAITING },
}
const stoodAtFmb = (table: string) => `${table}.status = 'Activated'
  and ${table}.site_status in ('Submitted', 'Approved') and ${table}.region_status = 'Approved'`

/** What narrows a list of records, each with one of its values. */
const filtersOf = (table: string, record_status: string, isWarned: string): NonNullable<List['filters']> => ({
  record_status: { value: 'Approved', where: `${record_status} = 'Approved'` },
  office_id: { value: '6', where: `${table}.office_id = 6` },
  age: {
    value: '30',
    where: `coalesce(${table}.waiting_since, ${table}.approved_at,
        greatest(${table}.returned_at, ${table}.recalled_at), ${table}.created_at)
      <= date_trunc('hour', now()) - interval '30 days'`,
  },
  round: { value: '2', where: `least(${table}.review_round, 3) = 2` },
  warnings: { value: 'with', where: isWarned },
})
const switchedOff = (table: string) => ({
  status: { value: 'Deactivated', where: `${table}.status = 'Deactivated'` },
})
const QUARANTINED = `select from files where files.id in (agreement_id, site_profiles.map_kml_id)
  and scan_status = 'quarantined'`
const SITE_WARNED = `(
  not exists (
    select from site_boundaries where site_profile_id = site_profiles.id and overlap_state = 'measured'
      and abs((area_ha::float8 - project_area::float8) / project_area::float8 * 100) <= 5
      and not jsonb_path_exists(warnings, '$[*] ? (@.kind != "overlap" && @.kind != "area_differs")')
  )
  or exists (
    select from site_overlaps join site_profiles as met
      on met.id = site_overlaps.site_profile_id + other_site_profile_id - site_profiles.id
    where site_profiles.id in (site_overlaps.site_profile_id, other_site_profile_id) and met.status = 'Activated'
  )
  or exists (${QUARANTINED})
)`
const ACTIVITY_WARNED = `(
  exists (
    select from site_activity_means join files on files.id = file_id
    where site_activity_id = site_activities.id and scan_status = 'quarantined'
  )
  or exists (
    select from site_activity_figures as part
    join indicator_figures as small on small.id = part.indicator_figure_id
    join indicator_figures as large
      on large.sites_criteria_indicator_id = small.sites_criteria_indicator_id and large.name = small.part_of
    join site_activity_figures as whole on whole.indicator_figure_id = large.id
    where part.site_activity_id = site_activities.id and whole.site_activity_id = site_activities.id
      and part.value > whole.value
  )
  or exists (
    select from site_activities as other
    where other.site_profile_id = site_activities.site_profile_id and other.status = 'Activated'
      and other.reporting_year = site_activities.reporting_year and other.id <> site_activities.id
  )
)`

const SITE_SORT = {
  ...NAMED,
  office: 'offices.name',
  status: 'site_profiles.status',
  created_at: 'site_profiles.created_at',
  submitted_at: 'submitted_at',
}

const PROFILES: List = {
  ...SITES,
  name: 'profiles',
  calls: ['/api/sites/datatable', '/api/sites'],
  path: '/api/sites/datatable',
  key: 'id',
  row: SITE_ROW,
  searched: [...Object.values(NAMED), 'site_profiles.status', RECORD_STATUS],
  sort: { ...SITE_SORT, record_status: RECORD_STATUS },
  filters: {
    ...filtersOf('site_profiles', RECORD_STATUS, SITE_WARNED),
    ...switchedOff('site_profiles'),
  },
  defaultSort: 'site_profiles.id desc',
}

const PROFILE_QUEUE: List = {
  ...SITES,
  ...QUEUE,
  name: 'approval list of profiles',
  calls: ['/api/sites/datatable/{type}', '/api/sites/datatable/{type}/{status}'],
  path: '/api/sites/datatable/region/Approved',
  key: 'id',
  where: stoodAtFmb('site_profiles'),
  wide: {
    alias: 'site_boundaries',
    join: 'left join site_boundaries on site_boundaries.site_profile_id = site_profiles.id',
  },
  row: `${SITE_ROW}, ${WAITING} as waiting_since, project_area, area_ha, warnings, (
    select count(*) from files
    where files.id in (agreement_id, site_profiles.map_kml_id) and scan_status = 'quarantined'
  ) as quarantined`,
  searched: [...Object.values(NAMED), 'offices.name', AT_FMB],
  sort: { ...SITE_SORT, record_status: AT_FMB },
  filters: filtersOf('site_profiles', AT_FMB, SITE_WARNED),
}

const ACTIVITY_NAMES = {
  site_profile_code: 'site_profile_code',
  site_profile_name: 'site_profile_name',
  region: 'regions.name',
}
const ACTIVITY_ROW = `
  site_activities.id, site_profile_id, site_profile_code, site_profile_name, site_activities.region_id,
  site_activities.office_id, regions.name as region, provinces.name as province, cities.name as city,
  offices.name as office, site_activities.status, site_activities.site_status, site_activities.penro_status,
  site_activities.region_status, fmb_status, site_activities.returned_by, site_activities.returned_at,
  site_activities.recalled_at,
  site_activities.created_by, submitted_by, site_activities.deactivated_by, site_activities.created_at, submitted_at`
const ACTIVITIES = {
  key: 'id',
  id: 'site_activities.id',
  from: `site_activities ${placesOf('site_activities')}`,
  grows: true,
}

const ACTIVITY_LIST: List = {
  ...ACTIVITIES,
  name: 'activities',
  calls: ['/api/sites/activities/datatable'],
  path: '/api/sites/activities/datatable',
  where: `site_status <> 'Save as Draft'`,
  row: `${ACTIVITY_ROW}, ${RECORD_STATUS} as record_status`,
  searched: [...Object.values(ACTIVITY_NAMES), 'site_activities.status', RECORD_STATUS],
  sort: {
    ...ACTIVITY_NAMES,
    created_at: 'site_activities.created_at',
    returned_at: 'returned_at',
    status: 'site_activities.status',
    record_status: RECORD_STATUS,
  },
  filters: {
    ...filtersOf('site_activities', RECORD_STATUS, ACTIVITY_WARNED),
    ...switchedOff('site_activities'),
    reporting_year: { value: '2025', where: 'reporting_year = 2025' },
  },
  defaultSort: 'site_profile_code',
}

const ACTIVITY_QUEUE: List = {
  ...ACTIVITIES,
  ...QUEUE,
  name: 'approval list of activities',
  calls: ['/api/sites/activities/datatable/{type}', '/api/sites/activities/datatable/{type}/{status}'],
  path: '/api/sites/activities/datatable/region/Approved',
  where: `${stoodAtFmb('site_activities')}
    and not exists (select from site_profiles where id = site_profile_id and status = 'Deactivated')`,
  row: `${ACTIVITY_ROW}, ${WAITING} as waiting_since, (
    select count(*) from site_activity_means join files on files.id = file_id
    where site_activity_id = site_activities.id and scan_status = 'quarantined'
  ) as quarantined`,
  searched: [...Object.values(ACTIVITY_NAMES), 'provinces.name', 'cities.name', 'offices.name', AT_FMB],
  sort: {
    ...ACTIVITY_NAMES,
    office: 'offices.name',
    submitted_at: 'submitted_at',
    record_status: AT_FMB,
  },
  filters: filtersOf('site_activities', AT_FMB, ACTIVITY_WARNED),
}

const APPROVED = `site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated'`
const APPROVED_SORT = {
  region: 'regions.name',
  province: 'provinces.name',
  name_of_partner: 'name_of_partner',
  code: 'code',
}

const DASHBOARD: List = {
  ...SITES,
  name: 'dashboard table',
  calls: ['/api/reports/datatable/dashboard'],
  path: '/api/reports/datatable/dashboard?accessLevel=National&without_ids=1',
  key: 'site_profile_id',
  where: APPROVED,
  wide: { alias: 'latest', join: LATEST },
  row: DASHBOARD_ROW,
  searched: Object.values(APPROVED_SORT),
  sort: APPROVED_SORT,
  defaultSort: 'regions.name',
}

const APPROVED_AT = 'greatest(site_profiles.approved_at, latest.approved_at)'
const PUBLIC: List = {
  ...DASHBOARD,
  name: 'public list',
  isPublic: true,
  calls: ['/api/sites/activities/dashboard/datatable'],
  path: '/api/sites/activities/dashboard/datatable',
  row: PUBLIC_ROW,
  sort: { ...APPROVED_SORT, approved_at: APPROVED_AT },
  defaultSort: `${APPROVED_AT} desc`,
}

const REPORT: List = {
  ...SITES,
  name: 'report preview',
  calls: ['/api/reports/datatable/generate-reports'],
  path: '/api/reports/datatable/generate-reports?accessLevel=National&without_ids=1',
  key: 'site_profile_id',
  where: `site_profiles.status = 'Activated'`,
  wide: { alias: 'record', join: REPORT_RECORD },
  row: REPORT_ROW,
  searched: Object.values(NAMED),
  sort: {
    ...NAMED,
    created_at: ofRecord('created_at'),
    submitted_at: ofRecord('submitted_at'),
    returned_at: ofRecord('returned_at'),
    approved_at: ofRecord('approved_at'),
  },
  defaultSort: 'site_profiles.region_id',
}

/** Lists of profiles and activities: these grow with the bureau. */
export const RECORD_LISTS: readonly List[] = [
  PROFILES,
  PROFILE_QUEUE,
  ACTIVITY_LIST,
  ACTIVITY_QUEUE,
  DASHBOARD,
  REPORT,
  PUBLIC,
]
