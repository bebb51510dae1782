import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip' | null

/** Returns the best encoding that the browser takes; null if it takes none. */
export const encodingOf = (request: FastifyRequest): Encoding => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** Compresses a text that is made for one request. */
export async function compress(text: string, encoding: Encoding): Promise<string | Buffer> {
  if (encoding === 'br') return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return encoding === 'gzip' ? zip(text) : text
}

/** a shorter reply fits into one packet as it is */
const MIN_LENGTH = 1_000

/** Compresses the longer replies of these routes; files are sent as they are. */
export function compressReplies(routes: FastifyInstance) {
  routes.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload
    const encoding = encodingOf(request)
    if (!encoding) return payload
    reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
    return compress(payload, encoding)
  })
}
