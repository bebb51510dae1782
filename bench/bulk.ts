import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approvalsAt } from './approvals.ts'
import type { AtWork } from './at-work.ts'
import { type Beside, besideOf, timeOf } from './beside.ts'
import { mustSend, type Request } from './requests.ts'

/** Approving so many records one by one, as a screen does, and all together, in milliseconds. */
export type BulkFigures = { records: number; single: number; bulk: number; beside: Beside }

const RECORDS = 200
const WARM_UP = 20
/** both take turns, so that neither has the quieter machine */
const TURNS = 2
/** as often as a screen looks */
const POLL_MS = 700

/** Approves records of one region, where every decision waits for the one before. */
export async function measureBulk(at: AtWork, list: Request): Promise<BulkFigures> {
  const { origin } = at.product
  const { headers, waiting, approve } = approvalsAt(at)
  const oneByOne = async (ids: readonly number[]) => {
    for (const id of ids) await approve(id)
  }
  /** From the press to the moment at which the last one is decided on, whenever the screen learns of it. */
  const together = async (ids: readonly number[]): Promise<number> => {
    const started = performance.now()
    const body = { action: 'approve', records: ids.map((id) => ({ id, revision: 1 })) }
    const own = { ...headers, 'idempotency-key': randomUUID() }
    await mustSend(origin, { method: 'POST', path: '/api/sites/bulk', headers: own, body })
    const begun = performance.now() - started
    for (;;) {
      const answer = await mustSend(origin, { path: '/api/sites/bulk', headers })
      const { bulk } = JSON.parse(answer.toString()) as {
        bulk: {
          state: string
          created_at: string
          ended_at: string
          rows: { state: string; sentence: string | null }[]
        }
      }
      const refused = bulk.rows.find(({ state }) => state === 'Refused')
      if (refused) throw new Error(`A record was not approved: ${refused.sentence}`)
      if (bulk.state !== 'Running') return begun + Date.parse(bulk.ended_at) - Date.parse(bulk.created_at)
      await sleep(POLL_MS)
    }
  }

  await oneByOne(await waiting(WARM_UP))
  await together(await waiting(WARM_UP))
  let [single, bulk] = [0, 0]
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [ones, all] = [await waiting(RECORDS), await waiting(RECORDS)]
    single += await timeOf(() => oneByOne(ones))
    bulk += await together(all)
  }
  const more = await waiting(RECORDS)
  const beside = await besideOf(origin, list, () => together(more))
  return { records: RECORDS, single: single / TURNS, bulk: bulk / TURNS, beside }
}
