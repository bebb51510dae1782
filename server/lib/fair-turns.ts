import { AppError } from './errors.ts'

/** Whose work it is, from the widest group to the narrowest: the office, then the person; or the network alone. */
export type Turn = readonly string[]

export type FairLimits = {
  at_once: number
  /** how much of what runs may belong to one narrowest group; as much as there is otherwise */
  at_once_each?: number
  most_waiting: number
  /** how much of what waits may belong to one narrowest group; as much as there is otherwise */
  most_waiting_each?: number
  /** what is said to whom there is no room for, where the usual words would not do */
  full?: string
}

type Waiting = { turn: Turn; begin: () => void; refuse: (error: AppError) => void }

/**
 * Lets at most `at_once` pieces of work run together. Whoever has least running and was served longest ago is next,
 * first among offices, then among the people of one; within one person in order of arrival. So one person's flood
 * makes nobody else wait for more than what runs. When one person's part of the line is full, they are refused with
 * `rate`; when all of it is, the last of whoever waits with most, so that a flood cannot pile up memory and refuses only
 * itself.
 */
export function takingFairTurns(limits: FairLimits) {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let count = 0
  let turns = 0

  const full = () => new AppError('rate', limits.full)
  const narrowest = (turn: Turn) => turn.at(-1) ?? ''
  const runningOf = (group: string) => running.get(group) ?? 0
  const isFree = (turn: Turn) =>
    count < limits.at_once && runningOf(narrowest(turn)) < (limits.at_once_each ?? limits.at_once)

  function take(turn: Turn) {
    count += 1
    turns += 1
    for (const group of turn) {
      running.set(group, runningOf(group) + 1)
      served.set(group, turns)
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
    // nobody waits for a comparison any more
    if (count === 0) served.clear()
  }

  /** Begins the work of whoever is next; false when nobody can begin. */
  function beginNext(): boolean {
    let best: Waiting | null = null
    for (const one of waiting)
      if (isFree(one.turn) && (best === null || isBefore(one.turn, best.turn))) best = one
    if (!best) return false
    waiting.splice(waiting.indexOf(best), 1)
    take(best.turn)
    best.begin()
    return true
  }

  function isBefore(one: Turn, other: Turn): boolean {
    for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
      const [mine, theirs] = [one[at] ?? '', other[at] ?? '']
      const less = runningOf(mine) - runningOf(theirs) || (served.get(mine) ?? 0) - (served.get(theirs) ?? 0)
      if (less !== 0) return less < 0
    }
    return false
  }

  const waitingOf = (group: string) => waiting.filter((one) => narrowest(one.turn) === group)

  /** The longest line, in order of arrival. */
  const longestLine = () =>
    [...new Set(waiting.map((one) => narrowest(one.turn)))]
      .map(waitingOf)
      .reduce((longest, line) => (line.length > longest.length ? line : longest), [])

  /** Makes room for one more of this group, at the cost of the longest line; refuses it where that is its own. */
  function makeRoom(turn: Turn): void {
    const ours = waitingOf(narrowest(turn)).length
    if (ours >= (limits.most_waiting_each ?? limits.most_waiting)) throw full()
    if (waiting.length < limits.most_waiting) return
    const longest = longestLine()
    const last = longest.at(-1)
    if (!last || longest.length <= ours + 1) throw full()
    waiting.splice(waiting.indexOf(last), 1)
    last.refuse(full())
  }

  return async <T>(turn: Turn, work: () => Promise<T>): Promise<T> => {
    if (isFree(turn)) take(turn)
    else {
      makeRoom(turn)
      await new Promise<void>((begin, refuse) => waiting.push({ turn, begin, refuse }))
    }
    try {
      return await work()
    } finally {
      giveBack(turn)
    }
  }
}
