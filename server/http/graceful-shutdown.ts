import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

/** How a server goes without a failed request (docs/decisions/24-outages-and-watching.md). */
export type GracefulShutdown = {
  isShuttingDown: () => boolean
  /** aborted, with the refusal as its reason, when pieces of uploads that are on their way must end */
  abortSignal: AbortSignal
  /** Says no to readiness from now on, has each answer close its line, and waits until proxies send no one any more. */
  drain: (ms: number) => Promise<void>
}

/** what the answer of a request that is given up may take to reach its sender */
const LAST_REPLY_MS = 500

const refusal = () => new AppError('stopping', { headers: { connection: 'close', 'retry-after': '1' } })

/**
 * Closes lines as they come to rest once the server leaves: one kept open for the next request would hold a stop up for
 * more than a minute. Requests that run when the listener closes get `graceMs` to end; then they are refused.
 */
export function enableGracefulShutdown(app: FastifyInstance, graceMs: number): GracefulShutdown {
  let leaving = false
  let closing = false
  const cut = new AbortController()
  const running = new Map<FastifyRequest, FastifyReply>()
  let deadline: NodeJS.Timeout | undefined

  const giveUp = () => {
    for (const reply of running.values()) if (!reply.sent) reply.send(refusal())
    setTimeout(() => app.server.closeAllConnections(), LAST_REPLY_MS).unref()
  }

  app.addHook('onRequest', async (request, reply) => {
    running.set(request, reply)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request) => {
    running.delete(request)
    if (closing) request.raw.socket.destroySoon()
  })
  app.addHook('onRequestAbort', async (request) => {
    running.delete(request)
  })
  app.addHook('preClose', async () => {
    leaving = true
    closing = true
    cut.abort(refusal())
    deadline = setTimeout(giveUp, graceMs)
  })
  app.addHook('onClose', async () => clearTimeout(deadline))

  return {
    isShuttingDown: () => leaving,
    abortSignal: cut.signal,
    drain: async (ms) => {
      leaving = true
      if (ms > 0) await sleep(ms)
    },
  }
}
