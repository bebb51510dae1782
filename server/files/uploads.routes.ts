import type { FastifyInstance } from 'fastify'
import { FILE_KINDS, type FileKind } from '../../shared/files/files.schema.ts'
import { type PartialUpload, TUS_BYTES, TUS_VERSION, uploadsApi } from '../../shared/files/uploads.schema.ts'
import type { Routes } from '../http/http.ts'
import { drainOnRefusal } from './drain-body.ts'
import { createLatestRequest } from './latest-request.ts'
import { appendToUpload, beginUpload, cancelUpload, finishUpload, showUpload } from './uploads.actions.ts'

const tus = { 'tus-resumable': TUS_VERSION }

const stateOf = ({ size, received, expires_at }: PartialUpload) => ({
  ...tus,
  'upload-length': String(size),
  'upload-offset': String(received),
  'upload-expires': new Date(expires_at).toUTCString(),
})

/** Returns the name from "filename c2Nhbi5wZGY=,filetype …"; values are base64. */
function fileNameIn(metadata: string): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '))
  const [, value = ''] = pairs.find(([key]) => key === 'filename') ?? []
  return Buffer.from(value, 'base64').toString()
}

/** Resumable uploads with the tus protocol (docs/decisions/07-files.md). */
export function uploadRoutes(api: FastifyInstance, route: Routes, cut: AbortSignal) {
  const newest = createLatestRequest(cut)
  // the body stays a stream, which the handler reads
  api.addContentTypeParser(TUS_BYTES, (_request, _body, done) => done(null))

  for (const kind of Object.keys(FILE_KINDS) as FileKind[])
    route(uploadsApi[kind], async (ctx, { headers }, { reply }) => {
      const name = fileNameIn(headers['upload-metadata'])
      const data = await beginUpload(ctx, kind, { name, size: headers['upload-length'] })
      reply.headers({ ...stateOf(data), location: `/api/file/uploads/${data.id}` })
      return { data }
    })

  route(uploadsApi.show, async (ctx, { params }, { reply }) => {
    const data = await showUpload(ctx, params.upload)
    reply.headers(stateOf(data))
    return { data }
  })

  route(uploadsApi.append, async (ctx, { params, headers }, { request, reply }) => {
    const piece = { offset: headers['upload-offset'], body: request.raw }
    const received = await drainOnRefusal(request.raw, () =>
      appendToUpload(ctx, newest, params.upload, piece),
    )
    reply.headers({ ...tus, 'upload-offset': String(received) })
  })

  route(uploadsApi.finish, async (ctx, { params }) => ({
    data: await finishUpload(ctx, params.upload),
  }))

  route(uploadsApi.cancel, (ctx, { params }) => cancelUpload(ctx, newest, params.upload))
}
