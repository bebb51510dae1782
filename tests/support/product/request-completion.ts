import { tracingChannel } from 'node:diagnostics_channel'

const running = new Set<unknown>()
let waiting: (() => void)[] = []

type HandledRequest = { request: unknown; async: boolean }

function requestEnded(request: unknown) {
  running.delete(request)
  if (running.size > 0) return
  for (const resume of waiting) resume()
  waiting = []
}

// fastify reports the start and end of every handler, even when its connection is closed and no answer is sent
tracingChannel('fastify.request.handler').subscribe({
  start: (message) => running.add((message as HandledRequest).request),
  end: (message) => {
    const { request, async } = message as HandledRequest
    if (!async) requestEnded(request)
  },
  asyncStart: () => undefined,
  asyncEnd: (message) => requestEnded((message as HandledRequest).request),
  error: () => undefined,
})

/** Resolves when the server in this process has finished all requests it has received. */
export const allRequestsHandled = (): Promise<void> =>
  running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
