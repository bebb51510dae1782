import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Actor } from '../../shared/access/actor.ts'
import { takingFairTurns, type Turn } from './fair-turns.ts'

/** The process was stopped because it took more time or memory than it was given. */
export class Exhausted extends Error {}

export type AsideLimits = { deadline_ms: number; memory_mb: number }

/** What the process sends back: see `answerAside`. */
type Reply<T> = { value: T } | { error: string }

/** Each process may hold hundreds of megabytes for a moment; the next waits its turn. */
const inTurn = takingFairTurns({
  at_once: 2,
  at_once_each: 1,
  most_waiting: 100,
  most_waiting_each: 8,
  full: 'The server is busy with other files. Please try again in a minute.',
})

/** Whose turn a person's work takes. */
export const turnOf = ({ id, office_id, access_level }: Actor): Turn => [
  `office ${office_id ?? access_level}`,
  `person ${id}`,
]

/** Work that nobody waits for at a screen. */
export const BACKGROUND: Turn = ['background', 'background']

/**
 * Runs a worker file (`worker-file.ts`) on one job in a process of its own and resolves with its answer.
 * Rejects with `Exhausted` at the deadline, counted from its start, or when it runs out of memory, and with
 * its own error if it throws. A process, because V8 ends the whole server when a thread runs out of memory
 * in one large allocation. It inherits no settings and no secrets.
 * Refuses with `rate` when too much waits already.
 */
export const runAside = <T>(
  file: URL,
  job: unknown,
  limits: AsideLimits,
  turn: Turn = BACKGROUND,
): Promise<T> => inTurn(turn, () => runOne<T>(file, job, limits))

/** To be called once by a worker file: takes the job, sends the answer, ends the process. */
export function answerAside<Job>(answer: (job: Job) => unknown): void {
  process.once('message', async (job) => {
    let reply: Reply<unknown>
    try {
      reply = { value: await answer(job as Job) }
    } catch (error) {
      reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
    process.send?.(reply, () => process.exit())
  })
}

function runOne<T>(file: URL, job: unknown, limits: AsideLimits): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const child = fork(fileURLToPath(file), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.memory_mb}`],
      env: { SystemRoot: process.env.SystemRoot },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => {
      reject(new Exhausted(`Stopped after ${limits.deadline_ms} ms`))
      child.kill('SIGKILL')
    }, limits.deadline_ms)

    child.once('message', (reply: Reply<T>) => {
      if ('value' in reply) resolve(reply.value)
      else reject(new Error(reply.error))
    })
    child.once('error', reject)
    // not at its exit: the answer may still be on its way then
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      // V8 out of memory ends with SIGABRT, where there are signals, else with code 134.
      if (signal || code === 134) reject(new Exhausted(`Ended by ${signal ?? code}`))
      else reject(new Error(`The process ended with code ${code} and no answer`))
    })
    child.send(job as object, (error) => error && reject(error))
  })
}
