import type { Beside } from './beside.ts'
import type { BulkFigures } from './bulk.ts'
import type { ExportFigures } from './exports.ts'
import { megabytes, ms, perSecond, ratio, seconds, table } from './figures.ts'
import { type Goal, goalsOf, hugeGoals } from './goals.ts'
import { listTable, worstCells } from './list-tables.ts'
import type { CellFigures } from './measure-lists.ts'
import type { PublicLogFigures } from './public-log.ts'
import type { Core, Result, Row } from './result.ts'
import type { SummaryFigures } from './summaries.ts'
import type { WaitingFigures } from './waiting.ts'

const aloneTable = (rows: Row[]) =>
  table(
    ['One at a time', 'product ms', 'p95', 'bare ms', 'driver ms', 'product ÷ bare', 'product ÷ driver'],
    rows.map(({ name, alone: { product, bare, driver } }) => [
      name,
      ms(product.median),
      ms(product.p95),
      ms(bare.median),
      ms(driver.median),
      ratio(product.median / bare.median),
      ratio(product.median / driver.median),
    ]),
  )

const at16Table = (rows: Row[]) =>
  table(
    ['Sixteen at a time', 'product a second', 'p95 ms', 'bare a second', 'driver a second', 'product ÷ bare'],
    rows.flatMap(({ name, at16 }) =>
      at16
        ? [
            [
              name,
              perSecond(at16.product.perSecond),
              ms(at16.product.p95),
              perSecond(at16.bare.perSecond),
              perSecond(at16.driver.perSecond),
              ratio(at16.product.perSecond / at16.bare.perSecond),
            ],
          ]
        : [],
    ),
  )

const besideText = ({ alone, during }: Beside) => `${ms(during)} (${ms(alone)} without)`

const exportRow = (name: string, { product, bare, driver, growth, beside }: ExportFigures) => [
  name,
  String(product.lines),
  (product.bytes / 1e6).toFixed(1),
  ms(product.ms),
  ms(bare.ms),
  ms(driver.ms),
  ratio(product.ms / bare.ms),
  ms(product.firstByte),
  growth.toFixed(0),
  besideText(beside),
]

const exportTable = ({ exports: { region, everything } }: Result) =>
  table(
    [
      'Export',
      'lines',
      'MB',
      'product ms',
      'bare ms',
      'driver ms',
      'product ÷ bare',
      'first byte ms',
      'memory + MB',
      'list beside it ms',
    ],
    [exportRow('CSV of a region', region), exportRow('CSV of everything', everything)],
  )

const summariesText = (of: SummaryFigures): string =>
  `A draft of a summary of all regions: ${seconds(of.first / 1000)} when nothing of it is known, then ${ms(of.kept)} ms, ` +
  `${ms(of.afterApproval)} ms after an approval (the staff list: ${ms(of.list)} ms, ${besideText(of.firstBeside)} ms ` +
  `beside the first); a page of its statements ${seconds(of.statements.first / 1000)}, then ${ms(of.statements.later)} ms; ` +
  `frozen in ${seconds(of.freeze / 1000)}, the staff list beside it ${besideText(of.freezeBeside)} ms. The public list ` +
  `as of a day: ${ms(of.asOf.first)} ms, then ${ms(of.asOf.later)} ms (of now: ${ms(of.publicList)} ms).`

const waitingText = ({ list, count, choices }: WaitingFigures): string =>
  `What waits: its approval list ${ms(list.kept)} ms, its count ${ms(count.kept)} ms, the counts of its filters ` +
  `${ms(choices.kept)} ms; right after a change ${ms(list.after)}, ${ms(count.after)} and ${ms(choices.after)} ms.`

const bulkText = ({ records, single, bulk, beside }: BulkFigures): string =>
  `${records} records approved one by one: ${seconds(single / 1000)}; together: ${seconds(bulk / 1000)} ` +
  `(${ratio(bulk / single)}), a staff list beside it ${besideText(beside)} ms.`

const publicLogText = ({ rows, seconds: taken, list, approve, growth, cost }: PublicLogFigures): string =>
  `The public log of ${count(rows)} rows, built from none: ${seconds(taken)}, memory + ${megabytes(growth)}; a staff list ` +
  `beside it ${besideText(list)} ms, an approval ${besideText(approve)} ms. From then on an approval takes ` +
  `${ms(cost.followed)} ms on average, ${ms(cost.without)} ms while nothing follows the log ` +
  `(${ratio(cost.followed / cost.without)}).`

const startText = ({ start, verification }: Core): string[] => [
  `Start: listening after ${ms(start.ready)} ms, first list after ${ms(start.firstList)} ms.`,
  `Verification of ${count(verification.rows)} rows of the log: ${seconds(verification.ms / 1000)}, ` +
    `${megabytes(verification.memory)}, told ${verification.told} times how far it was.`,
]

const sentences = (result: Result): string => {
  const { newConnection, uploads, exports, burst, memory, summaries, waiting, bulk, publicLog } = result
  const { xlsx, sixteen } = exports
  return [
    `One record on a new connection: ${ms(newConnection.first)} ms, the tenth ${ms(newConnection.tenth)} ms; ` +
      `${ms(newConnection.connecting)} ms where the connection has to be made.`,
    `A PDF of 1 KB: ${ms(uploads.pdf)} ms; a map of 1 KB: ${ms(uploads.map)} ms; a profile with both, from the first ` +
      `upload to its code: ${ms(uploads.whole)} ms.`,
    `Everything as a spreadsheet: ${seconds(xlsx.ms / 1000)}, memory + ${megabytes(xlsx.growth)}.`,
    `Sixteen CSVs of a region: ${seconds(sixteen.together / 1000)} at once, ${seconds(sixteen.oneByOne / 1000)} one ` +
      `after the other; a staff list beside them ${besideText(sixteen.beside)} ms.`,
    summariesText(summaries),
    waitingText(waiting),
    bulkText(bulk),
    publicLogText(publicLog),
    `Staff list: ${ms(burst.quiet)} ms; ${ms(burst.spread)} ms while 200 visitors come within a second; ` +
      `${ms(burst.atOnce)} ms when they come at the same instant, all served after ${ms(burst.allServed)} ms.`,
    ...startText(result),
    `Memory of product and database: ${megabytes(memory.afterStart)} after the start, ` +
      `${megabytes(memory.afterLoad)} after the load.`,
  ].join('\n\n')
}

/** The operations one at a time and sixteen at a time. */
const rowTables = (rows: Row[]): string => [aloneTable(rows), at16Table(rows)].join('\n\n')

const WORST_TOLD = 20

const cellTables = (cells: readonly CellFigures[], small: readonly CellFigures[] | null): string =>
  [listTable(cells, small), worstCells(cells, WORST_TOLD)].join('\n\n')

/** A few operations and lists, the summaries and decisions on many, as they are asked for by name. */
export const someTables = ({
  rows,
  bulk,
  cells,
  publicLog,
  summaries,
  waiting,
}: Pick<Result, 'rows' | 'cells'> & {
  bulk: BulkFigures | null
  publicLog: PublicLogFigures | null
  summaries: SummaryFigures | null
  waiting: WaitingFigures | null
}): string =>
  [
    ...(waiting ? [waitingText(waiting)] : []),
    ...(bulk ? [bulkText(bulk)] : []),
    ...(publicLog ? [publicLogText(publicLog)] : []),
    ...(summaries ? [summariesText(summaries)] : []),
    ...(rows.length > 0 ? [rowTables(rows)] : []),
    ...(cells.length > 0 ? [cellTables(cells, null)] : []),
  ].join('\n\n')

const count = (value: number) => value.toLocaleString('en-US')

function sizeText({ scale, size, machine }: Core): string {
  const { users, profiles, activities, auditRows } = size
  return (
    `Scale ${scale}: ${count(users)} users, ${count(profiles)} profiles, ${count(activities)} activities, ` +
    `${count(auditRows)} audit rows. ${machine}`
  )
}

/** What a run has measured, as the page of measured speed shows it. */
export const resultTables = (result: Result): string =>
  [sizeText(result), rowTables(result.rows), exportTable(result), sentences(result)].join('\n\n')

/** What every order and search of every list came to. */
export const listTables = (run: Result, small: Result | null): string =>
  cellTables(run.cells, small?.cells ?? null)

const judged = (goals: Goal[]): string =>
  table(
    ['Goal', 'wanted', 'measured', ''],
    goals.map(({ what, goal, figure, met }) => [what, goal, figure, met ? 'met' : '**not met**']),
  )

/** The goals of the large bureau, each met or not. */
export const goalsTable = (run: Result, small: Result | null): string => judged(goalsOf(run, small))

/** What the huge bureau was measured by, and its goals beside a run on the large one. */
export const hugeTables = (huge: Core, large: Core | null): string =>
  [
    sizeText(huge),
    rowTables(huge.rows),
    startText(huge).join('\n\n'),
    ...(large ? [judged(hugeGoals(huge, large))] : []),
  ].join('\n\n')

/** How much longer each operation takes with so many more records. */
export const growthTable = (large: Result, small: Result): string =>
  table(
    ['One at a time', 'product small ms', 'large ms', 'product ×', 'bare ×'],
    large.rows.flatMap(({ name, alone }) => {
      const before = small.rows.find((row) => row.name === name)?.alone
      if (!before) return []
      const grown = (side: 'product' | 'bare') => ratio(alone[side].median / before[side].median)
      return [[name, ms(before.product.median), ms(alone.product.median), grown('product'), grown('bare')]]
    }),
  )
