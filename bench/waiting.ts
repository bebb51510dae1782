import type { AtWork } from './at-work.ts'
import { timeOf } from './beside.ts'
import { median } from './measure.ts'
import { mustSend } from './requests.ts'

/** Milliseconds when nothing has changed, and right after a change of a record in the same scope. */
type Times = { kept: number; after: number }

/** What FMB reads of its queue: the list, how many of it wait, and what each choice of its filters would leave. */
export type WaitingFigures = { list: Times; count: Times; choices: Times }

const TURNS = 40

const PATHS = {
  list: '/api/sites/datatable/region/Approved?page=1&length=10',
  count: '/api/sites/waiting',
  choices: '/api/sites/choices',
} as const
type Asked = keyof typeof PATHS
const ASKED = Object.keys(PATHS) as Asked[]

/** Asks for all of them in turns, so that whatever else the machine does meets each. */
export async function measureWaiting(at: AtWork): Promise<WaitingFigures> {
  const { origin } = at.product
  const { apiKey, tokens, record } = at.bench
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${tokens.fmb}` }
  const ask = (what: Asked) => mustSend(origin, { path: PATHS[what], headers })
  const inTurns = async (before?: () => Promise<unknown>) => {
    const times: Record<Asked, number[]> = { list: [], count: [], choices: [] }
    for (const what of ASKED) await ask(what)
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const what of ASKED) {
        await before?.()
        times[what].push(await timeOf(() => ask(what)))
      }
    return times
  }
  const kept = await inTurns()
  // named by its office, as every change of a record is
  const after = await inTurns(() =>
    at.pool.query('update site_profiles set updated_at = now() where id = $1', [record]),
  )
  const of = (what: Asked): Times => ({ kept: median(kept[what]), after: median(after[what]) })
  return { list: of('list'), count: of('count'), choices: of('choices') }
}
