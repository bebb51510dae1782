import type { PlainCode } from '../../shared/lib/refusals.ts'
import { AppError } from './errors.ts'

/** The groups of a piece of work, from the widest to the narrowest: office, then person; or the network alone. */
export type Turn = readonly string[]

export type FairQueueLimits = {
  at_once: number
  /** the most of the running work in one narrowest group; unlimited by default */
  at_once_each?: number
  /** one number, or one for each rank */
  most_waiting: number | readonly number[]
  /** the most of the waiting work in one narrowest group; unlimited by default */
  most_waiting_each?: number
  /** among equal groups, alternate between the one that came first and the one that came last */
  newest_as_well?: boolean
  /** the refusal when there is no room, if not `rate` */
  full?: PlainCode
}

type Waiting = { turn: Turn; rank: number; begin: () => void; refuse: (error: AppError) => void }

/** how many groups' last turns are remembered: a flood of ever new groups must not fill the memory */
const MAX_REMEMBERED_GROUPS = 10_000

/** Counts the waiting work of each group of a level. */
function countGroups(waiting: readonly Waiting[], level: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { turn } of waiting) counts.set(turn[level] ?? '', (counts.get(turn[level] ?? '') ?? 0) + 1)
  return counts
}

/**
 * Runs at most `at_once` pieces of work together. The group with the least running work, served longest ago, is next:
 * first among offices, then among the people of an office; one person's work runs in order of arrival. So one person's
 * flood never makes others wait for more than the running work. When one person's share of the line is full, their
 * request is refused with `rate`; when the whole line is full, the newest request of the group with most waiting is
 * refused, so that a flood cannot fill the memory and refuses only itself. A lower rank goes first, in its own line.
 */
export function createFairQueue(limits: FairQueueLimits) {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let count = 0
  let turns = 0
  let isNewestNext = false

  const full = () => new AppError(limits.full ?? 'rate')
  const narrowest = (turn: Turn) => turn.at(-1) ?? ''
  const runningOf = (group: string) => running.get(group) ?? 0
  const isFree = (turn: Turn) =>
    count < limits.at_once && runningOf(narrowest(turn)) < (limits.at_once_each ?? limits.at_once)

  function take(turn: Turn) {
    count += 1
    turns += 1
    for (const group of turn) {
      running.set(group, runningOf(group) + 1)
      served.delete(group)
      served.set(group, turns)
    }
    for (const oldest of served.keys()) {
      if (served.size <= MAX_REMEMBERED_GROUPS) break
      served.delete(oldest)
    }
  }

  function giveBack(turn: Turn) {
    count -= 1
    for (const group of turn) {
      const left = runningOf(group) - 1
      if (left > 0) running.set(group, left)
      else running.delete(group)
    }
    while (beginNext());
    // with an empty queue there is nothing to compare
    if (count === 0) served.clear()
  }

  /** Begins the next work; false when none can begin. */
  function beginNext(): boolean {
    const next = nextInLine()
    if (!next) return false
    waiting.splice(waiting.indexOf(next), 1)
    take(next.turn)
    next.begin()
    return true
  }

  function nextInLine(): Waiting | undefined {
    let oldest: Waiting | undefined
    let newest: Waiting | undefined
    for (const one of waiting) {
      if (!isFree(one.turn)) continue
      const order = oldest ? compare(one, oldest) : -1
      if (order < 0) oldest = one
      if (order <= 0) newest = one
    }
    if (!limits.newest_as_well || !newest || !oldest) return oldest
    const group = narrowest(newest.turn)
    if (group === narrowest(oldest.turn)) return oldest
    isNewestNext = !isNewestNext
    return isNewestNext ? oldest : waiting.find(({ turn }) => narrowest(turn) === group)
  }

  /** Below 0 when `one` is before `other`. */
  function compare(one: Waiting, other: Waiting): number {
    if (one.rank !== other.rank) return one.rank - other.rank
    for (let level = 0; level < Math.max(one.turn.length, other.turn.length); level += 1) {
      const [mine, theirs] = [one.turn[level] ?? '', other.turn[level] ?? '']
      const less = runningOf(mine) - runningOf(theirs) || (served.get(mine) ?? 0) - (served.get(theirs) ?? 0)
      if (less !== 0) return less
    }
    return 0
  }

  const mostWaiting = (rank: number): number =>
    typeof limits.most_waiting === 'number' ? limits.most_waiting : (limits.most_waiting[rank] ?? 0)

  /** Makes room for one more of this group by refusing the last of the longest line; throws if that is its own. */
  function makeRoom(turn: Turn, rank: number): void {
    const line = waiting.filter((one) => one.rank === rank)
    const ours = line.filter((one) => narrowest(one.turn) === narrowest(turn)).length
    if (ours >= (limits.most_waiting_each ?? line.length + 1)) throw full()
    if (line.length < mostWaiting(rank)) return
    const last = lastOfLongest(line, turn)
    if (!last) throw full()
    waiting.splice(waiting.indexOf(last), 1)
    last.refuse(full())
  }

  /** The last of the widest group with most waiting, and within it of the next narrower; undefined if that is ours. */
  function lastOfLongest(line: readonly Waiting[], turn: Turn): Waiting | undefined {
    let rest = line
    let isOurs = true
    for (let level = 0; level < turn.length; level += 1) {
      const counts = countGroups(rest, level)
      const [longest, most] = [...counts].reduce((found, group) => (group[1] >= found[1] ? group : found), [
        '',
        0,
      ] as [string, number])
      const ours: number = isOurs ? (counts.get(turn[level] ?? '') ?? 0) + 1 : 0
      isOurs = isOurs && most <= ours
      if (isOurs && level === turn.length - 1) return undefined
      const chosen = isOurs ? (turn[level] ?? '') : longest
      rest = rest.filter((one) => (one.turn[level] ?? '') === chosen)
    }
    return rest.at(-1)
  }

  return async <T>(turn: Turn, work: () => Promise<T>, rank = 0): Promise<T> => {
    if (isFree(turn)) take(turn)
    else {
      makeRoom(turn, rank)
      await new Promise<void>((begin, refuse) => waiting.push({ turn, rank, begin, refuse }))
    }
    try {
      return await work()
    } finally {
      giveBack(turn)
    }
  }
}
