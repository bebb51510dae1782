import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { STATUSES } from '../../shared/access/levels.ts'
import type { QueueChoices } from '../../shared/review/record-filters.ts'
import type { WaitingReply } from '../../shared/review/review.schema.ts'
import { SUMMARY_STATUSES } from '../../shared/summaries/summaries.schema.ts'
import { withServer } from '../support/product/app.ts'
import { aSite } from '../support/records/factories.ts'
import { aRole } from '../support/records/people.ts'
import { siteCalls } from '../support/records/site-calls.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'
import { aSummary } from '../support/records/summaries.ts'
import { variedBureau } from '../support/records/varied-bureau.ts'
import { sharedLand, withWarnings } from '../support/records/warnings.ts'
import { FULL } from '../support/full.ts'

/** Filtered lists of profiles and activities match a plain filter over all their rows, and so do their counts. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** ages are counted from the full hour */
const until = Math.floor(Date.now() / HOUR) * HOUR
const NOW = new Date(until + HOUR / 2)

type Row = {
  id: number
  office_id: number
  status: string
  record_status: string
  waiting_since?: string | null
  marks?: string[]
  open_points: number
  answered_points: number
}
type Filters = Record<string, string>
type Reply = { data: Row[]; totalCount: number; filteredCount: number }
type Kind = 'sites' | 'sites/activities'
/** What no row shows of a record: its round, when it entered its state, and whether its page shows warnings. */
type Known = { round: number; came_at: number; warned: boolean }

const ENCODERS = { sites: '/sites/datatable', 'sites/activities': '/sites/activities/datatable' } as const
const QUEUES: Record<string, string> = {
  'laguna.approver': 'site/Submitted',
  'r4a.approver': 'penro/Approved',
  'fmb.approver': 'region/Approved',
}
const TABLES = { sites: 'site_profiles', 'sites/activities': 'site_activities' } as const
const CODE = { sites: 'code', 'sites/activities': 'site_profile_code' } as const

const t = withServer()
const known: Record<Kind, Map<number, Known>> = { sites: new Map(), 'sites/activities': new Map() }

const ask = async <T>(person: string, path: string): Promise<T> => {
  const reply = await (await t.as(person)).get(path)
  expect([path, reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([path, 200, ''])
  return reply.json() as T
}

async function read(person: string, path: string, query: Filters, length = 100): Promise<Reply> {
  const pageOf = (page: number) =>
    ask<Reply>(person, `${path}?${new URLSearchParams({ ...query, length: `${length}`, page: `${page}` })}`)
  const first = await pageOf(1)
  const data = [...first.data]
  for (let page = 2; data.length < first.filteredCount && page < 40; page += 1)
    data.push(...(await pageOf(page)).data)
  return { ...first, data }
}

/** Reads all records again, or those that may have changed, with the warnings of their pages. */
async function learn(changed: number[] | null = null): Promise<void> {
  for (const kind of Object.keys(TABLES) as Kind[]) {
    const { rows } = await sql<{ id: number; round: number; came_at: string; quarantined: boolean }>`
      select id, review_round as round, case site_status when 'Submitted' then waiting_since when 'Approved' then approved_at
        when 'Returned' then returned_at else created_at end as came_at, ${
          kind === 'sites'
            ? sql`false`
            : sql`exists (select from site_activity_means join files on files.id = file_id
                where site_activity_id = site_activities.id and scan_status = 'quarantined')`
        } as quarantined
      from ${sql.table(TABLES[kind])}`.execute(t.db)
    const { data } = changed ? { data: [] } : await read('fmb.super', `/${kind}/datatable/site`, {})
    const listed = new Map(data.map((row) => [row.id, row.marks ?? []]))
    for (const { id, round, came_at, quarantined } of rows) {
      const of = known[kind].get(id)
      const isShown = changed ? changed.includes(id) : !listed.has(id) || id % 10 === 0
      let warned = quarantined || (of?.warned ?? false)
      if (kind === 'sites' && isShown) {
        const { marks } = await ask<{ marks: string[] }>('fmb.super', `/sites/${id}`)
        // the row has the warnings of the page
        if (listed.has(id)) expect([id, listed.get(id)]).toEqual([id, marks])
        warned = marks.length > 0
      } else if (listed.has(id)) warned = (listed.get(id)?.length ?? 0) > 0
      known[kind].set(id, { round, came_at: new Date(came_at).getTime(), warned })
    }
  }
}

const PLAIN: Record<string, (row: Row, of: Known, value: string) => boolean> = {
  record_status: (row, _of, value) => row.record_status === value,
  status: (row, _of, value) => row.status === value,
  office_id: (row, _of, value) => row.office_id === Number(value),
  age: (_row, { came_at }, value) => came_at <= until - Number(value) * DAY,
  round: (_row, { round }, value) => (value === '3' ? round >= 3 : round === Number(value)),
  warnings: (_row, { warned }, value) => warned === (value === 'with'),
  points: ({ open_points, answered_points }, _of, value) =>
    value === 'open' ? open_points > 0 : answered_points > 0 && open_points === 0,
}
const isLeft = (kind: Kind, filters: Filters) => (row: Row) => {
  const of = known[kind].get(row.id)
  return of !== undefined && Object.entries(filters).every(([name, value]) => PLAIN[name]?.(row, of, value))
}
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

const all = new Map<string, Promise<Reply>>()
/** A list without filters, in an order and with a search; read once until something changes. */
const whole = (person: string, path: string, query: Filters) => {
  const key = JSON.stringify([person, path, query])
  const reply = all.get(key) ?? read(person, path, query)
  all.set(key, reply)
  return reply
}

/** Stored counts of points on some records of each state: open, answered, and both. */
async function withPoints(): Promise<void> {
  for (const table of Object.values(TABLES))
    await sql`update ${sql.table(table)} set open_points = case when id % 5 = 0 then 1 + id % 3 else 0 end,
      answered_points = case when id % 4 = 0 then 2 else 0 end`.execute(t.db)
}

beforeAll(async () => {
  t.setNow(NOW)
  await variedBureau(t, FULL ? 700 : 450)
  await withWarnings(t)
  await withPoints()
  await learn()
}, 120_000)

const offices = async (person: string, path: string) => [
  ...new Set((await whole(person, path, {})).data.map(({ office_id }) => String(office_id))),
]

const LISTS = (Object.keys(ENCODERS) as Kind[]).flatMap((kind) => [
  ...['fmb.super', 'r4a.approver', 'laguna.encoder'].map((person) => ({
    kind,
    person,
    path: ENCODERS[kind],
    isQueue: false,
  })),
  ...Object.entries(QUEUES).map(([person, queue]) => ({
    kind,
    person,
    path: `/${kind}/datatable/${queue}`,
    isQueue: true,
  })),
])
type Listed = (typeof LISTS)[number]

const VALUES = {
  record_status: ['Approved', 'Submitted', 'Returned', 'Save as Draft'],
  age: ['7', '14', '30', '90'],
  round: ['1', '2', '3'],
  warnings: ['with', 'without'],
  points: ['open', 'answered'],
}
const orders = (kind: Kind) => ['', CODE[kind], 'region', 'submitted_at', 'record_status']

/** Expects a list to be the whole list filtered by hand, with its counts and the neighbours of a waiting record. */
async function expectNarrowed({ kind, person, path, isQueue }: Listed, query: Filters, filters: Filters) {
  const about = [path, person, query, filters]
  const expected = (await whole(person, path, query)).data.filter(isLeft(kind, filters))
  const found = await read(person, path, { ...query, ...filters })
  expect([about, ids(found.data)]).toEqual([about, ids(expected)])
  const { totalCount } = await whole(person, path, {})
  expect([about, found.totalCount, found.filteredCount]).toEqual([about, totalCount, expected.length])
  if (!isQueue) return
  const { search } = query
  await expectCounts({ kind, person, path }, search ? { search } : {}, filters)
  const waiting = expected.filter(({ waiting_since }) => waiting_since)
  const at = waiting[Math.floor(waiting.length / 2)]
  const around = await ask<WaitingReply>(
    person,
    `/${kind}/waiting?${new URLSearchParams({ ...query, ...filters, ...(at ? { id: `${at.id}` } : {}) })}`,
  )
  const place = at ? waiting.indexOf(at) : -1
  expect([about, around.count, around.place]).toEqual([about, waiting.length, at ? place + 1 : null])
  if (at)
    expect([about, around.previous?.id ?? null, around.next?.id ?? null]).toEqual([
      about,
      waiting[place - 1]?.id ?? null,
      waiting[place + 1]?.id ?? null,
    ])
}

/** Expects each choice to count what it would leave together with the other filters. */
async function expectCounts(
  { kind, person, path }: Pick<Listed, 'kind' | 'person' | 'path'>,
  search: Filters,
  filters: Filters,
) {
  const { data } = await whole(person, path, search)
  const asked = new URLSearchParams({ ...search, ...filters })
  const choices = await ask<QueueChoices>(person, `/${kind}/choices?${asked}`)
  for (const [name, counts] of Object.entries(choices)) {
    const { [name]: _own, ...others } = filters
    const left = data.filter(isLeft(kind, others))
    for (const { value, count } of counts)
      expect([path, `${asked}`, name, value, count]).toEqual([
        path,
        `${asked}`,
        name,
        value,
        left.filter(isLeft(kind, { [name]: value })).length,
      ])
  }
  expect(choices.office_id.map(({ value }) => value).toSorted()).toEqual(
    [...new Set(data.map(({ office_id }) => String(office_id)))].toSorted(),
  )
}

describe('a narrowed list', () => {
  // the short run filters the list of an encoder and the queue of a reviewer, of each kind
  const NARROWED = ['laguna.encoder', 'r4a.approver']
  const ALONE = LISTS.filter(
    ({ person, isQueue }) => isQueue === (person === NARROWED[1]) && NARROWED.includes(person),
  )
  test.each(FULL ? LISTS : ALONE)(
    'of $kind for $person at $path: each filter alone',
    { timeout: 60_000 },
    async (list) => {
      const values = {
        ...VALUES,
        ...(list.isQueue ? {} : { status: ['Activated', 'Deactivated'] }),
        office_id: (await offices(list.person, list.path)).slice(0, 2),
      }
      for (const [name, of] of Object.entries(values))
        for (const value of of) await expectNarrowed(list, {}, { [name]: value })
    },
  )

  test('is what a plain filter leaves, with every search, order and page', { timeout: 120_000 }, async () => {
    const drawn = fc.record({
      list: fc.constantFrom(...LISTS),
      filters: fc.record(
        {
          record_status: fc.constantFrom('Approved', 'Submitted'),
          age: fc.constantFrom(...VALUES.age),
          round: fc.constantFrom(...VALUES.round),
          warnings: fc.constantFrom(...VALUES.warnings),
          points: fc.constantFrom(...VALUES.points),
          office: fc.nat(),
        },
        { requiredKeys: [] },
      ),
      order: fc.nat(4),
      dir: fc.constantFrom('asc', 'desc'),
      search: fc.constantFrom('', 'PENAFRANCIA', 'many-1-1', 'an'),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ list, filters: { office, ...filters }, order, dir, search }) => {
        const column = orders(list.kind)[order]
        const places = await offices(list.person, list.path)
        const query = {
          ...(search ? { search } : {}),
          ...(column ? { 'order[0][column]': column, 'order[0][dir]': dir } : {}),
        }
        const office_id = office === undefined ? undefined : places[office % places.length]
        await expectNarrowed(list, query, { ...filters, ...(office_id ? { office_id } : {}) })
      }),
      { numRuns: FULL ? 600 : 8 },
    )
  })

  test('hyphens, case and "All" are read as elsewhere; what is no choice is told in one sentence', async () => {
    const list = (query: string) => ask<Reply>('fmb.super', `/sites/activities/datatable?${query}`)
    const drafts = await ask<Reply>(
      'laguna.encoder',
      '/sites/activities/datatable?record_status=save-as-draft',
    )
    expect(new Set(drafts.data.map((row) => row.record_status))).toEqual(new Set(['Save as Draft']))
    expect((await list('status=ALL&round=&office_id=&age=all')).filteredCount).toBe(
      (await list('')).totalCount,
    )
    for (const [query, field, sentence] of [
      ['age=8', 'age', 'Age is not one of the choices of this list.'],
      ['round=%27%20or%201%3D1%20--', 'round', 'Round is not one of the choices of this list.'],
      ['points=settled', 'points', 'Points is not one of the choices of this list.'],
      ['warnings=%25', 'warnings', 'Warnings is not one of the choices of this list.'],
      ['record_status=N%2FA%00', 'record_status', null],
      ['office_id=1%20or%201', 'office_id', 'Invalid ID'],
      ['office_id=99999999999', 'office_id', 'Invalid ID'],
    ] as const)
      for (const path of ['/sites/datatable', '/sites', '/sites/waiting', '/sites/choices']) {
        const reply = await (await t.as('fmb.super')).get(`${path}?${query}`)
        if (sentence === null) expect(reply.statusCode).toBe(200)
        else expect([reply.statusCode, reply.json().errors[field]]).toEqual([422, [sentence]])
      }
  })

  test.each(Object.keys(TABLES) as Kind[])(
    'of %s tells each office of a region its own counts, whoever of them asks first',
    async (kind) => {
      // as if their records had changed equally often
      await sql`update record_changes set records = (select max(records) from record_changes)`.execute(t.db)
      for (const person of ['laguna.approver', 'quezon.approver'])
        await expectCounts({ kind, person, path: `/${kind}/datatable/site/Submitted` }, {}, {})
    },
  )

  test('shows nothing beyond the scope: an office elsewhere has no rows and no counts', async () => {
    const reached = await offices('laguna.encoder', '/sites/datatable')
    const own = await offices('laguna.approver', `/sites/datatable/${QUEUES['laguna.approver']}`)
    expect(own).toEqual(reached)
    expect(own).toHaveLength(1)
    const elsewhere = (await offices('fmb.super', '/sites/datatable')).find((id) => !reached.includes(id))!
    expect(elsewhere).toBeDefined()
    const rows = await read('laguna.encoder', '/sites/datatable', { office_id: elsewhere })
    expect([rows.data, rows.filteredCount]).toEqual([[], 0])
    const choices = await ask<QueueChoices>('laguna.approver', `/sites/choices?office_id=${elsewhere}`)
    expect(choices.office_id.map(({ value }) => value)).toEqual(own)
    expect(choices.record_status.map(({ count }) => count)).toEqual([0, 0])
  })
})

test('users, roles and summaries are narrowed by their status', async () => {
  await aSummary(t, { year: 2026 })
  await aRole(t, { name: 'Left role', access_level: 'PENRO', permissions: [], status: 'Deactivated' })
  for (const [path, statuses] of [
    ['/users/datatable', STATUSES],
    ['/roles/datatable', STATUSES],
    ['/summaries', SUMMARY_STATUSES],
  ] as const) {
    const { data, totalCount } = await read('fmb.super', path, {})
    for (const status of statuses) {
      const narrowed = await read('fmb.super', path, { status: status.toLowerCase() })
      expect([path, ids(narrowed.data)]).toEqual([path, ids(data.filter((row) => row.status === status))])
      expect([path, narrowed.totalCount, narrowed.filteredCount]).toEqual([
        path,
        totalCount,
        narrowed.data.length,
      ])
    }
    const odd = await (await t.as('fmb.super')).get(`${path}?status=Gone`)
    expect(odd.json().errors).toEqual({ status: ['Status is not one of the choices of this list.'] })
  }
})

describe('right after every change', () => {
  const SINCE = new Date(until - 20 * DAY).toISOString()
  const WAITS = { 'laguna.approver': 'penro', 'r4a.approver': 'region', 'fmb.approver': 'fmb' } as const
  const AMONG = [
    'fmb.super /sites/datatable',
    'fmb.approver /sites/datatable/region/Approved',
    'laguna.approver /sites/datatable/site/Submitted',
  ]
  /** Expects the counts of tabs, lists and titles to match a plain count, and filtered lists a plain filter. */
  const expectRight = async (...changed: number[]) => {
    all.clear()
    await learn(changed)
    for (const [person, level] of Object.entries(WAITS)) {
      const actor = await ask<{ actor: { region_id: number | null; office_id: number | null } }>(
        person,
        '/validate-token',
      )
      const { region_id, office_id } = actor.actor
      for (const [kind, table] of Object.entries(TABLES)) {
        const { rows } = await sql<{
          count: number
        }>`select count(*) as count from ${sql.table(table)} as waiting
          where status = 'Activated' and site_status = 'Submitted' and ${sql.ref(`${level}_status`)} = 'Submitted'
            and (${level} = 'fmb' or region_id = ${region_id})
            and (${level} <> 'penro' or office_id = ${office_id})
            and ${
              kind === 'sites'
                ? sql`true`
                : sql`site_profile_id in (select id from site_profiles where status = 'Activated')`
            }`.execute(t.db)
        const { count } = await ask<WaitingReply>(person, `/${kind}/waiting`)
        expect([person, kind, count]).toEqual([person, kind, Number(rows[0]?.count)])
        const choices = await ask<QueueChoices>(person, `/${kind}/choices`)
        expect(choices.record_status[0]).toEqual({ value: 'Submitted', count })
      }
    }
    for (const list of LISTS.filter(({ path, person }) => AMONG.includes(`${person} ${path}`)))
      for (const name of ['warnings', 'points'] as const)
        for (const value of VALUES[name]) await expectNarrowed(list, {}, { [name]: value })
  }

  test('a submission, approvals and a return', { timeout: 120_000 }, async () => {
    const { approve, return: returnIt } = siteCalls(t)
    await expectRight()
    const { id } = await aSite(t, { boundary: null, waiting_since: SINCE })
    const second = await aSite(t, { boundary: null, waiting_since: SINCE })
    await expectRight(id, second.id)
    expect((await approve('PENRO', id)).statusCode).toBe(200)
    expect((await approve('Region', id)).statusCode).toBe(200)
    expect((await returnIt('PENRO', second.id)).statusCode).toBe(200)
    await expectRight(id, second.id)
  })

  test('a neighbour that is switched off, land that is shared no more, a file in quarantine', {
    timeout: 120_000,
  }, async () => {
    const one = await aSite(t, { waiting_since: SINCE })
    const other = await aSite(t, { office: 'PENRO Quezon', waiting_since: SINCE })
    await t.db
      .updateTable('site_boundaries')
      .set({
        area_ha: sql`(select project_area from site_profiles where id = site_profile_id)`,
        warnings: '[]',
      })
      .where('site_profile_id', 'in', [one.id, other.id])
      .execute()
    await storeWarnings(t)
    await expectRight(one.id, other.id)
    await sharedLand(t, one.id, other.id)
    await expectRight(one.id, other.id)
    expect(known.sites.get(one.id)?.warned).toBe(true)
    const off = await (await t.as('fmb.super')).post(`/sites/deactivate/${other.id}`, {
      deactivate_reason: 'Entered twice',
    })
    expect(off.statusCode, off.body).toBe(200)
    await expectRight(one.id, other.id)
    expect(known.sites.get(one.id)?.warned).toBe(false)
    await t.db
      .updateTable('files')
      .set({ scan_status: 'quarantined' })
      .where('id', '=', one.agreement_id)
      .execute()
    await storeWarnings(t)
    await expectRight(one.id, other.id)
    expect(known.sites.get(one.id)?.warned).toBe(true)
  })

  test('time makes records older without a change', async () => {
    const reached = new Date(until - 30 * DAY + HOUR).toISOString()
    const { id } = await aSite(t, { boundary: null, waiting_since: reached })
    const isOld = async () => {
      const { data } = await read('laguna.approver', '/sites/datatable/site/Submitted', { age: '30' })
      const { age } = await ask<QueueChoices>('laguna.approver', '/sites/choices')
      expect(age.find(({ value }) => value === '30')?.count).toBe(data.length)
      return ids(data).includes(id)
    }
    expect(await isOld()).toBe(false)
    t.setNow(new Date(until + HOUR))
    expect(await isOld()).toBe(true)
    t.setNow(NOW)
    expect(await isOld()).toBe(false)
  })
})
