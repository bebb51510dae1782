import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_FILE_SELECTED } from '../../shared/files/file-checks.ts'
import { FILE_KINDS, type FileKind, filesApi } from '../../shared/files/files.schema.ts'
import type { Ctx } from '../context/context.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { type Action, actions, type RawExchange } from '../http/http.ts'
import { eachKind } from './each-kind.ts'
import { type ByteRange, isKnown, requestedRange } from '../http/byte-range.ts'
import { etagOf, fileHeaders } from './file-headers.ts'
import { openableFile, recordDownload } from './downloads.ts'
import { answerBoundary } from './boundary-answers.actions.ts'
import { uploadFile } from './files.actions.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import type { OwnedFile } from '../store/files.queries.ts'
import { findCopies, findStorageUse } from './copies.actions.ts'
import { drainOnRefusal } from './drain-body.ts'
import { createSpaceReservations } from './upload-limits.ts'
import { requireMayUpload } from './uploads.actions.ts'
import { renditionFor } from '../photographs/renditions.actions.ts'
import { thumbnailOf } from '../photographs/thumbnails.actions.ts'

/** Files: uploads in one piece, their bytes and thumbnails, and what is stored of them. */
export function fileRoutes() {
  const room = createSpaceReservations()
  const uploadOf =
    (kind: FileKind): Action<typeof filesApi.pdf> =>
    (ctx, _input, { request }) =>
      receive(ctx, room, kind, request)
  return actions(filesApi, {
    ...eachKind(uploadOf),
    answerBoundary: (ctx, { params, body: { crs, close } }) =>
      answerBoundary(ctx, params.id, {
        ...(crs ? { crs } : {}),
        ...(close === undefined || close === null ? {} : { close }),
      }),
    copies: (ctx, { query }) => findCopies(ctx, query.ids ?? []),
    storage: (ctx) => findStorageUse(ctx),
    download: async (ctx, { params }, raw) =>
      send(ctx, await renditionFor(ctx, await openableFile(ctx, params.id)), raw),
    thumbnail: async (ctx, { params }, { reply }) => {
      const file = await openableFile(ctx, params.id)
      if (file.kind !== 'image') throw new AppError('no_thumbnail')
      const picture = await thumbnailOf(ctx.services, file, turnOfActor(ctx.actor))
      const { etag: _, 'accept-ranges': __, ...headers } = fileHeaders({ ...file, media_type: 'image/jpeg' })
      return reply.headers(headers).send(picture)
    },
  })
}

/** Stores the one file of a multipart body. The rest of a rejected body is read, so that the response arrives. */
async function receive(
  ctx: Ctx,
  room: ReturnType<typeof createSpaceReservations>,
  kind: FileKind,
  request: FastifyRequest,
) {
  requireMayUpload(ctx, kind)
  if (!request.isMultipart()) throw invalid({ file: [NO_FILE_SELECTED] })
  const declaredLength = request.headers['content-length']
  return drainOnRefusal(request.raw, () =>
    room(ctx, { kind, length: declaredLength === undefined ? null : Number(declaredLength) }, async () => {
      // one byte more than allowed: the check rejects a file that is too large instead of storing a truncated one
      const part = await request.file({ limits: { fileSize: FILE_KINDS[kind].max_bytes + 1 } })
      if (part?.fieldname !== 'file' || !part.filename) throw invalid({ file: [NO_FILE_SELECTED] })
      return uploadFile(ctx, kind, { name: part.filename, stream: part.file })
    }),
  )
}

/** Returns the bytes of a file and logs the download, but only once the store has answered. */
async function sendDownloaded(ctx: Ctx, file: OwnedFile, range: ByteRange | null): Promise<Readable> {
  const bytes = await ctx.services.files.get(file.storage_key, range ?? undefined)
  try {
    await recordDownload(ctx, file)
    return bytes
  } catch (error) {
    bytes.destroy()
    throw error
  }
}

async function send(ctx: Ctx, file: OwnedFile, { request, reply }: RawExchange): Promise<FastifyReply> {
  const etag = etagOf(file)
  if (isKnown(request.headers, etag)) return reply.headers(fileHeaders(file)).status(304).send()

  const range = requestedRange(request.headers, { etag, size: file.size })
  if (range === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${file.size}`).send()
  const { start, end } = range ?? { start: 0, end: file.size - 1 }

  const bytes = request.method === 'HEAD' ? Readable.from([]) : await sendDownloaded(ctx, file, range)

  // after everything that can fail, so that an error does not get the headers of the file
  reply.headers(fileHeaders(file)).header('content-length', end - start + 1)
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  return reply.send(bytes)
}
