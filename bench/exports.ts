import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { AtWork } from './at-work.ts'
import { exportRows } from './bare-csv.ts'
import { median } from './measure.ts'
import { watchMemory } from './processes.ts'
import { begin, mustSend, type Request } from './requests.ts'

/** what a staff list is measured beside lasts at least so long */
const LONG_ENOUGH_MS = 2_000

type Read = { ms: number; firstByte: number; bytes: number; print: string }

/** An export as the product, the bare server and the driver make it. */
export type ExportFigures = {
  product: Omit<Read, 'print'>
  bare: Omit<Read, 'print'>
  driver: { ms: number }
  /** megabytes the product's memory grew by, at most */
  growth: number
  /** a staff list beside it, and without it, in milliseconds */
  beside: { alone: number; during: number; calls: number }
}

type Export = { product: Request; bare: Request; region: string | null }

/** The request for a report as CSV on both sides: of a region, or of everything. */
export function csvOf({ bench }: Pick<AtWork, 'bench'>, region: number | null): Export {
  const scope = region ? `accessLevel=Region&region_id=${region}` : 'accessLevel=National'
  const headers = { 'x-api-key': bench.apiKey, authorization: `Bearer ${bench.tokens.fmb}` }
  return {
    product: { path: `/api/reports/export?downloadAs=csv&${scope}`, headers },
    bare: { path: region ? `/report.csv?region=${region}` : '/report.csv' },
    region: region ? String(region) : null,
  }
}

/** Reads a whole reply and lets it go, as a client that writes it to a disk would. */
export async function readAway(origin: string, request: Request): Promise<Read> {
  const started = performance.now()
  const reply = await begin(origin, request)
  if (reply.statusCode !== 200) throw new Error(`${request.path} answered ${reply.statusCode}`)
  const hash = createHash('sha256')
  let firstByte = 0
  let bytes = 0
  for await (const part of reply as Readable) {
    firstByte ||= performance.now() - started
    bytes += (part as Buffer).length
    hash.update(part as Buffer)
  }
  return { ms: performance.now() - started, firstByte, bytes, print: hash.digest('hex') }
}

async function timeRows(pool: pg.Pool, region: string | null): Promise<number> {
  const started = performance.now()
  for await (const _rows of exportRows(pool, region));
  return performance.now() - started
}

/** The call again and again until the work is done; its times. */
async function during(work: Promise<unknown>, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  await done
  return times
}

/** Once, or as often as it takes to be seen. */
async function again(work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  do await work()
  while (performance.now() - started < LONG_ENOUGH_MS)
}

const middleOf = (reads: Read[]) => ({
  ms: median(reads.map((read) => read.ms)),
  firstByte: median(reads.map((read) => read.firstByte)),
  bytes: reads[0]?.bytes ?? 0,
})

/** Measures an export turn by turn, and once more with a staff list beside it. */
export async function measureExport(
  at: AtWork,
  region: number | null,
  turns: number,
  list: Request,
): Promise<ExportFigures> {
  const { product, bare, pool } = at
  const wanted = csvOf(at, region)
  const ours: Read[] = []
  const theirs: Read[] = []
  const straight: number[] = []
  let growth = 0
  for (let turn = 0; turn < turns; turn += 1) {
    const memory = watchMemory(product.child.pid ?? 0)
    ours.push(await readAway(product.origin, wanted.product))
    growth = Math.max(growth, memory.growth())
    theirs.push(await readAway(bare.origin, wanted.bare))
    straight.push(await timeRows(pool, wanted.region))
    if (ours.at(-1)?.print !== theirs.at(-1)?.print)
      throw new Error(`${wanted.product.path}: the files differ.`)
  }
  const call = () => mustSend(product.origin, list)
  const alone = await during(sleep(LONG_ENOUGH_MS), call)
  const beside = await during(
    again(() => readAway(product.origin, wanted.product)),
    call,
  )
  return {
    product: middleOf(ours),
    bare: middleOf(theirs),
    driver: { ms: median(straight) },
    growth,
    beside: { alone: median(alone), during: median(beside), calls: beside.length },
  }
}
