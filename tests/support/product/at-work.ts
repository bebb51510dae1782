import { tracingChannel } from 'node:diagnostics_channel'

const atWork = new Set<unknown>()
let waiting: (() => void)[] = []

type Handled = { request: unknown; async: boolean }

function ended(request: unknown) {
  atWork.delete(request)
  if (atWork.size > 0) return
  for (const resume of waiting) resume()
  waiting = []
}

// fastify tells of every handler that begins and ends, also of those whose line is cut and who answer nobody
tracingChannel('fastify.request.handler').subscribe({
  start: (message) => atWork.add((message as Handled).request),
  end: (message) => {
    const { request, async } = message as Handled
    if (!async) ended(request)
  },
  asyncStart: () => undefined,
  asyncEnd: (message) => ended((message as Handled).request),
  error: () => undefined,
})

/** Resolves when the server in this process has done all it does for the requests it has received. */
export const allHandled = (): Promise<void> =>
  atWork.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
