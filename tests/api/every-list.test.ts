import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { LAND_TASKS } from '../../shared/land/findings.schema.ts'
import { searchForm } from '../../shared/lib/search-form.ts'
import { jsonSchemaOf } from '../support/records/arbitraries.ts'
import { withServer } from '../support/product/app.ts'
import { aCurrentLayer } from '../support/records/land-findings.ts'
import { oidcSettings } from '../support/records/single-sign-on.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'
import { aSummary } from '../support/records/summaries.ts'
import { variedBureau } from '../support/records/varied-bureau.ts'
import { FULL, fewOf } from '../support/full.ts'

/** Every list of the contract, in every order and with every kind of search, matches its rows sorted by hand. */

type Row = Record<string, unknown>
type Sort = [column: string, dir: 'asc' | 'desc']
type List = {
  /** the address, with its required parameters */
  address: string
  /** the columns it can be sorted by */
  columns: string[]
  /** the default order */
  usual: Sort[]
  /** what comes before every order */
  first?: (asked: boolean) => (row: Row) => unknown
  /** the columns that a search looks in */
  searched: string[]
  /** how a search matches, if not by a part of a column's text */
  finds?: (row: Row, text: string) => boolean
  /** the column that ends every order */
  last?: string
  /** how a column sorts, if not by what it shows */
  sortedBy?: Record<string, (row: Row) => unknown>
  people?: string[]
}

const SITES: Pick<List, 'columns' | 'searched'> = {
  columns: [
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
  ],
  searched: ['code', 'name_of_partner', 'region', 'province', 'city', 'status', 'record_status'],
}
const USERS: Omit<List, 'address'> = {
  columns: ['name', 'role', 'email', 'status', 'last_logged_in'],
  usual: [['email', 'asc']],
  searched: ['name', 'role', 'email', 'status'],
  sortedBy: { last_logged_in: (row) => row.last_logged_in ?? '' },
}
const ROLES: Omit<List, 'address'> = {
  columns: ['name', 'access_level', 'status'],
  usual: [
    ['access_level', 'asc'],
    ['name', 'asc'],
  ],
  searched: ['name', 'access_level', 'status'],
}
const REVIEWERS = FULL ? ['fmb.super', 'r4a.approver', 'laguna.encoder'] : ['fmb.super']
const waitingFirst = (asked: boolean) => (row: Row) =>
  asked ? row.waiting_since === null : (row.waiting_since ?? '9999')
const LISTS: Record<string, List> = {
  '/sites': { ...SITES, address: '/sites', usual: [['id', 'desc']], people: REVIEWERS },
  '/users/identities': {
    address: '/users/identities',
    columns: ['name', 'email', 'first_seen', 'last_used'],
    usual: [['last_used', 'desc']],
    searched: ['name', 'email'],
  },
  '/sites/datatable': { ...SITES, address: '/sites/datatable', usual: [['id', 'desc']], people: REVIEWERS },
  '/sites/datatable/:type/:status?': {
    columns: SITES.columns,
    searched: ['code', 'name_of_partner', 'region', 'province', 'city', 'office', 'record_status'],
    address: '/sites/datatable/region/Approved',
    usual: [['submitted_at', 'desc']],
    first: waitingFirst,
  },
  '/sites/activities/datatable': {
    address: '/sites/activities/datatable',
    columns: [
      'site_profile_code',
      'site_profile_name',
      'region',
      'created_at',
      'returned_at',
      'status',
      'record_status',
    ],
    usual: [['site_profile_code', 'asc']],
    searched: ['site_profile_code', 'site_profile_name', 'region', 'status', 'record_status'],
    people: REVIEWERS,
  },
  '/sites/activities/datatable/:type/:status?': {
    address: '/sites/activities/datatable/region/Approved',
    columns: ['site_profile_code', 'region', 'site_profile_name', 'office', 'submitted_at', 'record_status'],
    usual: [['submitted_at', 'desc']],
    first: waitingFirst,
    searched: [
      'site_profile_code',
      'site_profile_name',
      'region',
      'province',
      'city',
      'office',
      'record_status',
    ],
  },
  '/sites/activities/dashboard/datatable': {
    address: '/sites/activities/dashboard/datatable',
    columns: ['region', 'province', 'name_of_partner', 'code', 'approved_at'],
    usual: [['approved_at', 'desc']],
    searched: ['code', 'name_of_partner', 'region', 'province'],
    last: 'site_profile_id',
  },
  '/reports/datatable/dashboard': {
    address: '/reports/datatable/dashboard?accessLevel=National&without_ids=1',
    columns: ['region', 'province', 'name_of_partner', 'code'],
    usual: [['region', 'asc']],
    searched: ['code', 'name_of_partner', 'region', 'province'],
    last: 'site_profile_id',
  },
  '/reports/datatable/dashboard-records': {
    address: '/reports/datatable/dashboard-records?accessLevel=National&shown=open',
    columns: ['record', 'code', 'name_of_partner', 'region', 'province', 'office', 'stage', 'since'],
    usual: [['since', 'asc']],
    searched: ['code', 'name_of_partner', 'region', 'province', 'office'],
    last: 'key',
  },
  '/reports/datatable/generate-reports': {
    address: '/reports/datatable/generate-reports?accessLevel=National&without_ids=1',
    columns: [
      'code',
      'region',
      'province',
      'city',
      'name_of_partner',
      'created_at',
      'submitted_at',
      'returned_at',
      'approved_at',
    ],
    usual: [['region_id', 'asc']],
    searched: ['code', 'name_of_partner', 'region', 'province', 'city'],
    last: 'site_profile_id',
  },
  '/reports/datatable/audit-logs': {
    address: '/reports/datatable/audit-logs?startDate=2024-03-10&endDate=2024-03-12',
    columns: ['created_at', 'user_name', 'user_email', 'role_name', 'auditable_type', 'event'],
    usual: [
      ['created_at', 'desc'],
      ['id', 'desc'],
    ],
    searched: ['user_name', 'user_email', 'role_name', 'auditable_type', 'auditable_code', 'event'],
  },
  '/reports/audit-logs/heads': {
    address: '/reports/audit-logs/heads',
    columns: ['day', 'rows'],
    usual: [['day', 'desc']],
    searched: ['day', 'head'],
    last: 'day',
  },
  '/sites/principles/batches': {
    address: '/sites/principles/batches?principle_number=1',
    columns: ['batch_number', 'created_at'],
    usual: [['batch_number', 'desc']],
    searched: [],
    finds: (row, text) => String(row.batch_number) === text,
    last: 'batch_number',
  },
  '/crosswalk/versions': {
    address: '/crosswalk/versions',
    columns: ['version', 'created_at'],
    usual: [['version', 'desc']],
    searched: [],
    finds: (row, text) => String(row.version) === text,
    last: 'version',
  },
  '/summaries': {
    address: '/summaries',
    columns: ['year', 'title', 'status', 'updated_at'],
    usual: [
      ['year', 'desc'],
      ['id', 'desc'],
    ],
    searched: ['title', 'status'],
  },
  '/summaries/:id/statements': {
    address: '/summaries/1/statements?safeguard=c',
    columns: [],
    usual: [
      ['code', 'asc'],
      ['indicator', 'asc'],
      ['reporting_year', 'asc'],
    ],
    searched: ['code', 'region', 'indicator', 'indicator_title', 'what_happened'],
    last: 'indicator',
  },
  '/sign-in/reset-codes': {
    address: '/sign-in/reset-codes',
    columns: ['user_name', 'office', 'issued_by_name', 'issued_at'],
    usual: [['issued_at', 'desc']],
    searched: ['user_name', 'office', 'issued_by_name', 'second_issued_by_name'],
  },
  '/land/tasks': {
    address: '/land/tasks',
    columns: ['code', 'name_of_partner', 'what', 'since'],
    usual: [['since', 'asc']],
    first: () => (row) => LAND_TASKS.indexOf(row.task as (typeof LAND_TASKS)[number]),
    searched: ['code', 'name_of_partner', 'what'],
    people: REVIEWERS,
  },
  '/users': { ...USERS, address: '/users' },
  '/users/datatable': { ...USERS, address: '/users/datatable' },
  '/offices/datatable': {
    address: '/offices/datatable',
    columns: ['name', 'region', 'province', 'users', 'profiles'],
    usual: [
      ['region', 'asc'],
      ['name', 'asc'],
    ],
    searched: ['name', 'region', 'province'],
  },
  '/land/layers': {
    address: '/land/layers',
    columns: [],
    usual: [
      ['kind', 'asc'],
      ['name', 'asc'],
    ],
    searched: ['name', 'purpose'],
    sortedBy: { kind: ({ kind }) => ['ancestral_domain', 'protected_area', 'tenure'].indexOf(String(kind)) },
  },
  '/land/layers/:id/new-findings': {
    address: '/land/layers/1/new-findings',
    columns: [],
    usual: [['overlap_ha', 'desc']],
    searched: ['code', 'name_of_partner', 'feature'],
    last: 'overlap_ha',
  },
  '/land/versions/:id/features': {
    address: '/land/versions/1/features',
    columns: ['number', 'code', 'name', 'area_ha'],
    usual: [['number', 'asc']],
    searched: ['code', 'name'],
  },
  '/roles': { ...ROLES, address: '/roles' },
  '/roles/datatable': { ...ROLES, address: '/roles/datatable' },
}

const t = withServer({ settings: oidcSettings('https://login.example') })
/** the position of each shown text in the sort order of the database */
const ranks = new Map<string, number>()

beforeAll(async () => {
  // two pages of profiles
  await variedBureau(t, FULL ? 260 : 110)
  await sql`insert into audit_logs (created_at, user_name, user_email, role_name, auditable_type, auditable_code, event,
      region_id, office_id)
    select timestamptz '2024-03-10 09:00+08' + n % 40 * interval '1 hour',
      (array['Peñafrancia Cruz', 'Ana Samahan', 'Zoila'])[1 + n % 3], (array['a@x.example', 'b@x.example'])[1 + n % 2],
      (array['PENRO Encoder', 'FMB Approver'])[1 + n % 2],
      (array['User Management', 'Profiling of SITES'])[1 + n % 2], 'SITES-MANY-' || n,
      (array['View', 'Created', 'Approved'])[1 + n % 3], null, null
    from generate_series(1, 240) as n`.execute(t.db)
  await sql`insert into log_days (day, size, checkpoint, public_key, made_at, mailed)
    select date '2024-03-01' + n, 4 * n + n % 4, E'bureau.example/log\\n1\\n' || encode(sha256(n::text::bytea), 'base64') || E'\\n', 'key', now(), n % 2
    from generate_series(1, 120) as n`.execute(t.db)
  await sql`insert into reset_codes (user_id, needs_two, issued_by, issued_at, second_issued_by, second_issued_at,
      expires_at, ended_at, ended_by)
    select people.id, n % 5 = 0, issuers.id, timestamptz '2026-03-10' + n % 40 * interval '1 hour',
      case when n % 5 = 0 then seconds.id end, case when n % 5 = 0 then now() end, now(), now(), 'expired'
    from generate_series(1, 120) as n
    join users as people on people.id = (select id from users order by id offset n % 10 limit 1)
    join users as issuers on issuers.id = (select id from users order by id offset 10 + n % 3 limit 1)
    join users as seconds on seconds.id = (select id from users order by id offset 14 limit 1)`.execute(t.db)
  await sql`insert into oidc_identities (issuer, subject, name, email, first_seen, last_used)
    select 'https://login.example', n, (array['Peñafrancia Cruz', 'Ana Samahan', 'Zoila'])[1 + n % 3],
      (array['a@x.example', 'b@x.example'])[1 + n % 2], timestamptz '2026-03-10' - n % 7 * interval '1 hour',
      timestamptz '2026-03-10' + n % 11 * interval '1 hour'
    from generate_series(1, 120) as n`.execute(t.db)
  await summaries()
  await layers()
  await land()
  await storeWarnings(t)
}, 120_000)

/** Compares no profile with one layer, and finds something in another on every third. */
async function land() {
  await aCurrentLayer(t, { name: 'Peñafrancia park' })
  const layer = await aCurrentLayer(t, { name: 'Samahan 1', kind: 'tenure' })
  await sql`
    insert into land_findings (site_profile_id, land_layer_id, land_layer_version_id, feature_key, feature_name,
      overlap_ha, share, geometry, since)
    select id, ${layer.id}, ${layer.version_id}, n, 'Lot ' || n, n, 0.01, '{}', timestamptz '2026-03-10' + id % 7 * interval '1 hour'
    from site_profiles, generate_series(1, 2) as n where id % 3 = 0`.execute(t.db)
}

/**
 * Adds a summary of two years whose third safeguard may cite the statements of half of the activities, other summaries,
 * and a few crosswalks.
 */
async function summaries() {
  await aSummary(t, { year: 2026 })
  await sql`update summaries set reporting_years = '{2024,2025}'`.execute(t.db)
  await sql`update site_activities set reporting_year = 2024 + id % 2 where site_status = 'Approved'`.execute(
    t.db,
  )
  await sql`
    insert into site_activity_statements (site_activity_id, sites_criteria_indicator_id, what_happened)
    select site_activities.id, site_criteria_indicators.id,
      (array['Samahan ng gubat', 'Consent in Laguna', 'Peñafrancia 1'])[1 + site_activities.id % 3]
    from site_activities, site_criteria_indicators
    join site_criteria on site_criteria.id = sites_criteria_id
    join site_principles on site_principles.id = sites_principle_id
    where principle_number = 3 and site_criteria_indicators."order" < 3`.execute(t.db)
  await sql`
    insert into summaries (year, title, reporting_years, region_ids, created_by, updated_by, updated_at, frozen_by, frozen_at)
    select 2010 + n % 7, (array['Samahan', 'Laguna 1', 'an approved one'])[1 + n % 3], '{2024}', '{}', created_by, created_by,
      timestamptz '2026-03-10' + n % 11 * interval '1 hour', case when n % 2 = 1 then created_by end,
      case when n % 2 = 1 then timestamptz '2026-03-11' end
    from summaries, generate_series(1, 130) as n`.execute(t.db)
  await sql`
    insert into crosswalks (version, lines, created_at)
    select n, lines, timestamptz '2026-03-10' + n % 5 * interval '1 hour' from crosswalks, generate_series(2, 120) as n`.execute(
    t.db,
  )
}

/** Adds layers of land; the first one has a version with features, of which approved sites take in one each. */
async function layers() {
  await sql`
    insert into land_layers (kind, name, purpose, effect, legal_base, not_good_for, created_by, created_at, updated_at)
    select (array['tenure', 'ancestral_domain', 'protected_area'])[1 + n % 3],
      (array['Samahan', 'Laguna', 'Peñafrancia'])[1 + n % 3] || ' ' || n, 'Consent in ' || n % 7, 'e', 'l', 'n',
      (select min(id) from users), now(), now()
    from generate_series(1, 110) as n`.execute(t.db)
  await sql`
    insert into land_layer_versions (land_layer_id, number, state, source, licence, source_date, attribution,
      file_name, created_by, created_at, imported_by, imported_at)
    select 1, 1, 'current', 's', 'l', date '2026-01-01', 'a', 'f', id, now(), id, now()
    from (select min(id) as id from users) as users`.execute(t.db)
  await sql`
    insert into land_features (land_layer_version_id, number, key, code, name, area_ha, vertex_count, min_lon, min_lat,
      max_lon, max_lat, geometry, drawing)
    select 1, n, n, 'CADT ' || n % 11, (array['Samahan', 'Laguna', 'Peñafrancia'])[1 + n % 3] || n % 5, n % 13, 5, 121,
      14, 122, 15, '{}', '{}'
    from generate_series(1, 120) as n`.execute(t.db)
  await sql`
    with found as (
      insert into land_findings (site_profile_id, land_layer_id, feature_key, feature_name, land_layer_version_id,
        overlap_ha, share, geometry, since)
      select id, 1, 'a', (array['Samahan', 'Laguna', 'Peñafrancia'])[1 + id % 3], 1, id, 0.1, '{}', now()
      from site_profiles where site_status = 'Approved' and status = 'Activated' returning id
    )
    insert into thread_steps (kind, thread_id, action, round, at)
    select 'finding', id, 'Found', 1, timestamptz '2099-01-01' from found`.execute(t.db)
}

/** Has a fixed order. */
const IN_ONE_ORDER = [
  '/sign-in/people',
  '/sites/:id/photos',
  '/sites/activities/:id/changes',
  '/sites/activities/:id/photos',
]

const listCalls = () =>
  t.app.contract.filter(({ query, reply }) => {
    if (!query || !reply) return false
    const asked = Object.keys((jsonSchemaOf(query).properties ?? {}) as object)
    const told = Object.keys((jsonSchemaOf(reply, 'output').properties ?? {}) as object)
    return asked.includes('order') && asked.includes('page') && told.includes('totalCount')
  })

type Reply = { rows: Row[]; totalCount: number; filteredCount: number }

async function ask(person: string, { address }: List, query: string): Promise<Reply> {
  const caller = await t.as(person)
  const url = `${address}${address.includes('?') ? '&' : '?'}${query}`
  const reply = await caller.get(url)
  expect([url, reply.statusCode]).toEqual([url, 200])
  const { totalCount, filteredCount, ...rest } = reply.json()
  const rows = Object.entries(rest).find(([key, value]) => Array.isArray(value) && !key.endsWith('ids'))?.[1]
  return { rows: rows as Row[], totalCount, filteredCount }
}

/** Reads all pages of a list, and one past the end, which shows the last page again. */
async function read(person: string, list: List, query: string): Promise<Reply> {
  const length = 100
  const first = await ask(person, list, `length=${length}&${query}`)
  const rows = [...first.rows]
  const pages = Math.max(1, Math.ceil(first.filteredCount / length))
  let last = first
  for (let page = 2; page <= pages; page += 1) {
    last = await ask(person, list, `length=${length}&page=${page}&${query}`)
    rows.push(...last.rows)
  }
  expect((await ask(person, list, `length=${length}&page=${pages + 1}&${query}`)).rows).toEqual(last.rows)
  return { ...first, rows }
}

const rankOf = (value: unknown) => (typeof value === 'string' ? (ranks.get(value) ?? value) : value)

async function learnRanks(rows: Row[]) {
  const texts = new Set(rows.flatMap((row) => Object.values(row).filter((one) => typeof one === 'string')))
  const { rows: sorted } = await sql<{ text: string; rank: number }>`
    select text, rank() over (order by text) as rank from unnest(${[...texts]}::text[]) as texts (text)`.execute(
    t.db,
  )
  ranks.clear()
  for (const { text, rank } of sorted) ranks.set(text, rank)
}

/** Compares numbers and ranks; null comes last. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const [x, y] = [rankOf(a) as number, rankOf(b) as number]
  return x < y ? -1 : x > y ? 1 : 0
}

function sorted(list: List, rows: Row[], order: Sort[], asked: boolean): Row[] {
  const { sortedBy = {}, first, last = 'id' } = list
  const keys: { of: (row: Row) => unknown; sign: number }[] = [
    ...(first ? [{ of: first(asked), sign: 1 }] : []),
    ...order.map(([column, dir]) => ({
      of: sortedBy[column] ?? ((row: Row) => row[column]),
      sign: dir === 'asc' ? 1 : -1,
    })),
    { of: (row) => row[last], sign: 1 },
  ]
  return rows.toSorted((a, b) => {
    for (const { of, sign } of keys) {
      const found = compare(of(a), of(b)) * sign
      if (found !== 0) return found
    }
    return 0
  })
}

const idsOf = ({ last = 'id' }: List, rows: Row[]) => rows.map((row) => row[last])
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
const matching = ({ searched, finds }: List, rows: Row[], text: string) =>
  rows.filter((row) =>
    finds
      ? finds(row, text)
      : searched.some((column) => searchForm(textIn(row[column])).includes(searchForm(text))),
  )

/** rare, common, a code, two letters, accents, a place, a state, a number, without a match */
const TEXTS = ['kapatagan', 'samahan', 'many-1-12', 'an', 'PENAFRANCIA', 'laguna', 'approved', '1', '%']
const orderBy = (column: string, dir: string) => `order[0][column]=${column}&order[0][dir]=${dir}`

test('no list of the contract is missing here, nor one too many', () => {
  expect(
    listCalls()
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...Object.keys(LISTS), ...IN_ONE_ORDER].sort())
})

describe.each(Object.entries(LISTS))('%s', (_path, list) => {
  describe.each(list.people ?? ['fmb.super'])('for %s', (person) => {
    test('[API-04, PROFILES-48, ACTIVITIES-03, DASHBOARD-06] every column in both directions, searched or not, is in order on all pages', {
      timeout: 120_000,
    }, async () => {
      const all = await read(person, list, '')
      expect(all.rows.length).toBeGreaterThan(0)
      expect(all.totalCount).toBe(all.rows.length)
      await learnRanks(all.rows)
      const usual = idsOf(list, sorted(list, all.rows, list.usual, false))
      expect(idsOf(list, all.rows)).toEqual(usual)
      for (const column of Object.keys(all.rows[0] ?? {}).filter((one) => !list.columns.includes(one)))
        expect([
          column,
          idsOf(list, (await ask(person, list, `length=5&${orderBy(column, 'asc')}`)).rows),
        ]).toEqual([column, usual.slice(0, 5)])
      // the short run sorts a half of the columns each day, in one direction, alternately, and reads all pages
      const half = Math.ceil(list.columns.length / 2)
      for (const [index, column] of fewOf([...list.columns.entries()], half))
        for (const dir of FULL ? (['asc', 'desc'] as const) : ([index % 2 === 0 ? 'desc' : 'asc'] as const))
          for (const text of dir === 'asc' ? [''] : ['', 'an']) {
            const query = `${orderBy(column, dir)}&search=${text}`
            const found = await read(person, list, query)
            const rows = sorted(list, text ? matching(list, all.rows, text) : all.rows, [[column, dir]], true)
            expect([query, idsOf(list, found.rows)]).toEqual([query, idsOf(list, rows)])
            expect(found).toMatchObject({ totalCount: all.rows.length, filteredCount: rows.length })
          }
    })

    test('every kind of text finds what holds it', { timeout: 60_000 }, async () => {
      const all = await read(person, list, '')
      await learnRanks(all.rows)
      for (const text of fewOf(TEXTS, 3)) {
        const found = await read(person, list, `search=${encodeURIComponent(text)}`)
        const rows = sorted(list, matching(list, all.rows, text), list.usual, false)
        expect([text, idsOf(list, found.rows)]).toEqual([text, idsOf(list, rows)])
        expect(found).toMatchObject({ totalCount: all.rows.length, filteredCount: rows.length })
      }
    })
  })
})
