import { DEMO_PASSWORD, demoEmail } from '../../../server/seed/demo-people.ts'
import { DRAFT_FORMS } from '../../../shared/drafts/drafts.schema.ts'
import type { TestApp } from '../product/app.ts'
import type { Pool } from './arbitraries.ts'

type Table =
  | 'site_profiles'
  | 'site_activities'
  | 'users'
  | 'roles'
  | 'files'
  | 'regions'
  | 'provinces'
  | 'cities'
  | 'summaries'
type Criteria = 'site_principles' | 'site_criteria_indicators'

/** Ids and other values of the database under test, by the names of fields and of path parts. */
export async function poolOf({ db }: TestApp): Promise<Pool> {
  const ids = async (table: Table | Criteria) => {
    const rows = await db.selectFrom(table).select('id').orderBy('id').limit(60).execute()
    return rows.map((row) => row.id)
  }
  const [sites, activities, users, roles, files] = await Promise.all([
    ids('site_profiles'),
    ids('site_activities'),
    ids('users'),
    ids('roles'),
    ids('files'),
  ])
  const [regions, provinces, cities, principles, indicators] = await Promise.all([
    ids('regions'),
    ids('provinces'),
    ids('cities'),
    ids('site_principles'),
    ids('site_criteria_indicators'),
  ])
  const summaries = await ids('summaries')
  const asking = (
    await db.selectFrom('files').select('id').where('boundary_question', 'is not', null).execute()
  ).map(({ id }) => id)
  const imports = (await db.selectFrom('imports').select('id').execute()).map(({ id }) => id)
  const layers = (await db.selectFrom('land_layers').select('id').execute()).map(({ id }) => id)
  const versions = (await db.selectFrom('land_layer_versions').select('id').execute()).map(({ id }) => id)
  const begun = await db.selectFrom('file_uploads').select('id').execute()
  const uploads = [...begun.map(({ id }) => id), '00000000-0000-4000-8000-000000000000']
  const points = (await db.selectFrom('review_points').select('id').orderBy('id').limit(200).execute()).map(
    ({ id }) => id,
  )
  const instruments = (await db.selectFrom('land_instruments').select('id').limit(60).execute()).map(
    ({ id }) => id,
  )
  const password = [DEMO_PASSWORD, 'wrong', 'Molave-at-Narra-2032?']
  return {
    id: [...new Set([...sites, ...activities, ...users])].slice(0, 80),
    site_profile_id: sites,
    site_activity_id: activities,
    role_id: roles,
    region_id: regions,
    province_id: provinces,
    city_id: cities,
    agreement_id: files,
    map_kml_id: files,
    upload_id: files,
    sites_principle_id: principles,
    sites_criteria_indicator_id: indicators,
    email: [
      ...['fmb.super', 'fmb.admin', 'laguna.encoder', 'left.encoder', 'somebody.else'].map(demoEmail),
      'nobody@bureau.example',
    ],
    password,
    old_password: password,
    password_confirmation: password,
    penro: ['PENRO Laguna', 'penro laguna', 'PENRO Quezon', 'PENRO Nowhere'],
    search: ['a', 'SITES', '%', '_', 'ñ', 'laguna'],
    revision: [1, 2, 0],
    principle_number: [1, 8, 9],
    batch_number: [1, 2, 3],
    column: ['id', 'email', 'code', 'created_at', 'name', 'password_hash'],
    dir: ['asc', 'desc', 'ASC', 'x'],
    startDate: ['2031-01-01', '2026-01-01', '2031-02-30'],
    endDate: ['2031-01-02', '2026-01-07', '2031-01-01'],
    ':id of sites': sites,
    ':id of sites/activities': activities,
    ':id of users': users,
    ':id of roles': roles,
    ':id of summaries': summaries,
    ':id of imports': imports,
    ':id of land/layers': layers,
    ':id of land/versions': versions,
    table_id: files,
    archive_ids: files,
    rows: [0, 1, 2],
    state: ['Good', 'Wrong', 'x'],
    kind: ['error', 'warning'],
    crs: ['EPSG:3123', 'EPSG:4326', 'EPSG:2000'],
    close: ['yes'],
    ':id of file': [...files, ...asking],
    ':id of sites/principles': principles,
    ':regionId': regions,
    ':provinceId': provinces,
    ':upload': uploads,
    ':form': DRAFT_FORMS,
    record_id: sites,
    ':instrument_id': instruments,
    asked_on: ['2024-01-01'],
    issued_on: ['2024-02-01', '2099-01-01'],
    valid_until: ['2034-01-01'],
    // the points of returns; those of the first records
    ':point_id': points,
    ':comment_id': [1, 2, 999],
    settled: points,
    file_id: files,
    indicator_figure_id: [1, 2, 999],
    about: [
      'record',
      'field',
      'boundary',
      'file',
      'principle',
      'indicator',
      'figure',
      'finding',
      'instrument',
      'moon',
    ],
    land_finding_id: [1, 999],
    land_instrument_id: [1, 999],
    field: ['project_area', 'name_of_partner', 'reporting_year', 'agreement_id', '__proto__'],
    before: [1, 9],
    place: ['record', 'file:1', 'finding:1', 'field:project_area', 'field:', 'file:x'],
    mentioned: users,
    version: [1, 2],
    ':version': [1, 2, 99],
    year: [2026, 1999],
    ':year': [2026, 2025, 1],
    safeguard: ['a', 'g', 'h'],
    section: ['national_circumstances', 'addressed_c', 'x'],
    ':format': ['json', 'csv', 'docx', 'evidence.csv', 'pdf'],
    content: ['{}', '{"name_of_partner":""}', 'null', '{'],
    ':type': ['site', 'penro', 'region', 'principle', 'indicator'],
    ':status?': ['Submitted', 'approved', 'Save-as-Draft', ''],
  }
}
