import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import { loadDemoBureau } from '../../server/seed/demo-bureau.ts'
import { DRAFT_FORMS } from '../../shared/drafts/drafts.schema.ts'
import { manilaYear } from '../../shared/lib/dates.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { PERSON_OF } from '../support/oracles/authorization-calls.ts'
import { holders, levelOf, type RoleName, ROLES, TABLE } from '../support/oracles/authorization-table.ts'
import { anUpload } from '../support/records/factories.ts'
import { IMPORT_STATES } from '../../shared/imports/imports.schema.ts'
import { begin, chosen } from '../support/records/bulk.ts'
import { anImportRow } from '../support/records/imports.ts'
import { documentFaults, OpenApi, operationsOf } from '../support/oracles/openapi-structure.ts'
import { oidcSettings } from '../support/records/single-sign-on.ts'
import { variedBureau } from '../support/records/varied-bureau.ts'
import { FULL, full } from '../support/full.ts'

/** The contract as published, as served, and against the replies of a full bureau. */

/** of the demo bureau, whose published summary is of the year before */
const PUBLISHED_YEAR = manilaYear(new Date()) - 1

const t = withServer({ settings: oidcSettings('https://login.example') })
let document: OpenApi

beforeAll(async () => {
  await (FULL ? fullBureau() : rowsForEachList())
  const reply = await t.app.inject({ method: 'GET', url: '/api/openapi.json' })
  document = OpenApi.parse(reply.json())
}, 120_000)

/** The demo bureau and an import in every state, so that every kind of reply has content. */
async function fullBureau() {
  await t.db.deleteFrom('users').execute()
  await loadDemoBureau(t.services)
  for (const state of IMPORT_STATES) await anImportRow(t, state)
}

/** Enough rows for the lists that the short run reads. */
async function rowsForEachList() {
  await variedBureau(t, 160)
  await sql`insert into audit_logs (created_at, auditable_type, event)
    select now() - interval '1 day' - n * interval '1 minute', 'Reports', 'Exported' from generate_series(1, 6) as n`.execute(
    t.db,
  )
}

/** Every route of the server, read from its router; HEAD comes with every GET. */
function servedRoutes(): string[] {
  const above: string[] = []
  return t.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^((?:│ {3}| {4})*)[├└]── (\S*) \(([A-Z, ]+)\)$/.exec(line) ?? []
      if (methods === '') return []
      const depth = indent.length / 4
      above.length = depth
      above.push(part)
      const path = above.join('').replace(/:(\w+)/g, '{$1}')
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`)
    })
}

/** the matrix asks for auditors apart: they read everything and change nothing */
const AUDITOR = 'FMB Auditor'

/** The roles that may make a call according to its description; null where what the call is about decides. */
function rolesInWords(description: string): string[] | null {
  const [, words = ''] =
    /^May be called by (.+?)(?:, and by auditors|, not by auditors)?\./.exec(description) ?? []
  if (words.endsWith('what it is about decides')) return null
  const groups = words.split('; ').map((group) => {
    const [, kinds, levels = '', keys] = /^(?:(\w+ .*|\w+) of )?(.*?)(?: with (.+))?$/.exec(group) ?? []
    const held = (keys?.split(/ or | and /) ?? []).map((key) => holders(key.replaceAll('`', '')))
    const isHeld = (role: RoleName) =>
      keys?.includes(' and ')
        ? held.every((all) => all.includes(role))
        : held.some((all) => all.includes(role))
    return (role: RoleName) =>
      (kinds?.split(' and ').includes(`${role.slice(levelOf(role).length + 1)}s`) ?? true) &&
      (/^all levels$|^everyone/.test(levels) || levels.split(/, | and /).includes(levelOf(role))) &&
      (held.length === 0 || isHeld(role))
  })
  return ROLES.filter((role) => role !== AUDITOR && groups.some((admits) => admits(role)))
}

const DOCUMENTATION = ['GET /api/openapi.json', 'GET /api/docs']

describe('what is published', () => {
  test('every route served below /api stands in /api/openapi.json, and nothing else does', () => {
    const routes = servedRoutes().filter((route) => route.includes(' /api/'))
    expect(routes.length).toBeGreaterThan(60)
    expect(routes).toEqual(expect.arrayContaining(DOCUMENTATION))
    const published = operationsOf(document).map(({ place }) => place)
    const calls = routes.filter((route) => !DOCUMENTATION.includes(route) && !route.startsWith('OPTIONS '))
    expect(calls.sort()).toEqual(published.sort())
    // a browser asks so before a program of another site calls
    const open = t.app.contract.filter(({ access, method }) => access === 'public' && method === 'GET')
    const asked = routes.filter((route) => route.startsWith('OPTIONS '))
    expect(asked.sort()).toEqual(
      open.map(({ path }) => `OPTIONS /api${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
  })

  test('every call of the contract is published with its method, its access and its reply', () => {
    for (const call of t.app.contract) {
      const path = `/api${call.path.replace(/:(\w+)\??/g, '{$1}')}`
      const found = operationsOf(document).find(({ place }) => place === `${call.method} ${path}`)
      expect(found?.operation.summary, path).toBe(call.summary)
      const needs = found?.operation.security.flatMap((one) => Object.keys(one))
      expect(needs, path).toEqual(call.access === 'public' ? ['apiKey'] : ['apiKey', 'bearer'])
      const { who = 'public' } = TABLE[`${call.method} ${call.path}`] ?? {}
      const told = rolesInWords(String(found?.operation.description))
      if (told === null || who === 'public') continue
      const right = (typeof who === 'string' ? ROLES : who).filter((role) => role !== AUDITOR)
      // what a call is about may leave out more of them
      expect(told, path).toEqual(call.path.includes('/:') ? expect.arrayContaining(right) : right)
    }
  })

  test('the document is OpenAPI 3.1: its parts, its references and every schema in it', () => {
    expect(documentFaults(document)).toEqual([])
  })

  test('the page for people names every call', async () => {
    const page = await t.app.inject({ method: 'GET', url: '/api/docs' })
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    for (const { path } of t.app.contract) expect(page.body).toContain(`<code>/api${path}</code>`)
  })
})

/** The published schema of a reply, as a check. */
function publishedReply({ method, path }: Endpoint) {
  const place = `${method} /api${path.replace(/:(\w+)\??/g, '{$1}')}`
  const response = operationsOf(document).find((one) => one.place === place)?.operation.responses['200']
  const schema =
    response && 'content' in response ? response.content?.['application/json']?.schema : undefined
  if (!schema) throw new Error(`${place} publishes no reply.`)
  return fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0])
}

const spread = <T>(all: T[], most: number): T[] =>
  all.filter((_, index) => index % Math.max(1, Math.ceil(all.length / most)) === 0)

async function idsFor(path: string): Promise<number[]> {
  const table = (
    [
      ['/sites/activities', 'site_activities'],
      ['/sites/principles', 'site_principles'],
      ['/sites', 'site_profiles'],
      ['/users', 'users'],
      ['/roles', 'roles'],
      ['/imports', 'imports'],
      ['/land/layers', 'land_layers'],
      ['/land/versions', 'land_layer_versions'],
      ['/regions', 'regions'],
      ['/provinces', 'provinces'],
      ['/summaries', 'summaries'],
    ] as const
  ).find(([start]) => path.startsWith(`${start}/`))?.[1]
  if (!table) throw new Error(`Nobody knows what the ids of ${path} are.`)
  return (await t.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
}

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const QUEUES = ['site/Submitted', 'penro/Approved', 'region/Approved', 'site']
const PAGES = [
  '',
  '?page=2&length=20',
  '?length=100&search=a',
  '?order[0][column]=id&order[0][dir]=desc&page=999',
]

async function aRunningExport(): Promise<string> {
  const key = randomBytes(16).toString('hex')
  const row = { key, user_id: await t.userId('fmb.super'), rows_total: 7, rows_done: 3 }
  await t.db.insertInto('report_exports').values(row).execute()
  return key
}

async function aBulk(path: string) {
  const kind = path.includes('activities') ? 'sites/activities' : 'sites'
  const records = await chosen(t, kind, (await idsFor(`${path}/`)).slice(0, 3))
  const reply = await begin(await t.as('fmb.super'), kind, 'approve', records)
  // 409 on the second call: the first decision has not been run
  expect([200, 409], reply.body).toContain(reply.statusCode)
}

/** The addresses of a GET call in this bureau, with query strings where it accepts them. */
async function addresses({ path, query }: Endpoint): Promise<string[]> {
  if (path.includes(':type'))
    return QUEUES.flatMap((queue) => PAGES.map((page) => `${path.split('/:')[0]}/${queue}${page}`))
  if (path === '/reports/export/:key') return [path.replace(':key', await aRunningExport())]
  if (path.endsWith('/bulk')) await aBulk(path)
  if (path.endsWith('/bulk/records')) return [`${path}?ids=${(await idsFor(path)).slice(0, 50).join()}`]
  if (path === '/drafts') return [`${path}?record_id=7`]
  if (path.startsWith('/drafts/')) return DRAFT_FORMS.map((form) => path.replace(':form', form))
  if (path === '/sites/principles/batches')
    return [1, 8].map((number) => `${path}?principle_number=${number}`)
  if (path.includes(':language'))
    return (query ? PAGES : ['']).map(
      (page) => `${path.replace(':language', 'fil').replace(':key', 'common.close')}${page}`,
    )
  if (path === '/crosswalk/versions/:version') return ['/crosswalk/versions/1']
  if (path === '/summaries/published/:year') return [`/summaries/published/${PUBLISHED_YEAR}`]
  if (path === '/summaries/:id/statements')
    return (await idsFor(path)).map((id) => `/summaries/${id}/statements?safeguard=c`)
  if (path.includes(':upload')) return [path.replace(':upload', await anUpload(t, 'laguna.encoder'))]
  if (path.includes(':')) return spread(await idsFor(path), 12).map((id) => path.replace(/:\w+/, String(id)))
  if (path.endsWith('/audit-logs'))
    return [0, 7, 14].map((back) => `${path}?length=100&startDate=${day(back + 6)}&endDate=${day(back)}`)
  return query ? PAGES.map((page) => `${path}${page}`) : [path]
}

const DATATABLES = [
  '/sites/datatable',
  '/sites/activities/datatable',
  '/sites/activities/dashboard/datatable',
  '/reports/datatable/dashboard',
  '/reports/datatable/dashboard-records',
  '/reports/datatable/audit-logs',
  '/reports/datatable/generate-reports',
  '/users/datatable',
  '/roles/datatable',
  '/offices/datatable',
]
type Page = { data: Record<string, unknown>[]; totalCount: number; filteredCount: number }

describe('every datatable stays one, whatever is typed into its address', () => {
  const lists = () =>
    t.app.contract
      .map(({ path }) => path)
      .filter((path) => path.includes('/datatable') && !path.includes(':'))

  test('each one is known here', () => {
    expect(DATATABLES.toSorted()).toEqual(lists().sort())
  })

  test.each(DATATABLES)('%s', async (path) => {
    const admin = await t.as('fmb.super')
    const extras = path.startsWith('/reports') ? { startDate: day(6), endDate: day(0) } : {}
    const page = async (query: Record<string, string>): Promise<Page> => {
      const reply = await admin.get(`${path}?${new URLSearchParams({ ...extras, ...query })}`)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json()
    }
    const whole = await page({ length: '100' })
    expect(whole.totalCount).toBeGreaterThan(4)
    expect(whole.filteredCount).toBe(whole.totalCount)
    expect(whole.data).toHaveLength(Math.min(100, whole.totalCount))

    const whatever = (query: Record<string, string>) => page({ length: '10', ...query })
    const [start, end] = [
      await whatever({}),
      await whatever({ page: String(Math.ceil(whole.totalCount / 10)) }),
    ]
    for (const odd of ['0', '-1', '1.5', 'x', '']) expect(await whatever({ page: odd })).toEqual(start)
    expect(await whatever({ page: '1000000000' })).toEqual(end)
    for (const odd of ['0', '-1', 'x', '']) expect(await whatever({ length: odd })).toEqual(start)
    expect((await whatever({ length: '1000000' })).data).toEqual(whole.data)
    for (const odd of ['password_hash', '__proto__', "code'; drop table users --"])
      expect(await whatever({ 'order[0][column]': odd, 'order[0][dir]': 'desc' })).toEqual(start)
    for (const literal of ['%', '_%', '\\', '"', "'; --", '🌳', 'x'.repeat(10_000)])
      expect((await whatever({ search: literal })).filteredCount, literal.slice(0, 9)).toBe(0)
  })

  test('order is a list: each column sorts what the ones before leave equal', async () => {
    const admin = await t.as('fmb.super')
    const named = async (dir: string) => {
      const order = {
        'order[0][column]': 'access_level',
        'order[0][dir]': 'desc',
        'order[1][column]': 'name',
      }
      const query = new URLSearchParams({ length: '100', ...order, 'order[1][dir]': dir })
      const { data }: Page = (await admin.get(`/roles/datatable?${query}`)).json()
      return data.map(({ name }) => name)
    }
    expect(await named('asc')).toEqual([
      'Region Administrator',
      'Region Approver',
      'PENRO Administrator',
      'PENRO Approver',
      'PENRO Encoder',
      'FMB Administrator',
      'FMB Approver',
      'FMB Auditor',
      'FMB Super Administrator',
    ])
    expect(await named('desc')).toEqual([
      'Region Approver',
      'Region Administrator',
      'PENRO Encoder',
      'PENRO Approver',
      'PENRO Administrator',
      'FMB Super Administrator',
      'FMB Auditor',
      'FMB Approver',
      'FMB Administrator',
    ])
  })
})

full.describe('every reply to a GET in a full bureau is what the document says', () => {
  let replies = 0

  test('each call, as each of the nine roles', async () => {
    const faults: string[] = []
    const unseen: string[] = []
    for (const call of t.app.contract.filter(({ method, reply }) => method === 'GET' && reply)) {
      const check = publishedReply(call)
      let granted = 0
      for (const [role, person] of Object.entries(PERSON_OF)) {
        const { token } = await t.as(person)
        const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
        for (const url of await addresses(call)) {
          const reply = await t.app.inject({ method: 'GET', url: `/api${url}`, headers })
          replies += 1
          if (![200, 403, 404].includes(reply.statusCode)) faults.push(`${role} ${url}: ${reply.statusCode}`)
          if (reply.statusCode !== 200) continue
          granted += 1
          const parsed = check.safeParse(reply.json())
          if (!parsed.success) faults.push(`${role} ${url}: ${parsed.error.message}`)
        }
      }
      if (granted === 0) unseen.push(call.path)
    }
    console.log(`Contract: ${replies} replies compared with the published document`)
    expect(faults).toEqual([])
    expect(unseen, 'nobody saw these, so nothing is proven of them').toEqual([])
  }, 300_000)
})
