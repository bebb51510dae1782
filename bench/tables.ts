import type { ExportFigures } from './exports.ts'
import { goalsOf } from './goals.ts'
import type { Result, Row } from './result.ts'

const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0)
const perSecond = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const ratio = (value: number) => value.toFixed(value < 0.1 ? 3 : value < 100 ? 2 : 0)

/** A table in Markdown. */
function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n')
}

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

const exportRow = (name: string, { product, bare, driver, growth, beside }: ExportFigures) => [
  name,
  (product.bytes / 1e6).toFixed(1),
  ms(product.ms),
  ms(bare.ms),
  ms(driver.ms),
  ratio(product.ms / bare.ms),
  ms(product.firstByte),
  growth.toFixed(0),
  `${ms(beside.during)} (${ms(beside.alone)} without)`,
]

const exportTable = ({ exports: { region, everything } }: Result) =>
  table(
    [
      'Export',
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

const sentences = ({ burst, start, memory }: Result) =>
  [
    `Staff list: ${ms(burst.quiet)} ms; ${ms(burst.spread)} ms while 200 visitors come within a second; ` +
      `${ms(burst.atOnce)} ms when they come at the same instant, all served after ${ms(burst.allServed)} ms.`,
    `Cold start: listening after ${ms(start.ready)} ms, first list after ${ms(start.firstList)} ms.`,
    `Memory of product and database: ${memory.afterStart.toFixed(0)} MB after the start, ` +
      `${memory.afterLoad.toFixed(0)} MB after the load.`,
  ].join('\n\n')

/** The operations one at a time and sixteen at a time. */
export const rowTables = (rows: Row[]): string => [aloneTable(rows), at16Table(rows)].join('\n\n')

/** What a run has measured, as the page of measured speed shows it. */
export function resultTables(result: Result): string {
  const { users, profiles, activities, auditRows } = result.size
  const count = (value: number) => value.toLocaleString('en-US')
  return [
    `Scale ${result.scale}: ${count(users)} users, ${count(profiles)} profiles, ${count(activities)} activities, ` +
      `${count(auditRows)} audit rows. ${result.machine}`,
    rowTables(result.rows),
    exportTable(result),
    sentences(result),
  ].join('\n\n')
}

/** The goals of the large bureau, each met or not. */
export const goalsTable = (run: Result, small: Result | null): string =>
  table(
    ['Goal', 'wanted', 'measured', ''],
    goalsOf(run, small).map(({ what, goal, figure, met }) => [
      what,
      goal,
      figure,
      met ? 'met' : '**not met**',
    ]),
  )

/** How much longer each operation takes with so many more records. */
export const growthTable = (large: Result, small: Result): string =>
  table(
    ['One at a time', 'product small ms', 'large ms', 'product ×', 'bare ×'],
    large.rows.flatMap(({ name, alone }) => {
      const before = small.rows.find((row) => row.name === name)?.alone
      if (!before) return []
      const times = (side: 'product' | 'bare') => ratio(alone[side].median / before[side].median)
      return [[name, ms(before.product.median), ms(alone.product.median), times('product'), times('bare')]]
    }),
  )
