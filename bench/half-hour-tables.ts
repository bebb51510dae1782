import { quantile } from './measure.ts'
import type { Memory } from './processes.ts'
import { judged, megabytes, ms, table } from './tables.ts'

/** The product at one moment: its memory, and the longest interval of its event loop since the look before. */
export type Look = { memory: Memory; interval: number }

/** What was measured in one part of the run: milliseconds of each list, looks, and the bench's own longest interval. */
export type Part = { times: Map<string, number[]>; looks: Look[]; own: number }

export type Work = { imports: number; rows: number; uploads: number; versions: number; refused: number }

/** the longest allowed 95th percentile of a list beside the work, as a multiple of the same list alone */
const BESIDE_GOAL = 2
/** the longest allowed interval between two looks of the event loop at the clock, which it takes every 50 ms */
const STALL_MS = 200
/** minutes whose memory is compared */
const FIRST_AND_LAST = 5

const median = (values: number[]) => quantile(values, 0.5)
const p95 = (values: number[]) => quantile(values, 0.95)

function listRow(name: string, alone: number[], beside: number[]): string[] {
  const figures = [median(alone), p95(alone), median(beside), p95(beside)]
  return [
    name,
    String(alone.length),
    String(beside.length),
    ...figures.map(ms),
    judged(p95(beside) / p95(alone), BESIDE_GOAL),
  ]
}

function listTable(alone: Part, beside: Part): string {
  const all = (part: Part) => [...part.times.values()].flat()
  return table(
    ['List', 'reads alone', 'beside', 'alone ms', 'p95', 'beside ms', 'p95', 'p95 beside ÷ alone'],
    [
      ...[...alone.times].map(([name, times]) => listRow(name, times, beside.times.get(name) ?? [])),
      listRow('all of them', all(alone), all(beside)),
    ],
  )
}

const PARTS = {
  'server process': ({ server }) => server,
  PostgreSQL: ({ database }) => database,
  'processes for single files': (memory) => memory.beside,
  all: ({ server, database, beside }) => server + database + beside,
} satisfies Record<string, (memory: Memory) => number>

/** The memory alone, and in the first and the last minutes beside the work, each as its median and its most. */
function memoryTable(alone: Part, { looks }: Part, minutes: number): string {
  const compared = Math.min(FIRST_AND_LAST, minutes / 2)
  const count = Math.max(1, Math.floor((looks.length * compared) / minutes))
  const of = (some: Look[], part: (memory: Memory) => number) => {
    const values = some.map(({ memory }) => part(memory))
    return [median(values), Math.max(...values)].map(megabytes)
  }
  return table(
    [
      'Memory',
      'alone',
      'at most',
      `first ${compared} minutes`,
      'at most',
      `last ${compared} minutes`,
      'at most',
    ],
    Object.entries(PARTS).map(([name, part]) => [
      name,
      ...[alone.looks, looks.slice(0, count), looks.slice(-count)].flatMap((some) => of(some, part)),
    ]),
  )
}

const intervalsOf = ({ looks }: Part) => looks.map(({ interval }) => interval)

function stallText(alone: Part, beside: Part): string {
  const over = intervalsOf(beside).filter((interval) => interval > STALL_MS).length
  return (
    `Longest interval between two looks of the server's event loop at the clock, every 50 ms: ` +
    `${ms(Math.max(...intervalsOf(alone)))} ms alone, ` +
    `${judged(Math.max(...intervalsOf(beside)), STALL_MS, (value) => `${ms(value)} ms`)} beside the work, over ` +
    `${STALL_MS} ms in ${over} of ${beside.looks.length} quarter minutes; of the bench, every 10 ms, ${ms(beside.own)} ms.`
  )
}

const workText = ({ imports, rows, uploads, versions, refused }: Work, minutes: number): string =>
  `In ${minutes} minutes: ${imports} imports with ${rows} profiles, ${uploads} uploads of agreements and maps, ${versions} ` +
  `versions of a layer compared with every boundary; refused: ${refused}.`

/** The figures as in docs/performance.md. */
export const halfHourText = (measured: {
  alone: Part
  beside: Part
  work: Work
  minutes: number
}): string => {
  const { alone, beside, work, minutes } = measured
  return [
    workText(work, minutes),
    listTable(alone, beside),
    memoryTable(alone, beside, minutes),
    stallText(alone, beside),
  ].join('\n\n')
}
