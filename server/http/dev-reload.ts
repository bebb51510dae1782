import type { FastifyInstance } from 'fastify'

/** Added to every page by `npm run dev`: reloads the page when the server is back after a change. */
export const RELOAD_TAG = '<script src="/dev/reload.js"></script>'

const SCRIPT = `
const events = new EventSource('/dev/events')
let lost = false
events.onerror = () => { lost = true }
events.onopen = () => { if (lost) location.reload() }
`

/** A stream without events; its end shows the browser that the server stopped. */
export function devReloadRoutes(app: FastifyInstance) {
  const open = new Set<NodeJS.WritableStream>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  app.get('/dev/reload.js', { logLevel: 'warn' }, async (_request, reply) =>
    reply.type('text/javascript').send(SCRIPT),
  )
  app.get('/dev/events', { logLevel: 'warn' }, (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 300\n\n')
    open.add(reply.raw)
    request.raw.once('close', () => open.delete(reply.raw))
  })
}
