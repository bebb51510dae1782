import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Limits for receiving a body, in milliseconds. */
export type BodyTimeouts = {
  /** from the headers to the last byte: a megabyte takes half a minute on a bad line */
  body: number
  /** between two bytes of an upload, which may take as long as its line needs */
  idle: number
}
const BODY_TIMEOUTS: BodyTimeouts = { body: 60_000, idle: 120_000 }

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const takesFiles = (request: FastifyRequest): boolean => {
  const { endpoint } = request.routeOptions.config
  return endpoint !== undefined && (endpoint.upload || endpoint.bytes !== null)
}

/**
 * Closes the connection of a request whose body does not arrive, so that no client occupies connections by sending
 * headers alone. An upload continues as long as bytes arrive.
 */
export function enforceBodyTimeouts(app: FastifyInstance, patience: BodyTimeouts = BODY_TIMEOUTS): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (!hasBody(request) || raw.complete) return
    const isUpload = takesFiles(request)
    let received = raw.socket.bytesRead
    const timer = setInterval(
      () => {
        const moved = raw.socket.bytesRead > received
        received = raw.socket.bytesRead
        if (isUpload && moved) return
        clearInterval(timer)
        raw.destroy()
      },
      isUpload ? patience.idle : patience.body,
    )
    timer.unref()
    const arrived = () => clearInterval(timer)
    raw.once('end', arrived).once('close', arrived)
  })
}
