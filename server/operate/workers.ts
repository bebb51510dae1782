import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../lib/config.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { answerProcess, askProcess } from './process-messages.ts'

/** One that could not be started again is tried again after so long. */
const PAUSE_MS = 1_000
const MAX_STARTS = 3
/** workers that have run for so long have earned three tries anew */
const STABLE_AFTER_MS = 10 * 60_000
/** what a worker may take to close its database, once its requests have ended or were refused */
const CLOSE_LIMIT_MS = 10_000
/** what each may take to tell its numbers; what is slower is absent */
const METRICS_LIMIT_MS = 4_000

const METRICS = 'metrics'
const METRICS_OF_ALL = 'metrics of all'

type Workers = {
  /** where all of them listen */
  address: string
  /** resolves with the reason once they end again and again */
  ended: Promise<Error>
  /** hands the signal on and resolves when all have gone; one that hangs is killed in the end */
  stop: (signal: NodeJS.Signals) => Promise<void>
}

const livingWorkers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).flatMap((one) => (one && !one.isDead() ? [one] : []))

/**
 * Starts so many processes that serve on one port, each the whole product on the database that this one looks after. The first
 * begins alone, so that what none of them can bear is said once. One that ends by itself is replaced; after three within ten
 * minutes they are given up, so that anyone who looks after the product acts.
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

  /** Resolves with the address once it serves. */
  const begin = async (): Promise<string> => {
    const worker = cluster.fork()
    closeOrphanedConnection(worker)
    answerProcess(worker, METRICS_OF_ALL, metricsOfAll)
    const exited = once(worker, 'exit')
    // it has said why itself
    const failed = exited.then(() => Promise.reject(new AppError('worker_failed')))
    const address = await Promise.race([addressOf(worker), failed])
    failed.catch(() => replace(worker))
    return address
  }

  const replace = async (lost: Worker): Promise<void> => {
    if (stopping) return
    const { exitCode: code, signalCode: signal } = lost.process
    log.error({ worker_lost: lost.id, code, signal }, 'a worker ended unexpectedly')
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
 * A line that is handed to a worker in the moment of its end is taken by no one, and `node:cluster` would leave anyone who waits
 * on it waiting for ever.
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
  // closed already, if the worker took it
  worker.once('exit', () => last?.close?.())
}

/** Where a worker listens, once it does. */
const addressOf = (worker: Worker) =>
  new Promise<string>((resolve) => {
    worker.on('message', ({ address }: { address?: string }) => address && resolve(address))
  })

/** To be said by a worker once it listens. */
export const reportListening = (address: string): void => void process.send?.({ address }, () => undefined)

const metricsOfAll = async (): Promise<string> => {
  const replies = await Promise.all(
    livingWorkers().map((one) => askProcess<string>(one, METRICS, METRICS_LIMIT_MS)),
  )
  return mergeMetrics(replies.filter((text) => text !== null))
}

/**
 * Anyone who asks one worker for its numbers gets those of all, side by side, as of so many instances: a line has the number of
 * its worker. `own` are those of this process.
 */
export function withMetricsOfAllWorkers(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own
  answerProcess(process, METRICS, own)
  return async () => (await askProcess<string>(process, METRICS_OF_ALL, 2 * METRICS_LIMIT_MS)) ?? own()
}

/** Texts of metrics as one: the lines of each metric stand together, below its name and help. */
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
