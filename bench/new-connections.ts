import { setTimeout as sleep } from 'node:timers/promises'
import { type AtWork, BENCH_NAME } from './at-work.ts'
import { timeOf } from './beside.ts'
import { median } from './measure.ts'
import { mustSend, type Request } from './requests.ts'

const ROUNDS = 12
const VIEWS = 10
/** as many calls at once as the product has connections */
const CONNECTIONS = 12

/** One record, in milliseconds at the median. */
export type NewConnectionFigures = {
  /** where a connection has to be made first */
  connecting: number
  /** the first and the tenth view on connections on which nobody has looked at a record yet */
  first: number
  tenth: number
}

/** Ends the product's connections, so that its next calls make new ones; those of its queue are let be. */
async function endConnections({ pool }: AtWork): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = current_user and datname = current_database() and application_name <> $1
       and state = 'idle' and query not ilike '%listen%'`,
    [BENCH_NAME],
  )
  // until the product has heard of it
  await sleep(100)
}

/** What a record costs on a new connection. */
export async function measureNewConnections(at: AtWork): Promise<NewConnectionFigures> {
  const headers = { 'x-api-key': at.bench.apiKey, authorization: `Bearer ${at.bench.tokens.fmb}` }
  const view = () => mustSend(at.product.origin, { path: `/api/sites/${at.bench.record}`, headers })
  const other: Request = { path: '/api/sites/datatable?length=1', headers }
  const connecting: number[] = []
  const views: number[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await endConnections(at)
    connecting.push(await timeOf(view))
    await endConnections(at)
    await Promise.all(Array.from({ length: CONNECTIONS }, () => mustSend(at.product.origin, other)))
    const times: number[] = []
    while (times.length < VIEWS) times.push(await timeOf(view))
    views.push(times)
  }
  const viewed = (number: number) => median(views.map((times) => times[number] ?? 0))
  return { connecting: median(connecting), first: viewed(0), tenth: viewed(VIEWS - 1) }
}
