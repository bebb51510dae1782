import { AppError } from '../lib/errors.ts'

type Waiting = { begin: () => void; refuse: (error: AppError) => void }

/**
 * Lets at most `at_once` pieces of work run together. The others wait in a line per network, and the lines are served
 * in turn, so that a person never waits behind the flood of another network (S-110). When `most_waiting` wait
 * already, the last of the longest line is refused with `rate`, so that a flood cannot pile up memory and refuses
 * only itself.
 */
export function takingTurns(limits: { at_once: number; most_waiting: number }) {
  let running = 0
  let waiting = 0
  /** the network to be served next comes first */
  const lines = new Map<string, Waiting[]>()

  function longestLine(): string {
    let longest = ''
    for (const [network, line] of lines)
      if (line.length > (lines.get(longest)?.length ?? 0)) longest = network
    return longest
  }

  /** Makes room for one more of this network, at the cost of the longest line. */
  function makeRoom(network: string): void {
    const longest = longestLine()
    const line = lines.get(longest)
    if (!line || line.length <= (lines.get(network)?.length ?? 0) + 1) throw new AppError('rate')
    waiting -= 1
    line.pop()?.refuse(new AppError('rate'))
  }

  function waitInLine(network: string): Promise<void> {
    if (waiting >= limits.most_waiting) makeRoom(network)
    return new Promise<void>((begin, refuse) => {
      const line = lines.get(network) ?? []
      line.push({ begin, refuse })
      lines.set(network, line)
      waiting += 1
    })
  }

  /** Gives a place that is free to the next in line; false when nobody waits. */
  function callNext(): boolean {
    const [next] = lines
    if (!next) return false
    const [network, line] = next
    // whoever of this network waits on does so behind the others
    lines.delete(network)
    const first = line.shift()
    if (line.length > 0) lines.set(network, line)
    waiting -= 1
    first?.begin()
    return true
  }

  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    if (running < limits.at_once) running += 1
    else await waitInLine(network)
    try {
      return await work()
    } finally {
      // the place goes straight to the next in line, so nobody can slip in between
      if (!callNext()) running -= 1
    }
  }
}
