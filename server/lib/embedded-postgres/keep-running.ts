import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'
import type { Postmaster } from './postmaster.ts'

const LOOK_MS = 250
const PAUSE_MS = 1_000
const MOST_STARTS = 3
/** a server that has run for so long has earned three tries anew */
const FORGOTTEN_MS = 10 * 60_000

type Log = Record<'info' | 'warn' | 'error', (data: object, message: string) => void>

export type Kept = {
  pid: () => number
  /** Resolves with the reason once the server has ended and no try is left. */
  ended: Promise<CannotStart>
  /** From now on a server that ends stays ended; waits for a start that is under way. */
  release: () => Promise<void>
}

type Keeping = {
  stillRuns: (pid: number) => boolean
  startAgain: () => Promise<Postmaster>
  log: Log | undefined
  /** where the server says why */
  logFile: string
}

/**
 * Starts the server again when it ends without being told to: somebody killed it, or the machine ran out of memory.
 * After three tries within ten minutes it is given up, so that whoever looks after the product acts.
 */
export function keepRunning(first: Postmaster, { stillRuns, startAgain, log, logFile }: Keeping): Kept {
  const released = new AbortController()
  const pause = (ms: number) =>
    sleep(ms, undefined, { ref: false, signal: released.signal }).catch(() => undefined)
  let { pid } = first
  let starts: number[] = []
  let giveUp: (reason: CannotStart) => void = () => undefined
  const ended = new Promise<CannotStart>((resolve) => {
    giveUp = resolve
  })

  /** Tries until the server runs; false when no try is left. */
  const revive = async (): Promise<boolean> => {
    let reason = `it ends again and again (log: ${logFile})`
    while (!released.signal.aborted) {
      starts = starts.filter((at) => performance.now() - at < FORGOTTEN_MS)
      if (starts.length >= MOST_STARTS) {
        giveUp(
          new CannotStart(
            `The database ended and could not be started again: ${reason}; mend that, then start the product again.`,
          ),
        )
        return false
      }
      starts.push(performance.now())
      try {
        ;({ pid } = await startAgain())
        log?.warn({ pid, attempt: starts.length }, 'the database server was started again')
        return true
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
        log?.error({ err: error, attempt: starts.length }, 'the database server could not be started again')
        await pause(PAUSE_MS)
      }
    }
    return true
  }

  const watching = (async () => {
    while (!released.signal.aborted) {
      await pause(LOOK_MS)
      if (released.signal.aborted || stillRuns(pid)) continue
      log?.error({ pid, log: logFile }, 'the database server ended unexpectedly')
      if (!(await revive())) return
    }
  })()

  return {
    pid: () => pid,
    ended,
    release: async () => {
      released.abort()
      await watching
    },
  }
}
