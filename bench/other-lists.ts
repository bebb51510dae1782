import type { List } from './list.ts'

/** a call asks for seven days of the log at most */
const LOG_DAYS = { startDate: '2026-11-12', endDate: '2026-11-18' }

const USERS: List = {
  name: 'users',
  calls: ['/api/users/datatable', '/api/users'],
  path: '/api/users/datatable',
  key: 'id',
  id: 'users.id',
  from: `users join roles on roles.id = users.role_id left join regions on regions.id = users.region_id
    left join offices on offices.id = users.office_id`,
  row: `users.id, users.email, users.access_level, users.region_id, regions.name as region, users.office_id,
    offices.name as penro, users.role_id, roles.name as role, users.status, users.last_logged_in,
    users.first_name || ' ' || users.last_name as name`,
  searched: [`users.first_name || ' ' || users.last_name`, 'roles.name', 'users.email', 'users.status'],
  sort: {
    name: `users.first_name || ' ' || users.last_name`,
    role: 'roles.name',
    email: 'users.email',
    status: 'users.status',
    last_logged_in: 'coalesce(users.last_logged_in, to_timestamp(0))',
  },
  defaultSort: 'users.email',
  words: { rare: 'Person 41', common: 'Encoder', code: 'bench42@', letters: 'fm', accents: 'Peñaflor' },
  grows: false,
}

const ROLES: List = {
  name: 'roles',
  calls: ['/api/roles/datatable', '/api/roles'],
  path: '/api/roles/datatable',
  key: 'id',
  id: 'roles.id',
  from: 'roles',
  row: 'roles.id, roles.name, roles.access_level, roles.kind, roles.permissions, roles.status',
  searched: ['roles.name', 'roles.access_level', 'roles.status'],
  sort: { name: 'roles.name', access_level: 'roles.access_level', status: 'roles.status' },
  defaultSort: 'roles.access_level, roles.name',
  words: { rare: 'Super', common: 'Encoder', code: 'FMB', letters: 'pe', accents: 'Peñaflor' },
  grows: false,
}

const OFFICES: List = {
  name: 'offices',
  calls: ['/api/offices/datatable'],
  path: '/api/offices/datatable',
  key: 'id',
  id: 'offices.id',
  from: `offices join regions on regions.id = offices.region_id
    left join provinces on provinces.id = offices.province_id`,
  row: `offices.id, offices.name, offices.region_id, regions.name as region, provinces.name as province,
    (select count(*) from users where users.office_id = offices.id) as users,
    (select coalesce(sum(count), 0) from site_profile_counts as kept where kept.office_id = offices.id) as profiles`,
  searched: ['offices.name', 'regions.name', 'provinces.name'],
  sort: {
    name: 'offices.name',
    region: 'regions.name',
    province: 'provinces.name',
    users: '(select count(*) from users where users.office_id = offices.id)',
    profiles:
      '(select coalesce(sum(count), 0) from site_profile_counts as kept where kept.office_id = offices.id)',
  },
  defaultSort: 'regions.name, offices.name',
  words: { rare: 'Laguna', common: 'PENRO', code: 'IV-A', letters: 'pe', accents: 'Peñaflor' },
  grows: false,
}

const LOG: List = {
  name: 'audit log',
  calls: ['/api/reports/datatable/audit-logs'],
  path: `/api/reports/datatable/audit-logs?${new URLSearchParams(LOG_DAYS).toString()}`,
  key: 'id',
  id: 'audit_logs.id',
  from: 'audit_logs',
  where: `audit_logs.created_at >= timestamptz '${LOG_DAYS.startDate} 00:00+08'
    and audit_logs.created_at < timestamptz '${LOG_DAYS.endDate} 00:00+08' + interval '1 day'`,
  row: `audit_logs.id, created_at, user_name, user_email, role_name, auditable_type, auditable_id, auditable_code,
    event, field_change`,
  searched: ['audit_logs.search_text'],
  sort: {
    created_at: 'audit_logs.created_at',
    user_name: 'audit_logs.user_name',
    user_email: 'audit_logs.user_email',
    role_name: 'audit_logs.role_name',
    auditable_type: 'audit_logs.auditable_type',
    event: 'audit_logs.event',
  },
  defaultSort: 'audit_logs.created_at desc, audit_logs.id desc',
  words: { rare: 'Person 41', common: 'Updated', code: '555', letters: 'up', accents: 'Peñaflor' },
  grows: true,
}

const HEADS: List = {
  name: 'days of the log',
  calls: ['/api/reports/audit-logs/heads'],
  path: '/api/reports/audit-logs/heads',
  key: 'day',
  id: 'log_days.day',
  from: `(select *, size - coalesce(lag(size) over (order by size, day), 0) as rows,
    encode(decode(split_part(checkpoint, E'\\n', 3), 'base64'), 'hex') as head from log_days) as log_days`,
  row: `log_days.day::text, rows, size, head, checkpoint, made_at, mailed, stamped_at`,
  searched: [`to_char(day, 'Mon DD, YYYY')`, 'day::text', 'head'],
  sort: { day: 'log_days.day', rows: 'log_days.rows' },
  defaultSort: 'log_days.day desc',
  words: { rare: 'Nov 12', common: '2026', code: '2026-11-1', letters: 'no', accents: 'Peñaflor' },
  grows: false,
}

const BATCHES: List = {
  name: 'batches of criteria',
  calls: ['/api/sites/principles/batches'],
  path: '/api/sites/principles/batches?principle_number=1',
  key: 'batch_number',
  id: 'principle_batches.batch_number',
  from: `principle_batches
    join site_principles on site_principles.batch_number = principle_batches.batch_number and site_principles.principle_number = 1
    left join users on users.id = principle_batches.created_by`,
  row: `principle_batches.batch_number, principle_batches.principle_number, site_principles.id as sites_principle_id,
    principle_batches.created_at, users.first_name || ' ' || users.last_name as created_by,
    (select count(*) from site_activities where principle_batch_number = principle_batches.batch_number) as activities,
    (
      select count(*) from site_activities
      where principle_batch_number = principle_batches.batch_number and site_activities.status = 'Activated'
        and site_status <> 'Approved'
    ) as open_activities`,
  searched: ['principle_batches.batch_number::text'],
  sort: { batch_number: 'principle_batches.batch_number', created_at: 'principle_batches.created_at' },
  defaultSort: 'principle_batches.batch_number desc',
  words: { rare: '1', common: '2', code: '-1', letters: 'ba', accents: 'Peñaflor' },
  grows: false,
}

const CROSSWALKS: List = {
  name: 'versions of the crosswalk',
  calls: ['/api/crosswalk/versions'],
  path: '/api/crosswalk/versions',
  key: 'version',
  id: 'crosswalks.version',
  from: 'crosswalks left join users on users.id = crosswalks.created_by',
  row: `crosswalks.version, crosswalks.created_at, users.first_name || ' ' || users.last_name as created_by,
    (select count(*) from summary_documents where crosswalk_version = crosswalks.version) as summaries`,
  searched: ['crosswalks.version::text'],
  sort: { version: 'crosswalks.version', created_at: 'crosswalks.created_at' },
  defaultSort: 'crosswalks.version desc',
  words: { rare: '1', common: '2', code: '-1', letters: 'cr', accents: 'Peñaflor' },
  grows: false,
}

const SUMMARY_STATUS = `case when published_at is not null then 'Published' when frozen_at is not null then 'Frozen'
  else 'Draft' end`

const SUMMARIES: List = {
  name: 'summaries of information',
  calls: ['/api/summaries'],
  path: '/api/summaries',
  key: 'id',
  id: 'summaries.id',
  from: `summaries join users on users.id = summaries.updated_by
    left join summary_documents on summary_documents.summary_id = summaries.id`,
  row: `summaries.id, year, title, reporting_years, (
      select coalesce(json_agg(json_build_object('id', regions.id, 'name', regions.name) order by sort_order), '[]')
      from regions where regions.id = any (region_ids)
    ) as regions, ${SUMMARY_STATUS} as status, summaries.updated_at,
    users.first_name || ' ' || users.last_name as updated_by, frozen_at, published_at, sha256`,
  searched: ['title', SUMMARY_STATUS],
  sort: { year: 'year', title: 'title', status: SUMMARY_STATUS, updated_at: 'summaries.updated_at' },
  defaultSort: 'year desc, summaries.id desc',
  words: { rare: 'number 7', common: 'summary', code: 'SITES-', letters: 'nu', accents: 'Peñaflor' },
  grows: false,
}

/** Lists of people, roles, criteria, of what was done and of what is told of it. */
export const OTHER_LISTS: readonly List[] = [
  USERS,
  ROLES,
  OFFICES,
  LOG,
  HEADS,
  BATCHES,
  CROSSWALKS,
  SUMMARIES,
]
