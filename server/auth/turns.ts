import { AppError } from '../lib/errors.ts'

/**
 * Lets at most `at_once` pieces of work run together, the others in order of arrival. Refuses with `rate` when
 * `most_waiting` already wait, so that a flood cannot pile up memory.
 */
export function takingTurns(limits: { at_once: number; most_waiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limits.at_once) running += 1
    else {
      if (waiting.length >= limits.most_waiting) throw new AppError('rate')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // the place goes straight to the next in line, so nobody can slip in between
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
