import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'

/** How a server stops without failing requests (docs/decisions/24-outages-and-watching.md). */
export type GracefulShutdown = {
  isShuttingDown: () => boolean
  /** aborted, with the refusal as its reason, when unfinished pieces of uploads must end */
  abortSignal: AbortSignal
  /** Fails readiness from now on, closes connections after their reply, and waits `ms` for proxies to notice. */
  drain: (ms: number) => Promise<void>
}

/** how long the reply of an abandoned request may take to reach its client */
const LAST_REPLY_MS = 500

const refusal = () => new AppError('stopping', { headers: { connection: 'close', 'retry-after': '1' } })

/**
 * Closes connections as they become idle once the server stops: one kept open for the next request would delay a stop
 * by more than a minute. Requests running when the listener closes get `graceMs` to end; then they are refused.
 */
export function enableGracefulShutdown(app: FastifyInstance, graceMs: number): GracefulShutdown {
  let isShuttingDown = false
  let isClosing = false
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
    if (isShuttingDown) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request) => {
    running.delete(request)
    if (isClosing) request.raw.socket.destroySoon()
  })
  app.addHook('onRequestAbort', async (request) => {
    running.delete(request)
  })
  app.addHook('preClose', async () => {
    isShuttingDown = true
    isClosing = true
    cut.abort(refusal())
    deadline = setTimeout(giveUp, graceMs)
  })
  app.addHook('onClose', async () => clearTimeout(deadline))

  return {
    isShuttingDown: () => isShuttingDown,
    abortSignal: cut.signal,
    drain: async (ms) => {
      isShuttingDown = true
      if (ms > 0) await sleep(ms)
    },
  }
}
