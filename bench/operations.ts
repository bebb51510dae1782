import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import type { Request } from './requests.ts'

/** What is measured: the same request to the product and to the bare server. */
export type Operation = {
  name: string
  product: () => Request
  bare: () => Request
  /** calls of each side one by one; three times as many at 16; fewer where they take long */
  count: number
  /** what makes both replies comparable; without it they must be equal */
  comparable?: (reply: unknown) => unknown
  /** writes change the record, so the replies are about different ones */
  writes?: true
  /** done before each call and not measured; such an operation is measured one by one only */
  before?: () => Promise<unknown>
}

export type Pools = {
  /** profiles that wait for FMB */
  waiting: number[]
  /** files of the encoder, waiting to be attached: uploaded ones, and rows that only say there is a file */
  uploads: Files[]
  fileRows: Files[]
}
type Files = { agreement_id: number; map_kml_id: number }

/** What the requests need to know of the generated bureau. */
export type Bench = {
  tokens: { fmb: string; encoder: string }
  apiKey: string
  fmb: { id: number }
  encoder: {
    id: number
    region_id: number
    province_id: number
    office_id: number
    city_id: number
    short_code: string
  }
  /** a profile without neighbours, in the middle of the list */
  record: number
  /** words that a few dozen profiles hold, and one that thousands do */
  search: { rare: string; common: string }
  pools: Pools
  /** what an approval does to answers that are kept: they are read again */
  approvedMeanwhile: () => Promise<unknown>
}

/** writes of each side, one by one; three times as many at 16 */
const WRITES = 15
/** writes of each side before the measured ones: every one of twelve connections keeps the plans of its statements by then */
export const WARM_UP_WRITES = 120
/** so many records of each kind the writes of one side use up in a whole run */
export const WRITES_OF_A_SIDE = WARM_UP_WRITES + 4 * WRITES

const taken = <T>(pool: T[]): T => {
  const next = pool.pop()
  if (next === undefined) throw new Error('The bench has used up its prepared records.')
  return next
}

let account = 0

/** One account after the other: many tries on one at once are throttled, as they should be. */
const nextAccount = () => {
  account = (account + 1) % 40
  return `bench${20 + account}@bureau.example`
}

let visitor = 0

/** Every visitor comes from an address of their own; the proxy says which. */
export const visitorAddress = () => {
  visitor += 1
  return { 'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` }
}

/** The operations on this bureau, in the order of the table. */
export function operationsOn(bench: Bench): Operation[] {
  const { apiKey, tokens, record, search, pools } = bench
  const key = { 'x-api-key': apiKey }
  const fmb = { ...key, authorization: `Bearer ${tokens.fmb}` }
  const encoder = { ...key, authorization: `Bearer ${tokens.encoder}` }
  const list = (query: string) => ({
    product: () => ({ path: `/api/sites/datatable?length=10&${query}`, headers: fmb }),
    bare: () => ({ path: `/list?length=10&${query}` }),
  })
  const publicList = {
    product: () => ({
      path: '/api/sites/activities/dashboard/datatable?length=10',
      headers: { ...key, ...visitorAddress() },
    }),
    bare: () => ({ path: '/public?length=10' }),
  }
  const dashboard = {
    product: () => ({
      path: '/api/reports/datatable/dashboard?accessLevel=National&length=10&without_ids=1',
      headers: fmb,
    }),
    bare: () => ({ path: '/dashboard?length=10' }),
  }
  const form = (files: Files) => ({
    region_id: bench.encoder.region_id,
    province_id: bench.encoder.province_id,
    city_id: bench.encoder.city_id,
    name_of_partner: 'Samahan ng Bagong Kagubatan',
    project_area: '100.25',
    ...files,
  })
  return [
    { name: 'list, page 1', ...list('page=1'), count: 200 },
    { name: 'list, page 500', ...list('page=500'), count: 100 },
    { name: 'searched list, rare words', ...list(`page=1&search=${search.rare}`), count: 40 },
    { name: 'searched list, common word', ...list(`page=1&search=${search.common}`), count: 20 },
    {
      name: 'one record',
      product: () => ({ path: `/api/sites/${record}`, headers: fmb }),
      bare: () => ({ path: `/record?id=${record}` }),
      count: 200,
      comparable: (reply) => Object.keys(reply as object).toSorted(),
    },
    {
      name: 'approve',
      product: () => ({ method: 'POST', path: `/api/sites/approved/${taken(pools.waiting)}`, headers: fmb }),
      bare: () => ({
        method: 'POST',
        path: '/approve',
        body: { id: taken(pools.waiting), user: bench.fmb.id },
      }),
      count: WRITES,
      writes: true,
    },
    {
      name: 'create',
      product: () => ({
        method: 'POST',
        path: '/api/sites',
        headers: encoder,
        body: {
          ...form(taken(pools.uploads)),
          year_implemented: 2024,
          project_year_start: 2024,
          project_year_end: 2034,
          redd_eligible_activities_area: ['Reducing emissions from deforestation'],
          emission_from_deforestation_area: '100.25',
          implementation_arrangement: 'MOA/MOU',
        },
      }),
      bare: () => ({
        method: 'POST',
        path: '/create',
        body: {
          ...form(taken(pools.fileRows)),
          office_id: bench.encoder.office_id,
          short_code: bench.encoder.short_code,
          user: bench.encoder.id,
          geometry: { type: 'MultiPolygon', coordinates: [] },
          lon: 121.1,
          lat: 14.1,
        },
      }),
      count: WRITES,
      writes: true,
    },
    {
      name: 'sign-in',
      product: () => ({
        method: 'POST',
        path: '/api/login',
        headers: key,
        body: { email: nextAccount(), password: DEMO_PASSWORD, force: true },
      }),
      bare: () => ({
        method: 'POST',
        path: '/login',
        body: { email: nextAccount(), password: DEMO_PASSWORD },
      }),
      count: 20,
      writes: true,
    },
    { name: 'public list, page 1', ...publicList, count: 100 },
    {
      name: 'public list, just after an approval',
      ...publicList,
      count: 20,
      before: bench.approvedMeanwhile,
    },
    {
      name: 'public counts per region',
      product: () => ({ path: '/api/sites/dashboard/count', headers: { ...key, ...visitorAddress() } }),
      bare: () => ({ path: '/public-counts' }),
      count: 100,
    },
    { name: 'dashboard table', ...dashboard, count: 100 },
    {
      name: 'dashboard table, just after an approval',
      ...dashboard,
      count: 20,
      before: bench.approvedMeanwhile,
    },
    {
      name: 'report preview',
      product: () => ({
        path: '/api/reports/datatable/generate-reports?accessLevel=National&length=10&without_ids=1',
        headers: fmb,
      }),
      bare: () => ({ path: '/report?length=10' }),
      count: 100,
    },
    {
      name: 'audit range of 7 days',
      product: () => ({
        path: '/api/reports/datatable/audit-logs?length=10&startDate=2026-11-12&endDate=2026-11-18',
        headers: fmb,
      }),
      bare: () => ({ path: '/audit?length=10' }),
      count: 100,
    },
  ]
}
