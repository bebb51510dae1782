import verifyLog from '../../scripts/verify-log.py?raw'
import verifyProof from '../../scripts/verify-proof.py?raw'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IdText } from '../../shared/lib/ids.ts'
import {
  approvalName,
  CHECKERS,
  type ProvedKind,
  SUMMARY_EVENTS,
  type SummaryEvent,
  summaryProofName,
} from '../../shared/public-log/how-to-check.ts'
import { isDay } from '../../shared/lib/date-range.ts'
import type { Services } from '../context/context.ts'
import { z } from 'zod/mini'
import { AppError } from '../lib/errors.ts'
import { type CallLimit, openToAllSites } from '../http/http.ts'
import { sendText } from '../http/page-files.ts'
import { originOf } from '../public-log/log-key.ts'
import { findPublicKey } from '../public-log/public-key.ts'
import { parseCheckpoint } from '../public-log/checkpoint.ts'
import { dayFile } from '../public-log/days.actions.ts'
import { proofOfApproval } from './proofs.ts'
import { proofOfPublic } from './content-proofs.ts'
import { sendProof } from './proofs.routes.ts'
import { servedCheckpoint } from '../public-log/served-checkpoint.ts'
import { readTile } from '../public-log/tile-store.ts'
import { TILE_WIDTH, tileNamed, tilePart } from '../public-log/tiles.ts'

const TEXT = 'text/plain; charset=utf-8'
const REVALIDATE = 'no-cache'
const FOREVER = 'public, max-age=31536000, immutable'
/** a partial tile never changes either, but is soon superseded */
const SHORT_CACHE = 'public, max-age=3600'

async function checkpointIn(services: Services): Promise<string> {
  const text = await servedCheckpoint(services)
  if (text === null) throw new AppError('log_unpublished')
  return text
}

/** Returns the key as one word, under the name of the published log. */
async function keyOf(services: Services): Promise<string> {
  const stored = await servedCheckpoint(services)
  const origin = (stored === null ? null : parseCheckpoint(stored)?.origin) ?? originOf(services.config)
  const key = findPublicKey(services.config, origin)
  if (key === null) throw new AppError('log_unpublished')
  return `${key}\n`
}

/** Sends a tile, or its first part; without a width only if the tile is full. */
async function sendTile(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { '*': path = '' } = request.params as { '*'?: string }
  const named = tileNamed(path)
  if (!named) throw new AppError('no_such_tile')
  const { kind, index, width } = named
  const bytes = await readTile(services, kind, index)
  const part = bytes && tilePart(kind, bytes, width ?? TILE_WIDTH)
  if (!part) throw new AppError('no_such_tile')
  reply.header('cache-control', width === null ? FOREVER : SHORT_CACHE)
  return reply.type('application/octet-stream').send(part)
}

/** Sends the checkpoint of a day, or the time stamp of its bytes. */
async function sendOfDay({ files }: Services, request: FastifyRequest, reply: FastifyReply) {
  const { day = '', file = '' } = request.params as { day?: string; file?: string }
  const what = { checkpoint: 'checkpoint', 'stamp.tsr': 'stamp' }[file] as 'checkpoint' | 'stamp' | undefined
  const bytes = what && isDay(day) ? await files.named.get(dayFile(day, what)) : null
  if (!bytes) throw new AppError('no_stamp')
  reply.header('cache-control', FOREVER)
  return reply.type(what === 'stamp' ? 'application/timestamp-reply' : TEXT).send(bytes)
}

const APPROVAL = /^(site|activity)_(\d+)\.tlog-proof$/

/** Sends the proof of an approval, to anyone. */
async function sendApproval(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const [, kind, digits] = APPROVAL.exec((request.params as { name?: string }).name ?? '') ?? []
  const id = z.safeParse(IdText, digits)
  if (!id.success) throw new AppError('not_found')
  const of = kind as ProvedKind
  return sendProof({ reply }, approvalName(of, id.data), await proofOfApproval(services, of, id.data))
}

const SUMMARY = /^summary_(\d{4})(?:_([0-9a-f]{12}))?\.tlog-proof$/

/** Sends the proof of what became of a public summary. */
async function sendSummary(
  services: Services,
  event: SummaryEvent,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [, digits, version = null] = SUMMARY.exec((request.params as { name?: string }).name ?? '') ?? []
  if (digits === undefined) throw new AppError('not_found')
  const year = Number(digits)
  const name = summaryProofName(year, version)
  return sendProof(
    { reply },
    event === 'published' ? name : `${name}_${event}`,
    await proofOfPublic(services, { year, version }, event),
  )
}

/** The programs that check the log, for reading and running. */
const PROGRAMS = { [CHECKERS.proof]: verifyProof, [CHECKERS.log]: verifyLog }

/**
 * Serves the public log in the layout of C2SP's tlog-tiles: files that are the same for everyone, so that any cache may
 * store them and anyone may keep a copy.
 */
export function publicLogRoutes(app: FastifyInstance, services: Services, publicLimit: CallLimit) {
  const limit = { onRequest: [openToAllSites, publicLimit] }
  app.get('/log/checkpoint', limit, async (request, reply) =>
    sendText(request, reply, await checkpointIn(services), TEXT, REVALIDATE),
  )
  app.get('/log/key', limit, async (request, reply) =>
    sendText(request, reply, await keyOf(services), TEXT, REVALIDATE),
  )
  app.get('/log/approval/:name', limit, (request, reply) => sendApproval(services, request, reply))
  for (const event of SUMMARY_EVENTS)
    app.get(`/log/${event}/:name`, limit, (request, reply) => sendSummary(services, event, request, reply))
  for (const [name, program] of Object.entries(PROGRAMS))
    app.get(`/log/${name}`, limit, async (request, reply) =>
      sendText(request, reply, program, TEXT, REVALIDATE),
    )
  app.get('/log/day/:day/:file', limit, (request, reply) => sendOfDay(services, request, reply))
  app.get('/log/tile/*', limit, (request, reply) => sendTile(services, request, reply))
}
