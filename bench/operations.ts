import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Calls } from './measure.ts'
import {
  type Encoder,
  type Files,
  headersOf,
  LOGIN_EMAILS,
  loginOf,
  type Prepared,
  uploadOf,
} from './prepare.ts'
import { API_KEY } from './processes.ts'
import { type Request, send, sendForJson, visitorAddress } from './requests.ts'

/** An operation to measure: the same request to the product and to the bare server. */
export type Operation = Calls & {
  name: string
  /** calls per side one at a time; three times as many at sixteen at a time */
  count: number
  /** the longest allowed time on large, as a multiple of the bare server's */
  goal: number
  /** the part of the reply that must be equal on both sides; none for writes, since each changes another record */
  comparable?: ((reply: unknown) => unknown) | undefined
  /** measured only one at a time, because it takes long or the product limits concurrent ones */
  isSingle?: true
}

/** the records in a decision on many */
export const MANY = 50
const POLL_MS = 50

function next<T>(stock: T[]): T {
  const record = stock.pop()
  if (record === undefined) throw new Error('The bench has used up its prepared records.')
  return record
}

const nextMany = (stock: number[]): number[] => Array.from({ length: MANY }, () => next(stock))

const profileOf = ({ region_id, province_id, city_id }: Encoder, files: Files) => ({
  region_id,
  province_id,
  city_id,
  ...files,
  name_of_partner: 'Samahan ng Bagong Kagubatan',
  project_area: '100.25',
})

const createOf = (encoder: Encoder, files: Files): Request => ({
  method: 'POST',
  path: '/api/sites',
  headers: headersOf(encoder.token),
  body: {
    ...profileOf(encoder, files),
    year_implemented: 2024,
    project_year_start: 2024,
    project_year_end: 2034,
    redd_eligible_activities_area: ['Reducing emissions from deforestation'],
    emission_from_deforestation_area: '100.25',
    implementation_arrangement: 'MOA/MOU',
  },
})

function bareCreateOf(encoder: Encoder, files: Files): Request {
  const { id: user, office_id, short_code, lon, lat } = encoder
  const body = { ...profileOf(encoder, files), user, office_id, short_code, lon, lat }
  return { method: 'POST', path: '/create', body }
}

type Bulk = { bulk: { state: string; rows: { state: string }[] } }

/** Approves records together; the time runs until the last one is decided on. */
async function decideOnMany(origin: string, token: string, ids: number[]): Promise<void> {
  const path = '/api/sites/bulk'
  const headers = headersOf(token)
  const body = { action: 'approve', records: ids.map((id) => ({ id, revision: 1 })) }
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  await send(origin, { method: 'POST', path, headers: keyed, body })
  for (;;) {
    const { bulk } = await sendForJson<Bulk>(origin, { path, headers })
    if (bulk.rows.some(({ state }) => state === 'Refused')) throw new Error('A record was not approved.')
    if (bulk.state !== 'Running') return
    await sleep(POLL_MS)
  }
}

type Page = { data: { id?: number; site_profile_id?: number }[]; totalCount: number; filteredCount: number }

/** The ids of a page in order, and the counts. */
export function idsAndCounts(reply: unknown) {
  const { data, totalCount, filteredCount } = reply as Page
  return { ids: data.map(({ id, site_profile_id }) => site_profile_id ?? id), totalCount, filteredCount }
}

const codeOf = ({ id, code }: { id: number; code: string }) => ({ id, code })
const profileIn = (reply: unknown) =>
  codeOf((reply as { siteProfile: { id: number; code: string } }).siteProfile)
const publicSiteIn = (reply: unknown) => codeOf((reply as { data: { id: number; code: string } }).data)

/** The lists that are read most, each up to its page. */
export const LISTS = {
  dashboard: '/api/reports/datatable/dashboard?accessLevel=National&without_ids=1&',
  'list of profiles': '/api/sites/datatable?',
  'approval queue': '/api/sites/datatable/region/Approved?',
  'public list': '/api/sites/activities/dashboard/datatable?',
} as const

/** The thirteen operations that users wait for, in the order of the table. */
export function operationsOn(
  origins: Record<'product' | 'bare', string>,
  { fmb, encoder, record, stock }: Prepared,
): Operation[] {
  const headers = headersOf(fmb.token)
  const ofVisitor = () => ({ 'x-api-key': API_KEY, ...visitorAddress() })
  const operation = (
    name: string,
    { count, goal }: Pick<Operation, 'count' | 'goal'>,
    product: () => Request,
    bare: () => Request,
    comparable?: Operation['comparable'],
  ): Operation => ({
    name,
    count,
    goal,
    comparable,
    product: () => sendForJson(origins.product, product()),
    bare: () => sendForJson(origins.bare, bare()),
  })
  const list = (name: keyof typeof LISTS, bareName: string, goal: number, of = () => headers): Operation =>
    operation(
      name,
      { count: 100, goal },
      () => ({ path: `${LISTS[name]}page=1&length=10`, headers: of() }),
      () => ({ path: `/list?list=${bareName}&page=1&length=10` }),
      idsAndCounts,
    )
  const report = (name: string, region: string): Operation => ({
    name,
    count: region ? 20 : 3,
    goal: 1.3,
    isSingle: true,
    product: () =>
      send(origins.product, {
        path: `/api/reports/export?downloadAs=csv&accessLevel=${region ? 'Region' : 'National'}${region}`,
        headers,
      }),
    bare: () => send(origins.bare, { path: `/report?${region}` }),
    comparable: (file) => String(file).split('\n').length,
  })
  let logins = 0
  const email = () => LOGIN_EMAILS[(logins += 1) % LOGIN_EMAILS.length] ?? ''
  return [
    operation(
      'log in',
      { count: 20, goal: 2 },
      () => loginOf(email()),
      () => ({ ...loginOf(email()), path: '/login' }),
    ),
    list('dashboard', 'dashboard', 0.2),
    list('list of profiles', 'profiles', 0.3),
    list('approval queue', 'queue', 0.3),
    operation(
      'one record',
      { count: 200, goal: 1.5 },
      () => ({ path: `/api/sites/${record.id}`, headers }),
      () => ({ path: `/record?id=${record.id}&token=${fmb.token}` }),
      profileIn,
    ),
    {
      ...operation(
        'upload of a map',
        { count: 40, goal: 4 },
        () => uploadOf(encoder, 'kml'),
        () => ({ ...uploadOf(encoder, 'kml'), path: `/upload?user=${encoder.id}` }),
      ),
      isSingle: true,
    },
    operation(
      'create and submit',
      { count: 30, goal: 2 },
      () => createOf(encoder, next(stock.product.files)),
      () => bareCreateOf(encoder, next(stock.bare.files)),
    ),
    operation(
      'approve',
      { count: 30, goal: 1.5 },
      () => ({ method: 'POST', path: `/api/sites/approved/${next(stock.product.pending)}`, headers }),
      () => ({ method: 'POST', path: '/approve', body: { id: next(stock.bare.pending), user: fmb.id } }),
    ),
    {
      name: `approve ${MANY} together`,
      count: 3,
      goal: 1.5,
      isSingle: true,
      product: () => decideOnMany(origins.product, fmb.token, nextMany(stock.product.many)),
      bare: () => {
        const body = { ids: nextMany(stock.bare.many), user: fmb.id }
        return send(origins.bare, { method: 'POST', path: '/approve-many', body })
      },
    },
    list('public list', 'public', 0.02, ofVisitor),
    operation(
      'public site',
      { count: 100, goal: 1.2 },
      () => ({ path: `/api/sites/activities/dashboard/${record.activity}`, headers: ofVisitor() }),
      () => ({ path: `/site?id=${record.activity}` }),
      publicSiteIn,
    ),
    report('report download', ''),
    report('report of a region', `&region_id=${encoder.region_id}`),
  ]
}
