import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import type { DB, SiteProfiles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { STATUSES } from '../../shared/access/levels.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { recordStatus, recordStatusFor, SITE_STATUSES, STATUS_OF } from '../../shared/review/review-chain.ts'
import { marksOf } from '../../shared/review/marks.ts'
import type { WaitingQuery, WaitingReply } from '../../shared/review/review.schema.ts'
import { FORM_FIELDS, type Having, type Searched, SEARCHED_PLACES } from '../../shared/sites/sites.fields.ts'
import type {
  QueueType,
  SiteProfile,
  SiteQueueRow,
  SiteRow,
  SiteSearch,
} from '../../shared/sites/sites.schema.ts'
import { fileUrl } from '../files/files.queries.ts'
import { type ListColumns, pageOf, rowsAround } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'
import { AppError } from '../lib/errors.ts'
import { inScope } from '../lib/scope.ts'
import { inPlace, inTexts, inWords } from '../review/search.queries.ts'

/** The SQL twin of `canSeeSite`: the scope, and deactivated profiles only for those concerned (S-35, S-36). */
export const visibleTo = (actor: Actor) => (eb: ExpressionBuilder<DB, 'site_profiles'>) =>
  eb.and([
    inScope(actor, 'site_profiles'),
    ...(actor.permissions.includes('site_map_activate')
      ? []
      : [
          eb.or([
            eb('site_profiles.status', '=', 'Activated'),
            eb('site_profiles.created_by', '=', actor.id),
            eb('site_profiles.deactivated_by', '=', actor.id),
          ]),
        ]),
  ])

/** The columns of a row; left joins, so that counting a list reads the profiles alone. */
const withPlaces = (db: Db) =>
  db
    .selectFrom('site_profiles')
    .leftJoin('regions', 'regions.id', 'site_profiles.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .leftJoin('cities', 'cities.id', 'site_profiles.city_id')
    .leftJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select([
      'site_profiles.id',
      'site_profiles.code',
      'site_profiles.region_id',
      'site_profiles.province_id',
      'site_profiles.city_id',
      'site_profiles.office_id',
      'regions.name as region',
      'provinces.name as province',
      'cities.name as city',
      'offices.name as office',
      'site_profiles.name_of_partner',
      'site_profiles.status',
      'site_profiles.site_status',
      'site_profiles.penro_status',
      'site_profiles.region_status',
      'site_profiles.fmb_status',
      'site_profiles.returned_by',
      'site_profiles.created_by as created_by_id',
      'site_profiles.submitted_by as submitted_by_id',
      'site_profiles.deactivated_by as deactivated_by_id',
      'site_profiles.created_at',
      'site_profiles.submitted_at',
      'site_profiles.returned_at',
    ])

/** Record status as a column, so that it can be searched and sorted; the replies take it from the shared rule. */
const recordStatusColumn = sql<string>`case when site_profiles.penro_status = 'Approved' then 'Approved'
  else site_profiles.site_status end`.as('record_status')

const SORT = {
  code: 'rows.code',
  region: 'rows.region',
  province: 'rows.province',
  city: 'rows.city',
  name_of_partner: 'rows.name_of_partner',
  office: 'rows.office',
  status: 'rows.status',
  created_at: 'rows.created_at',
  submitted_at: 'rows.submitted_at',
  record_status: 'rows.record_status',
} as const

/** One index holds both: another text that is searched needs a place in it. */
const SEARCHED_TEXTS: Record<Searched<'text'>, string> = {
  code: 'rows.code',
  name_of_partner: 'rows.name_of_partner',
}

/** A text in region, province, municipality, code, partner, status or record status, each found by its index. */
const searched = (text: string) =>
  sql<boolean>`(${sql.join(
    [
      inTexts(SEARCHED_TEXTS.code, SEARCHED_TEXTS.name_of_partner, text),
      inPlace(SEARCHED_PLACES, text),
      inWords('rows.status', STATUSES, text),
      inWords('rows.record_status', SITE_STATUSES, text),
    ],
    sql` or `,
  )})`

/** How many profiles this person may see, from the kept counts; the few deactivated ones are looked at (S-36). */
async function countSites(db: Db, actor: Actor): Promise<number> {
  const kept = db
    .selectFrom('site_profile_counts')
    .where(inScope(actor))
    .where('status', '=', 'Activated')
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
  const deactivated = db
    .selectFrom('site_profiles')
    .where(visibleTo(actor))
    .where('site_profiles.status', '=', sql.lit('Deactivated'))
    .select(sql<number>`count(*)`.as('count'))
  const { rows } = await sql<{ count: number }>`select (${kept}) + (${deactivated}) as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const LIST: ListColumns = {
  search: searched,
  sort: SORT,
  // newest first; ids grow with time and are indexed
  defaultSort: [{ column: 'rows.id', dir: 'desc' }],
  tieBreak: 'rows.id',
}

/** The profiles this person may see, newest first unless asked otherwise. */
export async function listSites(db: Db, actor: Actor, query: PageQuery): Promise<PageReply<SiteRow>> {
  const rows = withPlaces(db).select(recordStatusColumn).where(visibleTo(actor))
  const page = await pageOf(db.selectFrom(rows.as('rows')).selectAll(), LIST, query, {
    total: () => countSites(db, actor),
  })
  return { ...page, data: asRows(page.data) }
}

// the named checks of the table hold its texts to the unions of the contract; the reply schema checks them again
const asRows = (rows: unknown[]): SiteRow[] =>
  (rows as SiteRow[]).map((row) => ({ ...row, record_status: recordStatus(row) }))

const QUEUE: ListColumns = {
  search: [
    'rows.code',
    'rows.region',
    'rows.province',
    'rows.city',
    'rows.name_of_partner',
    'rows.office',
    'rows.record_status',
  ],
  sort: SORT,
  defaultSort: [{ column: 'rows.submitted_at', dir: 'desc' }],
  tieBreak: 'rows.id',
}

const QUEUE_COLUMN = {
  site: 'site_profiles.site_status',
  penro: 'site_profiles.penro_status',
  region: 'site_profiles.region_status',
} as const satisfies Record<QueueType, string>

/** Whether a status is the one asked for, in any case, with hyphens for spaces (C-29). */
const isStatus = (column: (typeof QUEUE_COLUMN)[QueueType], text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = ${text.replaceAll('-', ' ').trim().toLowerCase()}`

/** Whether a profile waits for this person's level. */
const waitsFor = (actor: Actor) =>
  sql<boolean>`site_profiles.site_status = 'Submitted'
    and ${sql.ref(`site_profiles.${STATUS_OF[actor.access_level]}`)} = 'Submitted'`

/** The activated profiles this person may see, as approval lists search and sort them. */
const reviewedRows = (db: Db, actor: Actor) =>
  withPlaces(db)
    .select([
      sql<string>`coalesce(${sql.ref(`site_profiles.${STATUS_OF[actor.access_level]}`)}, 'Submitted')`.as(
        'record_status',
      ),
      sql<string | null>`case when ${waitsFor(actor)} then site_profiles.waiting_since end`.as(
        'waiting_since',
      ),
    ])
    .leftJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
    .select([
      'site_profiles.project_area',
      sql<number | null>`site_boundaries.area_ha::float8`.as('mapped_area_ha'),
      sql<string[]>`jsonb_path_query_array(coalesce(site_boundaries.warnings, '[]'), '$[*].kind')`.as(
        'warning_kinds',
      ),
      sql<number>`(
        select count(*) from files
        where files.id in (site_profiles.agreement_id, site_profiles.map_kml_id)
          and files.scan_status = 'quarantined'
      )`.as('quarantined'),
    ])
    .where(visibleTo(actor))
    .where('site_profiles.status', '=', 'Activated')

/** The warnings of a profile, from what is kept of it. */
export const marksOfSite = (
  { project_area, mapped_area_ha }: Pick<SiteProfile, 'project_area' | 'mapped_area_ha'>,
  kept: { warning_kinds: readonly string[]; quarantined: number },
): string[] =>
  marksOf({
    boundary: {
      declared_ha: Number(project_area),
      drawn_ha: mapped_area_ha,
      warnings: kept.warning_kinds,
    },
    quarantined: kept.quarantined,
  })

/** What comes first: those that wait, and without a sort the longest waiting of them on top. */
const waitingFirst = (query: Pick<PageQuery, 'order'>) =>
  query.order?.some((one) => Object.hasOwn(QUEUE.sort, one.column))
    ? sql`(rows.waiting_since is null)`
    : sql`rows.waiting_since`

/** What waits for this person around one profile, in the order of the whole approval list (S-120). */
export function findSitesWaiting(db: Db, actor: Actor, query: WaitingQuery): Promise<WaitingReply> {
  const rows = reviewedRows(db, actor).where(waitsFor(actor))
  const waiting = db
    .selectFrom(rows.as('rows'))
    .select(['rows.id', 'rows.code', 'rows.name_of_partner as name'])
    .select(sql<string>`rows.waiting_since`.as('waiting_since'))
  return rowsAround(db, waiting, QUEUE, query, { first: waitingFirst(query) })
}

/**
 * The approval list (S-67): activated profiles in review or approved whose status at `type` is the one asked for.
 * Those waiting for the viewer come first, the longest waiting on top; then the rest, newest submitted first.
 */
export async function listSiteQueue(
  db: Db,
  actor: Actor,
  queue: { type: QueueType; status?: string | undefined },
  query: PageQuery,
): Promise<PageReply<SiteQueueRow>> {
  const column = QUEUE_COLUMN[queue.type]
  const { status } = queue
  const rows = reviewedRows(db, actor)
    .where('site_profiles.site_status', 'in', ['Submitted', 'Approved'])
    .where(column, 'is not', null)
    .$if(status !== undefined, (all) => all.where(isStatus(column, status ?? '')))
  const first = waitingFirst(query)
  const page = await pageOf(db.selectFrom(rows.as('rows')).selectAll(), QUEUE, query, { first })
  type Kept = Pick<SiteProfile, 'project_area' | 'mapped_area_ha'> & Parameters<typeof marksOfSite>[1]
  const data = (page.data as unknown as (SiteQueueRow & Kept)[]).map(
    ({ project_area, mapped_area_ha, warning_kinds, quarantined, ...row }) => ({
      ...row,
      record_status: recordStatusFor(row, actor.access_level),
      marks: marksOfSite({ project_area, mapped_area_ha }, { warning_kinds, quarantined }),
    }),
  )
  return { ...page, data }
}

const CHOICES: ListColumns = {
  search: (text) => inTexts('rows.code', 'rows.name_of_partner', text),
  sort: {},
  defaultSort: [{ column: 'rows.code', dir: 'asc' }],
  tieBreak: 'rows.id',
}

/**
 * The profiles this person may see, by code, as choices of a select: with a status, with a text in code or partner,
 * and with `open_activity: 'none'` only those on which an activity can start (S-47).
 */
export async function searchSites(db: Db, actor: Actor, wanted: SiteSearch): Promise<PageReply<SiteRow>> {
  const { site_status, open_activity, site_profile_id } = wanted
  const rows = withPlaces(db)
    .where(visibleTo(actor))
    .$if(site_status !== undefined, (all) =>
      all.where(isStatus('site_profiles.site_status', site_status ?? '')),
    )
    .$if(open_activity === 'none', (all) => all.where(canTakeActivity))
    .$if(site_profile_id !== undefined, (all) => all.where('site_profiles.id', '=', site_profile_id ?? 0))
  const page = await pageOf(db.selectFrom(rows.as('rows')).selectAll(), CHOICES, wanted)
  return { ...page, data: asRows(page.data) }
}

const canTakeActivity = sql<boolean>`site_profiles.status = 'Activated' and site_profiles.site_status = 'Approved'
  and not exists (
    select from site_activities
    where site_activities.site_profile_id = site_profiles.id
      and site_activities.status = 'Activated' and site_activities.site_status <> 'Approved'
  )`

/** A profile as the server works with it. */
export type Site = SiteProfile & {
  /** 1 from the first submission, one more for each resubmission */
  review_round: number
}

const nameOf = (table: 'creators' | 'updaters' | 'deactivators') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/**
 * The columns that no form fills in, and whether one profile is read with them beyond what its row in a list has. A
 * new column that stands neither here nor in SITE_FIELDS does not compile, so that it is not missed where it matters.
 */
const OTHER_COLUMNS = {
  id: false,
  code: false,
  office_id: false,
  status: false,
  site_status: false,
  penro_status: false,
  region_status: false,
  fmb_status: false,
  returned_by: false,
  submitted_at: false,
  submitted_by: false,
  returned_at: false,
  waiting_since: false,
  created_at: false,
  created_by: false,
  updated_by: false,
  deactivated_by: false,
  deactivated_at: true,
  deactivate_reason: true,
  returned_reason: true,
  updated_at: true,
  approved_at: true,
  review_round: true,
  revision: true,
} as const satisfies Record<Exclude<keyof SiteProfiles, Having<'input'>>, boolean>

type OtherColumn = keyof typeof OTHER_COLUMNS
const OTHERS_READ = (Object.keys(OTHER_COLUMNS) as OtherColumn[]).filter((column) => OTHER_COLUMNS[column])

const columnOf = <Column extends keyof SiteProfiles>(column: Column) => `site_profiles.${column}` as const

const siteOfId = fixedQuery((db, wanted: { id: number }) =>
  withPlaces(db)
    .innerJoin('users as creators', 'creators.id', 'site_profiles.created_by')
    .leftJoin('users as updaters', 'updaters.id', 'site_profiles.updated_by')
    .leftJoin('users as deactivators', 'deactivators.id', 'site_profiles.deactivated_by')
    .innerJoin('files as agreements', 'agreements.id', 'site_profiles.agreement_id')
    .innerJoin('files as maps', 'maps.id', 'site_profiles.map_kml_id')
    .leftJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
    .select([
      ...FORM_FIELDS.map(columnOf),
      ...OTHERS_READ.map(columnOf),
      'agreements.name as agreement_file_name',
      'agreements.scan_status as agreement_scan_status',
      'maps.name as map_kml_name',
      'maps.scan_status as map_kml_scan_status',
      sql<number | null>`site_boundaries.area_ha::float8`.as('mapped_area_ha'),
      nameOf('creators').as('created_by'),
      nameOf('updaters').as('updated_by'),
      nameOf('deactivators').as('deactivated_by'),
    ])
    .where('site_profiles.id', '=', wanted.id),
)

/** One profile, or null; whoever calls decides who may see it. */
export async function findSite(db: Db, id: number): Promise<Site | null> {
  const [row] = await siteOfId(db, { id })
  if (!row) return null
  const site = row as unknown as Omit<Site, 'record_status' | 'map_kml_url'>
  return { ...site, map_kml_url: fileUrl(site.map_kml_id), record_status: recordStatus(site) }
}

const lockedSite = fixedQuery((db, wanted: { id: number }) =>
  db
    .selectFrom('site_profiles')
    .select('site_profiles.id')
    .where('site_profiles.id', '=', wanted.id)
    .forUpdate(),
)

/**
 * Holds the profile until the transaction ends and reads it as it is then. Refuses an unknown one with 404. The lock
 * is a statement of its own, because rows joined to one that another transaction has just changed would be missed.
 */
export async function lockSite(db: Db, id: number): Promise<Site> {
  await lockedSite(db, { id })
  return readSite(db, id)
}

/** A profile that this transaction holds. */
export async function readSite(db: Db, id: number): Promise<Site> {
  const site = await findSite(db, id)
  if (!site) throw new AppError('scope')
  return site
}

/**
 * The next SITES code of a region and year, such as SITES-R04A-2031-0007. The counter stays locked until the
 * transaction ends, so that no number is given twice (S-39).
 */
export async function nextSiteCode(db: Db, region_id: number, year: number): Promise<string> {
  const { short_code } = await db
    .selectFrom('regions')
    .select('regions.short_code')
    .where('regions.id', '=', region_id)
    .executeTakeFirstOrThrow()
  const { last_number } = await db
    .insertInto('site_code_counters')
    .values({ region_id, year, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['region_id', 'year'])
        .doUpdateSet((eb) => ({ last_number: eb('site_code_counters.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return `SITES-${short_code}-${year}-${String(last_number).padStart(4, '0')}`
}

/** The PENRO of a province: the first, where the bureau has added more offices; null when there is none. */
export async function findOfficeOfProvince(db: Db, province_id: number): Promise<number | null> {
  const office = await db
    .selectFrom('offices')
    .select('offices.id')
    .where('offices.province_id', '=', province_id)
    .orderBy('offices.id')
    .executeTakeFirst()
  return office?.id ?? null
}

/** Adds a profile; returns its id. */
export async function insertSite(db: Db, values: Insertable<SiteProfiles>): Promise<number> {
  const { id } = await db.insertInto('site_profiles').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a profile, notes who and when, counts the revision up, and reads it again. */
export async function saveSite(
  db: Db,
  id: number,
  by: { updated_by: number; updated_at: string },
  values: Updateable<SiteProfiles>,
): Promise<Site> {
  await db
    .updateTable('site_profiles')
    .set((eb) => ({ ...values, ...by, revision: eb('site_profiles.revision', '+', 1) }))
    .where('site_profiles.id', '=', id)
    .execute()
  return readSite(db, id)
}

/** Counts a change that no person made, so that nobody decides on the profile as it was before. */
export async function countChange(db: Db, id: number): Promise<void> {
  await db
    .updateTable('site_profiles')
    .set((eb) => ({ revision: eb('site_profiles.revision', '+', 1) }))
    .where('site_profiles.id', '=', id)
    .execute()
}
