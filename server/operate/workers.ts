import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../lib/config.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { answerProcess, askProcess } from './process-messages.ts'

/** The pause before a worker that could not start is started again. */
const PAUSE_MS = 1_000
const MAX_STARTS = 3
/** starts longer ago than this no longer count towards the three */
const STABLE_AFTER_MS = 10 * 60_000
/** how long a worker may take to close its database, once its requests have ended or were refused */
const CLOSE_LIMIT_MS = 10_000
/** how long each may take to answer with its metrics; a slower one is left out */
const METRICS_LIMIT_MS = 4_000

const METRICS = 'metrics'
const METRICS_OF_ALL = 'metrics of all'

type Workers = {
  /** the address that all of them listen on */
  address: string
  /** resolves with the reason once workers end again and again */
  ended: Promise<Error>
  /** sends the signal to all and resolves when they have ended; one that hangs is killed */
  stop: (signal: NodeJS.Signals) => Promise<void>
}

const livingWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).flatMap((one) => (one && !one.isDead() ? [one] : []))

/**
 * Starts the processes that serve one port, each the whole product on the database that this process looks after. The
 * first starts alone, so that a fault common to all is logged once. A worker that ends unexpectedly is replaced; after
 * three within ten minutes `ended` resolves, so that the operator acts.
 */
export async function startWorkers(
  { workers, drain_seconds, stop_seconds }: Config,
  log: Logger,
): Promise<Workers> {
  const mostMs = (drain_seconds + stop_seconds) * 1000 + CLOSE_LIMIT_MS
  let stopping = false
  let starts: number[] = []
  let giveUp: (reason: Error) => void = () => undefined
  const ended = new Promise<Error>((resolve) => {
    giveUp = resolve
  })

  /** Starts a worker; resolves with its address once it serves. */
  const begin = async (): Promise<string> => {
    const worker = cluster.fork()
    closeOrphanedConnection(worker)
    answerProcess(worker, METRICS_OF_ALL, metricsOfAll)
    const exited = once(worker, 'exit')
    // the worker has logged why
    const failed = exited.then(() => Promise.reject(new AppError('worker_failed')))
    const address = await Promise.race([addressOf(worker), failed])
    failed.catch(() => replace(worker))
    return address
  }

  const replace = async (lost: Worker): Promise<void> => {
    if (stopping) return
    const { exitCode: code, signalCode: signal } = lost.process
    const killed = 'the system ended a worker (SIGKILL), as Linux does when memory runs out'
    const why = signal === 'SIGKILL' ? killed : 'a worker ended unexpectedly'
    log.error({ worker_lost: lost.id, code, signal }, why)
    while (!stopping) {
      starts = starts.filter((at) => performance.now() - at < STABLE_AFTER_MS)
      if (starts.length >= MAX_STARTS)
        return giveUp(
          new Error(
            'The workers stop again and again: the log says why; fix that, then start the product again.',
          ),
        )
      starts.push(performance.now())
      try {
        await begin()
        return log.warn({ worker_lost: lost.id, attempt: starts.length }, 'another worker was started')
      } catch {
        await sleep(PAUSE_MS)
      }
    }
  }

  const stop = async (signal: NodeJS.Signals) => {
    stopping = true
    await Promise.all(
      livingWorkers().map((worker) => {
        const exited = once(worker, 'exit')
        worker.process.kill(signal)
        const timer = setTimeout(() => worker.process.kill('SIGKILL'), mostMs)
        return exited.finally(() => clearTimeout(timer))
      }),
    )
  }

  try {
    const address = await begin()
    await Promise.all(Array.from({ length: workers - 1 }, begin))
    return { address, ended, stop }
  } catch (error) {
    await stop('SIGINT')
    throw error
  }
}

/**
 * A connection passed to a worker just as it ends is accepted by no process, and `node:cluster` would leave its client
 * waiting for ever.
 */
function closeOrphanedConnection(worker: Worker): void {
  const { process: child } = worker
  const send = child.send.bind(child) as (...words: unknown[]) => boolean
  let last: { close?: () => void } | null = null
  child.send = (...words: unknown[]) => {
    const [, line] = words
    if (typeof line === 'object') last = line
    return send(...words)
  }
  // already closed, if the worker accepted it
  worker.once('exit', () => last?.close?.())
}

/** Resolves with the address that a worker listens on. */
const addressOf = (worker: Worker) =>
  new Promise<string>((resolve) => {
    worker.on('message', ({ address }: { address?: string }) => address && resolve(address))
  })

/** Called by a worker once it listens. */
export const reportListening = (address: string): void => void process.send?.({ address }, () => undefined)

const metricsOfAll = async (): Promise<string> => {
  const replies = await Promise.all(
    livingWorkers().map((one) => askProcess<string>(one, METRICS, METRICS_LIMIT_MS)),
  )
  return mergeMetrics(replies.filter((text) => text !== null))
}

/**
 * Returns the metrics of all workers, whichever is asked, side by side as of several instances: each line has the
 * number of its worker. `own` returns those of this process.
 */
export function withMetricsOfAllWorkers(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own
  answerProcess(process, METRICS, own)
  return async () => (await askProcess<string>(process, METRICS_OF_ALL, 2 * METRICS_LIMIT_MS)) ?? own()
}

/** Merges texts of metrics: the lines of each metric follow each other, below its name and help. */
export function mergeMetrics(texts: readonly string[]): string {
  const lines = new Map<string, string[]>()
  for (const text of texts)
    for (const block of text.trimEnd().split('\n\n')) {
      const all = block.split('\n')
      const head = all.filter((line) => line.startsWith('#')).join('\n')
      lines.set(head, [...(lines.get(head) ?? []), ...all.filter((line) => !line.startsWith('#'))])
    }
  return `${[...lines].map(([head, values]) => [head, ...values].join('\n')).join('\n\n')}\n`
}
