import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import type { AtWork } from './at-work.ts'
import { again, type Beside, besideOf, timeOf } from './beside.ts'
import { exportCsv } from './bare-csv.ts'
import { median } from './measure.ts'
import { watchMemory } from './processes.ts'
import { begin, type Request } from './requests.ts'

const AT_ONCE = 16

type Read = { ms: number; firstByte: number; bytes: number; lines: number; print: string }

/** An export as the product, the bare server and the driver make it. */
export type ExportFigures = {
  product: Omit<Read, 'print'>
  bare: Omit<Read, 'print'>
  driver: { ms: number }
  /** megabytes the product's memory grew by, at most */
  growth: number
  beside: Beside
}

export type Exports = {
  region: ExportFigures
  everything: ExportFigures
  /** everything as a spreadsheet, in milliseconds */
  xlsx: { ms: number; growth: number }
  /** sixteen exports of a region, in milliseconds until the last one is there */
  sixteen: { together: number; oneByOne: number; beside: Beside }
}

type Export = { product: Request; bare: Request; region: string | null }

/** The request for a report as a file on both sides: of a region, or of everything. */
export function exportOf(
  { bench }: Pick<AtWork, 'bench'>,
  region: number | null,
  format: 'csv' | 'xlsx' = 'csv',
): Export {
  const scope = region ? `accessLevel=Region&region_id=${region}` : 'accessLevel=National'
  const headers = { 'x-api-key': bench.apiKey, authorization: `Bearer ${bench.tokens.fmb}` }
  return {
    product: { path: `/api/reports/export?downloadAs=${format}&${scope}`, headers },
    bare: { path: region ? `/report.csv?region=${region}` : '/report.csv' },
    region: region ? String(region) : null,
  }
}

const NEW_LINE = 10

function linesIn(part: Buffer): number {
  let lines = 0
  for (let at = part.indexOf(NEW_LINE); at >= 0; at = part.indexOf(NEW_LINE, at + 1)) lines += 1
  return lines
}

/** Reads a whole reply and lets it go, as a client that writes it to a disk would. */
export async function readAway(origin: string, request: Request): Promise<Read> {
  const started = performance.now()
  const reply = await begin(origin, request)
  if (reply.statusCode !== 200) throw new Error(`${request.path} answered ${reply.statusCode}`)
  const hash = createHash('sha256')
  let [firstByte, bytes, lines] = [0, 0, 0]
  for await (const part of reply as Readable) {
    firstByte ||= performance.now() - started
    bytes += (part as Buffer).length
    lines += linesIn(part as Buffer)
    hash.update(part as Buffer)
  }
  return { ms: performance.now() - started, firstByte, bytes, lines, print: hash.digest('hex') }
}

async function readStraight(pool: pg.Pool, region: string | null): Promise<void> {
  for await (const _text of exportCsv(pool, region));
}

const middleOf = (reads: Read[]) => ({
  ms: median(reads.map((read) => read.ms)),
  firstByte: median(reads.map((read) => read.firstByte)),
  bytes: reads[0]?.bytes ?? 0,
  lines: reads[0]?.lines ?? 0,
})

/** Measures an export turn by turn, and once more with a staff list beside it. */
async function measureExport(
  at: AtWork,
  region: number | null,
  turns: number,
  list: Request,
): Promise<ExportFigures> {
  const { product, bare, pool } = at
  const wanted = exportOf(at, region)
  const ours: Read[] = []
  const theirs: Read[] = []
  const straight: number[] = []
  let growth = 0
  for (let turn = 0; turn < turns; turn += 1) {
    const memory = watchMemory(product.child.pid ?? 0)
    ours.push(await readAway(product.origin, wanted.product))
    growth = Math.max(growth, memory.growth())
    theirs.push(await readAway(bare.origin, wanted.bare))
    straight.push(await timeOf(() => readStraight(pool, wanted.region)))
    if (ours.at(-1)?.print !== theirs.at(-1)?.print)
      throw new Error(`${wanted.product.path}: the files differ.`)
  }
  return {
    product: middleOf(ours),
    bare: middleOf(theirs),
    driver: { ms: median(straight) },
    growth,
    beside: await besideOf(at.product.origin, list, () =>
      again(() => readAway(product.origin, wanted.product)),
    ),
  }
}

/** Sixteen people who export their region, at once and one after the other. */
async function measureSixteen(at: AtWork, region: number, list: Request): Promise<Exports['sixteen']> {
  const { product } = exportOf(at, region)
  const one = () => readAway(at.product.origin, product)
  const together = () => Promise.all(Array.from({ length: AT_ONCE }, one))
  const oneByOne = async () => {
    for (let count = 0; count < AT_ONCE; count += 1) await one()
  }
  return {
    together: await timeOf(together),
    oneByOne: await timeOf(oneByOne),
    beside: await besideOf(at.product.origin, list, () => again(together)),
  }
}

async function measureSheet(at: AtWork): Promise<Exports['xlsx']> {
  const memory = watchMemory(at.product.child.pid ?? 0)
  const { ms } = await readAway(at.product.origin, exportOf(at, null, 'xlsx').product)
  return { ms, growth: memory.growth() }
}

/** Measures the report as a file in every way. */
export async function measureExports(at: AtWork, region: number, list: Request): Promise<Exports> {
  return {
    region: await measureExport(at, region, 5, list),
    everything: await measureExport(at, null, 3, list),
    xlsx: await measureSheet(at),
    sixteen: await measureSixteen(at, region, list),
  }
}
