import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './measure.ts'
import { mustSend, type Request, visitorAddress } from './requests.ts'

const VISITORS = 200
const BURSTS = 3
/** a person who pages through a list is not at it without a pause */
const PAUSE_MS = 20

export type BurstFigures = {
  /** the staff list at the median: before, while 200 visitors come within a second, while they come all at once */
  quiet: number
  spread: number
  atOnce: number
  /** until the last of those who came at once was answered */
  allServed: number
}

/** A visitor opens the public page: its list and its counts. */
async function visit(origin: string, apiKey: string): Promise<void> {
  const headers = { 'x-api-key': apiKey, ...visitorAddress() }
  await Promise.all([
    mustSend(origin, { path: '/api/sites/activities/dashboard/datatable?length=10', headers }),
    mustSend(origin, { path: '/api/sites/dashboard/count', headers }),
  ])
}

/** Everybody comes within these milliseconds, evenly. */
const arrive = (within: number, one: () => Promise<void>) =>
  Promise.all(
    Array.from({ length: VISITORS }, async (_, index) => {
      await sleep((within * index) / VISITORS)
      await one()
    }),
  )

/** Times of the staff list while something else happens; at least one call is made. */
async function listWhile(origin: string, list: Request, happening: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let over = false
  const done = happening.finally(() => {
    over = true
  })
  while (!over) {
    const begun = performance.now()
    await mustSend(origin, list)
    times.push(performance.now() - begun)
    await sleep(PAUSE_MS)
  }
  await done
  return times
}

/** What a burst of visitors does to the lists of the staff. */
export async function measureBurst(origin: string, apiKey: string, list: Request): Promise<BurstFigures> {
  const one = () => visit(origin, apiKey)
  const times = { quiet: [] as number[], spread: [] as number[], atOnce: [] as number[] }
  const served: number[] = []
  await arrive(0, one)
  for (let burst = 0; burst < BURSTS; burst += 1) {
    times.quiet.push(...(await listWhile(origin, list, sleep(1_000))))
    times.spread.push(...(await listWhile(origin, list, arrive(1_000, one))))
    const started = performance.now()
    times.atOnce.push(...(await listWhile(origin, list, arrive(0, one))))
    served.push(performance.now() - started)
  }
  return {
    quiet: median(times.quiet),
    spread: median(times.spread),
    atOnce: median(times.atOnce),
    allServed: median(served),
  }
}
