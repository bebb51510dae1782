import { type Result, rowOf } from './result.ts'

export type Goal = { what: string; goal: string; figure: string; met: boolean }

const SEARCHES = ['searched list, rare words', 'searched list, common word']
const RECORDS = ['one record', 'create', 'approve']
const LIST = 'list, page 1'

const times = (value: number) => `${value.toFixed(value < 0.1 ? 3 : 2)} ×`

const atMost = (what: string, value: number, limit: number, show: (value: number) => string): Goal => ({
  what,
  goal: `at most ${show(limit)}`,
  figure: show(value),
  met: value <= limit,
})

/** The goals of the large bureau and whether this run met them; growth is told where a run on the small one is known. */
export function goalsOf(run: Result, small: Result | null): Goal[] {
  const ours = (name: string, of: Pick<Result, 'rows'> = run) => rowOf(of, name).alone.product.median
  const ratio = (name: string) => ours(name) / rowOf(run, name).alone.bare.median
  const toBare = (name: string, limit: number) =>
    atMost(`${name}, to the bare server`, ratio(name), limit, times)
  const growth = (name: string, limit: number) =>
    small ? [atMost(`${name}, to itself on small`, ours(name) / ours(name, small), limit, times)] : []
  const toList = (name: string, limit: number) =>
    atMost(`${name}, to ${LIST}`, ours(name) / ours(LIST), limit, times)
  return [
    toBare(LIST, 0.5),
    ...growth(LIST, 1.5),
    ...SEARCHES.flatMap((name) => [toBare(name, 1), ...growth(name, 2)]),
    toList('list, page 500', 2),
    ...RECORDS.flatMap((name) => [toBare(name, 1.5), shareAt16(run, name)]),
    toBare('public list, page 1', 0.3),
    toBare('public counts per region', 0.3),
    atMost(
      'staff list while 200 visitors come within a second',
      run.burst.spread / run.burst.quiet,
      1.5,
      times,
    ),
    toList('dashboard table', 3),
    toList('report preview', 3),
    toBare('audit range of 7 days', 0.2),
    ...exportGoals(run),
    atMost(
      'first list after a cold start',
      run.start.firstList / 1000,
      4,
      (value) => `${value.toFixed(1)} s`,
    ),
    atMost('memory after the start', run.memory.afterStart, 400, megabytes),
    atMost('memory after the load', run.memory.afterLoad, 600, megabytes),
  ]
}

const megabytes = (value: number) => `${value.toFixed(0)} MB`

function shareAt16(run: Result, name: string): Goal {
  const { at16 } = rowOf(run, name)
  const share = at16 ? at16.product.perSecond / at16.bare.perSecond : 0
  return {
    what: `${name}, throughput at 16 to the bare server`,
    goal: 'at least 60 %',
    figure: `${(100 * share).toFixed(0)} %`,
    met: share >= 0.6,
  }
}

function exportGoals({ exports: { everything } }: Result): Goal[] {
  const { product, bare, growth, beside } = everything
  return [
    atMost('CSV of everything, to the bare server', product.ms / bare.ms, 1.5, times),
    atMost('CSV of everything, first byte', product.firstByte, 200, (value) => `${value.toFixed(0)} ms`),
    atMost('CSV of everything, growth of memory', growth, 50, megabytes),
    atMost('staff list beside the CSV of everything', beside.during / beside.alone, 1.5, times),
  ]
}
