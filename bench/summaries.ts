import type { AtWork } from './at-work.ts'
import { type Beside, besideOf, timeOf } from './beside.ts'
import { median } from './measure.ts'
import { mustSend, type Request, visitorAddress } from './requests.ts'

/** A summary of the whole country, and the public list as of a past day, in milliseconds. */
export type SummaryFigures = {
  /** what the others are compared with: the first page of the staff list, and of the public one */
  list: number
  publicList: number
  /** the draft when nothing of it is known, when nothing has changed, and after an approval in one region */
  first: number
  firstBeside: Beside
  kept: number
  afterApproval: number
  /** a page of the statements that may be cited, the first time and later */
  statements: { first: number; later: number }
  freeze: number
  freezeBeside: Beside
  asOf: { first: number; later: number }
}

const CALLS = 20
const LATEST_YEARS = [2025, 2026]
const PAST_DAY = '2026-06-30'

type Summary = { summary: { id: number; updated_at: string } }

/** Drafts and freezes a summary of all regions on the bureau of the bench. */
export async function measureSummaries(at: AtWork, list: Request): Promise<SummaryFigures> {
  const { origin } = at.product
  const { apiKey, tokens, approvedMeanwhile } = at.bench
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${tokens.fmb}` }
  const post = async (path: string, body: object) =>
    JSON.parse((await mustSend(origin, { method: 'POST', path, headers, body })).toString()) as Summary
  const get = (path: string) => () => mustSend(origin, { path, headers })
  const publicly = (query: string) => () =>
    mustSend(origin, {
      path: `/api/sites/activities/dashboard/datatable?page=1&length=10${query}`,
      headers: { 'x-api-key': apiKey, ...visitorAddress() },
    })
  const middle = async (call: () => Promise<unknown>, before?: () => Promise<unknown>) => {
    const times: number[] = []
    for (let count = 0; count < CALLS; count += 1) {
      await before?.()
      times.push(await timeOf(call))
    }
    return median(times)
  }

  const staffList = await middle(() => mustSend(origin, list))
  const publicList = await middle(publicly(''))
  const { summary } = await post('/api/summaries', {
    year: 2026,
    title: 'Summary of the bench',
    reporting_years: LATEST_YEARS,
    region_ids: [],
  })
  const address = `/api/summaries/${summary.id}`
  const draft = get(address)
  const statements = get(`${address}/statements?safeguard=b&page=1&length=10`)
  const asOf = publicly(`&as_of=${PAST_DAY}`)

  let first = 0
  const firstBeside = await besideOf(origin, list, async () => {
    first = await timeOf(draft)
  })
  const kept = await middle(draft)
  const afterApproval = await middle(draft, approvedMeanwhile)
  const told = { first: await timeOf(statements), later: await middle(statements) }
  const past = { first: await timeOf(asOf), later: await middle(asOf) }
  let freeze = 0
  const freezeBeside = await besideOf(origin, list, async () => {
    freeze = await timeOf(() => post(`${address}/freeze`, { updated_at: summary.updated_at }))
  })
  return {
    ...{ list: staffList, publicList, first, firstBeside, kept, afterApproval },
    ...{ statements: told, asOf: past, freeze, freezeBeside },
  }
}
