import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../lib/context.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit } from '../lib/http.ts'
import { sendText } from '../lib/page-files.ts'
import { CHECKPOINT } from './follow.actions.ts'
import { findLogKey, originOf } from './log-key.ts'
import { keyText, signerKey } from './note.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { TILE_WIDTH, tileNamed, tilePart, tilePath } from './tiles.ts'

const TEXT = 'text/plain; charset=utf-8'
const FRESH = 'no-cache'
const FOREVER = 'public, max-age=31536000, immutable'
/** what is not full yet never changes either, but nobody asks for it for long */
const A_WHILE = 'public, max-age=3600'

const NOT_YET = 'The public log has published nothing yet.'
const NO_TILE = 'The public log has no such tile.'

async function checkpointIn({ files }: Services): Promise<string> {
  const text = await files.named.get(CHECKPOINT)
  if (!text) throw new AppError('not_found', NOT_YET)
  return text.toString()
}

/** The key under the name that the log has published under, as one word. */
async function keyOf(services: Services): Promise<string> {
  const key = findLogKey(services.config)
  if (!key) throw new AppError('not_found', NOT_YET)
  const stored = await services.files.named.get(CHECKPOINT)
  const origin = (stored && parseCheckpoint(stored.toString())?.origin) ?? originOf(services.config)
  return `${keyText(signerKey(origin, key))}\n`
}

/** A tile, or the first part of it; a full one is asked for only where it is full. */
async function sendTile({ files }: Services, request: FastifyRequest, reply: FastifyReply) {
  const { '*': path = '' } = request.params as { '*'?: string }
  const named = tileNamed(path)
  if (!named) throw new AppError('not_found', NO_TILE)
  const { kind, index, width } = named
  const bytes = await files.named.get(tilePath(kind, index))
  const part = bytes && tilePart(kind, bytes, width ?? TILE_WIDTH)
  if (!part) throw new AppError('not_found', NO_TILE)
  reply.header('cache-control', width === null ? FOREVER : A_WHILE)
  return reply.type('application/octet-stream').send(part)
}

/**
 * The public log as C2SP's tlog-tiles serves it: nothing but files that are the same for everybody, so that any cache
 * may keep them and anybody may hold a copy.
 */
export function publicLogRoutes(app: FastifyInstance, services: Services, publicLimit: CallLimit) {
  const limit = { onRequest: publicLimit }
  app.get('/log/checkpoint', limit, async (request, reply) =>
    sendText(request, reply, await checkpointIn(services), TEXT, FRESH),
  )
  app.get('/log/key', limit, async (request, reply) =>
    sendText(request, reply, await keyOf(services), TEXT, FRESH),
  )
  app.get('/log/tile/*', limit, (request, reply) => sendTile(services, request, reply))
}
