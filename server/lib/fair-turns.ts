import { AppError } from './errors.ts'

/** Whose work it is, from the widest group to the narrowest: the office, then the person. */
export type Turn = readonly string[]

export type FairLimits = {
  at_once: number
  /** how much of what runs may belong to one narrowest group while `at_once` is more */
  at_once_each: number
  most_waiting: number
  /** how much of what waits may belong to one narrowest group */
  most_waiting_each: number
  /** what is said to whom there is no room for */
  full: string
}

type Waiting = { turn: Turn; begin: () => void }

/**
 * Lets at most `at_once` pieces of work run together. Whoever has least running and was served longest ago is next,
 * first among offices, then among the people of one; within one person in order of arrival. So one person's flood
 * makes nobody else wait for more than what runs. Refuses with `rate` when the queue, or one person's part of it, is full.
 */
export function takingFairTurns(limits: FairLimits) {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let count = 0
  let turns = 0

  const narrowest = (turn: Turn) => turn.at(-1) ?? ''
  const runningOf = (group: string) => running.get(group) ?? 0
  const isFree = (turn: Turn) =>
    count < limits.at_once && runningOf(narrowest(turn)) < Math.min(limits.at_once_each, limits.at_once)

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

  return async <T>(turn: Turn, work: () => Promise<T>): Promise<T> => {
    if (isFree(turn)) take(turn)
    else {
      const ours = waiting.filter((one) => narrowest(one.turn) === narrowest(turn)).length
      if (waiting.length >= limits.most_waiting || ours >= limits.most_waiting_each)
        throw new AppError('rate', limits.full)
      await new Promise<void>((begin) => waiting.push({ turn, begin }))
    }
    try {
      return await work()
    } finally {
      giveBack(turn)
    }
  }
}
