import type { FastifyBaseLogger } from 'fastify'
import { Logger as WorkerLogger } from 'graphile-worker'
import { pino } from 'pino'

/** The structured log of the product: JSON lines on standard output. */
export type Logger = FastifyBaseLogger

/** The job queue's messages in our own log, one level lower than it thinks of itself. */
export const workerLogger = (log: Logger) =>
  new WorkerLogger((scope) => (level, message) => {
    const target = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log[target]({ scope }, message)
  })

/** Writes JSON lines to standard output. Tokens, keys and cookies never reach it. */
export const makeLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
  })
