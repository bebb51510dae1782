import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import type { DB, SiteProfiles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { levelStatuses } from '../../shared/access/levels.ts'
import { recordStatus } from '../../shared/review/review-chain.ts'
import type { RecordFilters } from '../../shared/review/record-filters.ts'
import { FORM_FIELDS, type Having, type Searched, SEARCHED_PLACES } from '../../shared/sites/sites.fields.ts'
import { SITE_POLICIES } from '../../shared/sites/sites.policy.ts'
import type { SiteProfile, SiteSearch } from '../../shared/sites/sites.schema.ts'
import { fileUrl } from '../store/files.queries.ts'
import { sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import type { RecordTable } from '../review/record.kind.ts'
import {
  isConcerned,
  isStatus,
  queueColumns,
  queueStatus,
  type RecordList,
  recordStatusColumn,
  rowColumns,
  STATE_WORDS,
} from '../review/record-lists.queries.ts'
import { asksForWarnings, filterColumns } from '../review/record-filters.queries.ts'
import { inRecord, inTexts } from '../review/search.queries.ts'
import { isWarned } from '../review/warnings.queries.ts'
import { oneRecord, recordColumns } from '../review/one-record.queries.ts'

/** The searched texts, both in one index; a further searched text does not compile until it is added here. */
const SEARCHED_TEXTS = { code: 'code', name_of_partner: 'name_of_partner' } as const satisfies Record<
  Searched<'text'>,
  string
>

const SITES: RecordTable = {
  name: 'site_profiles',
  code: SEARCHED_TEXTS.code,
  partner: SEARCHED_TEXTS.name_of_partner,
}

/** The SQL twin of `canSeeSite`: the scope, and deactivated profiles only if `isConcerned` (S-35, S-36). */
export const visibleTo = (actor: Actor) => (eb: ExpressionBuilder<DB, 'site_profiles'>) =>
  eb.and([
    inScope(actor, 'site_profiles'),
    eb.or([eb('site_profiles.status', '=', sql.lit('Activated')), isConcerned(actor, SITES, SITE_POLICIES)]),
  ])

/** The columns of a row; left joins, so that counting a list reads the profiles alone. */
const withPlaces = (db: Db) =>
  db
    .selectFrom('site_profiles')
    .leftJoin('regions', 'regions.id', 'site_profiles.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .leftJoin('cities', 'cities.id', 'site_profiles.city_id')
    .leftJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select(rowColumns('site_profiles'))
    .select([
      'site_profiles.code',
      'site_profiles.province_id',
      'site_profiles.city_id',
      'site_profiles.name_of_partner',
    ])

const SORT = sortOfRows(
  'code',
  'region',
  'province',
  'city',
  'name_of_partner',
  'office',
  'status',
  'created_at',
  'submitted_at',
  'record_status',
)

/** Counts the profiles that the caller may see: stored counts, and a query for the few deactivated ones (S-36). */
async function countSites(db: Db, actor: Actor): Promise<number> {
  const stored = db
    .selectFrom('site_profile_counts')
    .where(inScope(actor))
    .where('status', '=', sql.lit('Activated'))
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
  const deactivated = db
    .selectFrom('site_profiles')
    .where(visibleTo(actor))
    .where('site_profiles.status', '=', sql.lit('Deactivated'))
    .select(sql<number>`count(*)`.as('count'))
  const { rows } = await sql<{ count: number }>`select (${stored}) + (${deactivated}) as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Adds the columns of the filters, and `is_warned` if the list is filtered by warnings. */
const withWarnings = (rows: ReturnType<typeof withPlaces>, filters: RecordFilters) =>
  rows
    .select(filterColumns('site_profiles'))
    .$if(asksForWarnings(filters), (all) => all.select(isWarned('site_profiles').as('is_warned')))

/** The profiles that the caller may see, newest first by default. */
export const SITE_LIST: RecordList = {
  table: SITES,
  columns: {
    search: inRecord(SITES, SEARCHED_PLACES, STATE_WORDS),
    sort: SORT,
    // ids grow with time and are indexed
    defaultSort: [{ column: 'rows.id', dir: 'desc' }],
    tieBreak: 'rows.id',
  },
  rowsFor: (db, actor, filters) =>
    withWarnings(withPlaces(db), filters).select(recordStatusColumn(SITES)).where(visibleTo(actor)),
  total: countSites,
  indexed: ['rows.id', 'rows.code'],
}

/** The approval list: the activated profiles that the caller may see. */
export const SITE_QUEUE: RecordList = {
  table: SITES,
  columns: queueColumns(SITES, SORT),
  rowsFor: (db, actor, filters) =>
    withWarnings(withPlaces(db), filters)
      .select(queueStatus(actor, SITES))
      .where(visibleTo(actor))
      .where('site_profiles.status', '=', sql.lit('Activated')),
}

const canTakeActivity = sql<boolean>`site_profiles.status = 'Activated' and site_profiles.site_status = 'Approved'
  and not exists (
    select from site_activities
    where site_activities.site_profile_id = site_profiles.id
      and site_activities.status = 'Activated' and site_activities.site_status <> 'Approved'
      and site_activities.withdrawn_at is null
  )`

/**
 * The profiles that the caller may see, by code, as the choices of a select: filtered by status and by a text in code
 * or partner, and with `open_activity: 'none'` to those on which an activity can start (S-47).
 */
export const SITE_CHOICES: RecordList<RecordFilters & SiteSearch> = {
  table: SITES,
  columns: {
    search: (text) => inTexts('rows.code', 'rows.name_of_partner', text),
    sort: {},
    defaultSort: [{ column: 'rows.code', dir: 'asc' }],
    tieBreak: 'rows.id',
  },
  rowsFor: (db, actor, { site_status, open_activity, site_profile_id }) =>
    withPlaces(db)
      .where(visibleTo(actor))
      .$if(site_status !== undefined, (all) =>
        all.where(isStatus('site_profiles.site_status', site_status ?? '')),
      )
      .$if(open_activity === 'none', (all) => all.where(canTakeActivity))
      .$if(site_profile_id !== undefined, (all) => all.where('site_profiles.id', '=', site_profile_id ?? 0)),
}

/** A profile as the server works with it. */
export type Site = SiteProfile & {
  record_id: number
  /** whether land was ever found in its boundary */
  has_findings: boolean
  /** 1 from the start; one more for each submission after a return */
  review_round: number
}

/**
 * The columns that no form sets; true if a profile is read with them and `recordColumns` does not include them. A new
 * column that is neither here nor in SITE_FIELDS does not compile, so that none is forgotten.
 */
const OTHER_COLUMNS = {
  id: false,
  record_id: false,
  code: false,
  office_id: false,
  status: false,
  site_status: false,
  ...levelStatuses(() => false),
  returned_by: false,
  submitted_at: false,
  submitted_by: false,
  returned_at: false,
  recalled_at: false,
  waiting_since: false,
  created_at: false,
  created_by: false,
  updated_by: false,
  deactivated_by: false,
  deactivated_at: false,
  deactivate_reason: false,
  returned_reason: true,
  updated_at: false,
  approved_at: false,
  withdrawn_at: false,
  review_round: false,
  revision: false,
  open_points: false,
  answered_points: false,
} as const satisfies Record<Exclude<keyof SiteProfiles, Having<'input'>>, boolean>

type OtherColumn = keyof typeof OTHER_COLUMNS
const OTHERS_READ = (Object.keys(OTHER_COLUMNS) as OtherColumn[]).filter((column) => OTHER_COLUMNS[column])

const file = (column: 'agreement' | 'map_kml', name: string, of: string) =>
  `(select ${name} from files where id = site_profiles.${column}_id) as ${of}_${name}`

const facts = (column: 'agreement' | 'map_kml') =>
  `(select json_build_object('size', size, 'sha256', sha256, 'created_at', created_at)
    from files where id = site_profiles.${column}_id) as ${column}_facts`

/** The columns of one profile, with the names of its places, users and files. */
const COLUMNS = sql.raw(
  [
    recordColumns('site_profiles'),
    ...['code', ...FORM_FIELDS, ...OTHERS_READ].map((column) => `site_profiles.${column}`),
    file('agreement', 'name', 'agreement_file'),
    file('agreement', 'scan_status', 'agreement'),
    file('map_kml', 'name', 'map_kml'),
    file('map_kml', 'scan_status', 'map_kml'),
    facts('agreement'),
    facts('map_kml'),
    'exists (select from land_findings where site_profile_id = site_profiles.id) as has_findings',
    `(select area_ha::float8 from site_boundaries where site_profile_id = site_profiles.id) as mapped_area_ha`,
  ].join(', '),
)

type StoredSite = Omit<Site, 'record_status' | 'map_kml_url'>

const siteOf = (_db: Db, site: StoredSite): Site => ({
  ...site,
  map_kml_url: fileUrl(site.map_kml_id),
  record_status: recordStatus(site),
})

export const {
  find: findSite,
  read: readSite,
  lock: lockSite,
  save: saveSite,
} = oneRecord<StoredSite, Site, Updateable<SiteProfiles>>(SITES, COLUMNS, siteOf)

type NewSite = Omit<Insertable<SiteProfiles>, 'code'>

/**
 * The next SITES code of a region and year, such as SITES-R04A-2031-0007. The counter stays locked until the
 * transaction ends, so that no number is used twice (S-39).
 */
const nextCode = (region_id: number, year: number) => sql<{ code: string }>`
  insert into site_code_counters as counter (region_id, year, last_number) values (${region_id}, ${year}, 1)
  on conflict (region_id, year) do update set last_number = counter.last_number + 1
  returning (
    select 'SITES-' || regions.short_code || '-' || counter.year || '-'
      || lpad(counter.last_number::text, greatest(4, length(counter.last_number::text)), '0')
    from regions where regions.id = counter.region_id
  ) as code`

/** Reserves and returns the next code of a region and year. */
export async function nextSiteCode(db: Db, region_id: number, year: number): Promise<string> {
  const { rows } = await nextCode(region_id, year).execute(db)
  if (!rows[0]) throw new Error(`There is no region ${region_id}.`)
  return rows[0].code
}

/** Inserts a profile with the next code of its region and year, and returns it. */
export async function insertSite(db: Db, year: number, values: NewSite): Promise<Site> {
  const { rows } = await sql<StoredSite>`
    with next as (${nextCode(values.region_id, year)})
    ${db.insertInto('site_profiles').values({ ...values, code: sql<string>`(select code from next)` })}
    returning ${COLUMNS}`.execute(db)
  if (!rows[0]) throw new Error('A profile that was added is there.')
  return siteOf(db, rows[0])
}

/** Raises the revision after a change that no user made, so that a decision on the earlier state is rejected. */
export async function countChange(db: Db, id: number): Promise<void> {
  await db
    .updateTable('site_profiles')
    .set((eb) => ({ revision: eb('site_profiles.revision', '+', 1) }))
    .where('site_profiles.id', '=', id)
    .execute()
}
