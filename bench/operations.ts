import { listNamed, type Wanted } from './bare-lists.ts'
import type { Encoder, Form } from './forms.ts'
import type { Words } from './list.ts'
import { requestsOf } from './list-requests.ts'
import { type Request, visitorAddress } from './requests.ts'
import { writesOn } from './write-operations.ts'

/** What is measured: the same request to the product and to the bare server. */
export type Operation = {
  name: string
  product: () => Request
  bare: () => Request
  /** calls of each side one by one; three times as many at 16; fewer where they take long */
  count: number
  /** what makes both replies comparable; without it they must be equal */
  comparable?: (reply: unknown) => unknown
  /** writes change the record, so the replies are about different ones; so many of each side make it warm */
  writes?: { warmUp: number }
  /** done before each call and not measured; such an operation is measured one by one only */
  before?: () => Promise<unknown>
}

/** Of one region, where writers wait for each other, and of many others. */
export type Spread<T> = { region: T; regions: T }

export type Pools = {
  /** profiles that wait for FMB */
  waiting: Spread<number[]>
  /** forms whose files are uploaded, and such whose files are rows that only say so */
  uploads: Spread<Form[]>
  fileRows: Spread<Form[]>
}

/** What the requests need to know of the generated bureau. */
export type Bench = {
  tokens: { fmb: string }
  apiKey: string
  fmb: { id: number }
  /** of one region, and of all the others that have some */
  encoders: Spread<Encoder[]>
  /** a profile without neighbours, in the middle of the list */
  record: number
  /** what is typed into the search of lists of records */
  words: Words
  pools: Pools
  /** more profiles that wait for FMB, all in one region; their ids */
  addWaiting: (count: number) => Promise<number[]>
  /** what an approval does to answers that are kept: they are read again */
  approvedMeanwhile: () => Promise<unknown>
}

type Page = { data: unknown; totalCount: number; filteredCount: number }

/** A page of rows and their number, whatever else the product says beside them. */
const pageAlone = (reply: unknown) => {
  const { data, totalCount, filteredCount } = reply as Page
  return { data, totalCount, filteredCount }
}

/** The parts of a record that come from its rows. */
const recordAlone = (reply: unknown) => {
  const { siteProfile, history } = reply as { siteProfile: object; history: object[] }
  return { siteProfile, history }
}

/** The operations on this bureau, in the order of the table. */
export function operationsOn(bench: Bench): Operation[] {
  const { apiKey, tokens, record, words } = bench
  const key = { 'x-api-key': apiKey }
  const fmb = { ...key, authorization: `Bearer ${tokens.fmb}` }
  const list = (name: string, { page = 1, ...asked }: Partial<Wanted> & { page?: number } = {}) => ({
    ...requestsOf(bench, listNamed(name), { column: null, dir: 'desc', search: null, ...asked }, page),
    comparable: pageAlone,
  })
  return [
    { name: 'list, page 1', ...list('profiles'), count: 200 },
    { name: 'list, page 500', ...list('profiles', { page: 500 }), count: 100 },
    { name: 'list sorted by region', ...list('profiles', { column: 'region' }), count: 40 },
    { name: 'searched list, rare words', ...list('profiles', { search: words.rare }), count: 40 },
    { name: 'searched list, common word', ...list('profiles', { search: words.common }), count: 20 },
    {
      name: 'one record',
      product: () => ({ path: `/api/sites/${record}`, headers: fmb }),
      bare: () => ({ path: `/record?id=${record}&token=${tokens.fmb}` }),
      count: 200,
      comparable: recordAlone,
    },
    ...writesOn(bench),
    { name: 'public list, page 1', ...list('public list'), count: 100 },
    {
      name: 'public list, just after an approval',
      ...list('public list'),
      count: 100,
      before: bench.approvedMeanwhile,
    },
    {
      name: 'public counts per region',
      product: () => ({ path: '/api/sites/dashboard/count', headers: { ...key, ...visitorAddress() } }),
      bare: () => ({ path: '/public-counts' }),
      count: 100,
    },
    { name: 'dashboard table', ...list('dashboard table'), count: 100 },
    {
      name: 'dashboard table, just after an approval',
      ...list('dashboard table'),
      count: 100,
      before: bench.approvedMeanwhile,
    },
    { name: 'report preview', ...list('report preview'), count: 100 },
    { name: 'audit range of 7 days', ...list('audit log'), count: 100 },
  ]
}
