import cluster from 'node:cluster'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Logger as WorkerLogger } from 'graphile-worker'
import { type DestinationStream, pino } from 'pino'
import { clientAddress } from './network.ts'

/** The structured log of the product: JSON lines on standard output. */
export type Logger = FastifyBaseLogger

/** The job queue's messages in our own log, one level lower than it thinks of itself. */
export const workerLogger = (log: Logger) =>
  new WorkerLogger((scope) => (level, message) => {
    const target = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log[target]({ scope }, message)
  })

/** An address without what was asked for: a mailed link has its token there, a search the names of people. */
const withoutQuery = (url: string): string => {
  const at = url.indexOf('?')
  return at === -1 ? url : `${url.slice(0, at)}?…`
}

/** What is logged of a request: the only place where its address reaches the log. */
const requestFacts = (request: FastifyRequest) => ({
  method: request.method,
  url: withoutQuery(request.url),
  host: request.host,
  remoteAddress: clientAddress(request),
  remotePort: request.socket?.remotePort,
})

/** Has every further line about this request say this as well. */
export function addToRequestLog(
  request: FastifyRequest,
  reply: FastifyReply,
  facts: Record<string, unknown>,
): void {
  const log = request.log.child(facts)
  request.log = log
  reply.log = log
}

/** Writes JSON lines, to standard output unless said. Tokens, keys, cookies and queries never reach it. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      // whose line it is, where several write
      base: cluster.worker ? { worker: cluster.worker.id } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: requestFacts },
      // the error of a request that could not be read holds all of it; the reader of uploads reports its headers, a lost
      // connection every statement it has prepared
      redact: { paths: ['err.rawPacket', 'err.client', 'busboyOptions.headers'], remove: true },
    },
    destination,
  )

/** Warnings of Node.js and of libraries become lines of the log; they were bare text between them. */
export function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'a library warns'))
}
