import cluster from 'node:cluster'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Logger as WorkerLogger } from 'graphile-worker'
import { type DestinationStream, pino } from 'pino'
import { clientAddress } from './network.ts'

/** The structured log of the product: JSON lines on standard output. */
export type Logger = FastifyBaseLogger

/** Writes the job queue's messages to our log, one level lower than its own. */
export const workerLogger = (log: Logger) =>
  new WorkerLogger((scope) => (level, message) => {
    const target = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
    log[target]({ scope }, message)
  })

/** Removes the query of an address: a mailed link has its token there, a search the names of people. */
const withoutQuery = (url: string): string => {
  const at = url.indexOf('?')
  return at === -1 ? url : `${url.slice(0, at)}?…`
}

/** The logged properties of a request: the only place where its address reaches the log. */
const requestFacts = (request: FastifyRequest) => ({
  method: request.method,
  url: withoutQuery(request.url),
  host: request.host,
  remoteAddress: clientAddress(request),
  remotePort: request.socket?.remotePort,
})

/** Adds these properties to every further line about this request. */
export function addToRequestLog(
  request: FastifyRequest,
  reply: FastifyReply,
  facts: Record<string, unknown>,
): void {
  const log = request.log.child(facts)
  request.log = log
  reply.log = log
}

/** Creates the log of JSON lines, on standard output by default. Tokens, keys, cookies and queries never reach it. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      // which process wrote the line, where several do
      base: cluster.worker ? { worker: cluster.worker.id } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: requestFacts },
      // the error of an unreadable request contains the whole packet, that of the upload reader its headers, that of a
      // lost connection every statement it has prepared
      redact: { paths: ['err.rawPacket', 'err.client', 'busboyOptions.headers'], remove: true },
    },
    destination,
  )

/** Writes warnings of Node.js and of libraries as lines of the log, not as bare text between them. */
export function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'a library warns'))
}
