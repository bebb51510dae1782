import { LISTS } from './bare-lists.ts'
import { nameOf } from './cells.ts'
import { megabytes, percent, seconds, times } from './figures.ts'
import { TO_BARE, type WorstCell, worstOf } from './list-tables.ts'
import { type Core, type Result, rowOf } from './result.ts'

export type Goal = { what: string; goal: string; figure: string; met: boolean }

const atMost = (what: string, value: number, limit: number, show = times): Goal => ({
  what,
  goal: `at most ${show(limit)}`,
  figure: show(value),
  met: value <= limit,
})

const atLeast = (what: string, value: number, limit: number): Goal => ({
  what,
  goal: `at least ${percent(limit)}`,
  figure: percent(value),
  met: value >= limit,
})

const ours = (run: Pick<Result, 'rows'>, name: string) => rowOf(run, name).alone.product.median

/** The goals of the large bureau and whether this run met them; growth is told where a run on the small one is known. */
export const goalsOf = (run: Result, small: Result | null): Goal[] => [
  ...listGoals(run, small, true),
  ...listGoals(run, small, false),
  ...recordGoals(run),
  ...writeGoals(run),
  ...exportGoals(run),
  ...summaryGoals(run),
  ...waitingGoals(run),
  ...bulkGoals(run),
  ...publicLogGoals(run),
  atMost('upload of a map of 1 KB, to a PDF of 1 KB', run.uploads.map / run.uploads.pdf, 4),
  atMost(
    'public page just after an approval, to the kept one',
    ours(run, 'public list, just after an approval') / ours(run, 'public list, page 1'),
    3,
  ),
  atMost('memory after the start', run.memory.afterStart, 150, megabytes),
  atMost('memory after the load', run.memory.afterLoad, 350, megabytes),
]

/** Every cell of the lists, judged by the worst; a list that does not grow has little for the bare server to sort. */
function listGoals(run: Result, small: Result | null, grows: boolean): Goal[] {
  const names = LISTS.filter((list) => list.grows === grows).map(({ name }) => name)
  const which = ({ cells }: Result) => cells.filter(({ list }) => names.includes(list))
  const worst = worstOf(which(run), small && which(small))
  const lists = grows ? 'lists of records and the log' : 'lists of people, roles, criteria and days'
  const goal = (what: string, found: WorstCell | null, limit: number): Goal[] =>
    found ? [atMost(`${lists}, ${what}: ${found.cell.list}, ${nameOf(found.cell)}`, found.value, limit)] : []
  return [
    ...goal('to the bare server', worst.ratio, TO_BARE),
    ...goal('not searched, to itself on small', worst.growth, 1.5),
    ...goal('p95 to p50', worst.spread, 5),
  ]
}

const toBare = (run: Result, name: string, limit: number): Goal =>
  atMost(`${name}, to the bare server`, ours(run, name) / rowOf(run, name).alone.bare.median, limit)

function shareAt16(run: Result, name: string, limit: number): Goal {
  const { at16 } = rowOf(run, name)
  const share = at16 ? at16.product.perSecond / at16.bare.perSecond : 0
  return atLeast(`${name}, throughput at 16 to the bare server`, share, limit)
}

const recordGoals = (run: Result): Goal[] => [
  toBare(run, 'one record', 1.5),
  shareAt16(run, 'one record', 0.65),
  atMost(
    'one record, first view on a new connection to the tenth',
    run.newConnection.first / run.newConnection.tenth,
    3,
  ),
]

const writeGoals = (run: Result): Goal[] => [
  toBare(run, 'approve', 1.5),
  shareAt16(run, 'approve', 0.6),
  shareAt16(run, 'approve, many regions', 0.8),
  toBare(run, 'create', 2),
  shareAt16(run, 'create', 0.6),
  shareAt16(run, 'create, many regions', 0.8),
]

/** What one line of the file costs. */
const perLine = ({ product }: { product: { ms: number; lines: number } }) => product.ms / product.lines

function exportGoals({ exports: { region, everything, xlsx, sixteen } }: Result): Goal[] {
  const beside = ({ alone, during }: { alone: number; during: number }) => during / alone
  return [
    atMost('a row of the CSV of a region, to one of everything', perLine(region) / perLine(everything), 1.3),
    atMost('CSV of a region, to the bare server', region.product.ms / region.bare.ms, 3),
    atMost('CSV of everything, to the bare server', everything.product.ms / everything.bare.ms, 3),
    atMost('CSV of everything, growth of memory', everything.growth, 60, megabytes),
    atMost('sixteen CSVs at once, to one after the other', sixteen.together / sixteen.oneByOne, 1),
    atMost('staff list beside the CSV of everything', beside(everything.beside), 1.5),
    atMost('staff list beside sixteen CSVs', beside(sixteen.beside), 1.5),
    atMost('spreadsheet of everything, to its CSV', xlsx.ms / everything.product.ms, 4),
  ]
}

function summaryGoals({ summaries }: Result): Goal[] {
  const { list, publicList, kept, afterApproval, firstBeside, freezeBeside, asOf } = summaries
  return [
    atMost('draft of a summary of all regions, to the list', kept / list, 30),
    atMost('the same after an approval in one region', afterApproval / list, 30),
    atMost(
      'staff list while a draft is counted for the first time',
      firstBeside.during / firstBeside.alone,
      1.5,
    ),
    atMost('staff list while a summary is frozen', freezeBeside.during / freezeBeside.alone, 1.5),
    atMost('public list as of a day, to the one of now', asOf.later / publicList, 3),
  ]
}

const waitingGoals = ({ waiting: { list, count, choices } }: Result): Goal[] => [
  atMost('count of what waits, to its approval list', count.kept / list.kept, 1.1),
  atMost('the same right after a change', count.after / list.after, 1.1),
  atMost('counts of the filters, to the approval list', choices.kept / list.kept, 1.5),
]

const bulkGoals = ({ bulk: { records, single, bulk, beside } }: Result): Goal[] => [
  atMost(`${records} records approved together, to one by one`, bulk / single, 0.8),
  atMost('staff list while records are approved together', beside.during / beside.alone, 1.5),
]

function publicLogGoals({ publicLog: { list, approve, growth, cost } }: Result): Goal[] {
  const built = 'while the public log is built'
  return [
    atMost(`staff list ${built}`, list.during / list.alone, 1.5),
    atMost(`approve ${built}`, approve.during / approve.alone, 1.5),
    atMost(`growth of memory ${built}`, growth, 60, megabytes),
    atMost('approve while the public log is followed, to without it', cost.followed / cost.without, 1.05),
  ]
}

/** The goals of the huge bureau, beside a run on the large one. */
export const hugeGoals = (huge: Core, large: Core): Goal[] => [
  ...huge.rows.map(({ name }) =>
    atMost(`${name}, to itself on large`, ours(huge, name) / ours(large, name), 1.5),
  ),
  atMost('first list after a start', huge.start.firstList / 1000, 5, seconds),
  atMost(
    'memory of a verification, to that on large',
    huge.verification.memory / large.verification.memory,
    1.5,
  ),
]
