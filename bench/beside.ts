import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './measure.ts'
import { mustSend, type Request } from './requests.ts'

/** what a staff list is measured beside lasts at least so long */
const LONG_ENOUGH_MS = 2_000

/** A staff list beside something, and without it, in milliseconds. */
export type Beside = { alone: number; during: number; calls: number }

/** How long this takes, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The call again and again until the work is done; its times. */
async function during(work: Promise<unknown>, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) times.push(await timeOf(call))
  await done
  return times
}

/** Once, or as often as it takes to be seen. */
export async function again(work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  do await work()
  while (performance.now() - started < LONG_ENOUGH_MS)
}

/** A staff list without this work and beside it. */
export async function besideOf(origin: string, list: Request, work: () => Promise<unknown>): Promise<Beside> {
  const call = () => mustSend(origin, list)
  const alone = await during(sleep(LONG_ENOUGH_MS), call)
  const beside = await during(work(), call)
  return { alone: median(alone), during: median(beside), calls: beside.length }
}
