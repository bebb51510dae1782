import type { FileKind } from '../../shared/files/files.schema.ts'
import { type PartialUpload, TUS_VERSION, uploadsApi } from '../../shared/files/uploads.schema.ts'
import { type Action, actions } from '../http/http.ts'
import { eachKind } from './each-kind.ts'
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
export function uploadRoutes(cut: AbortSignal) {
  const newest = createLatestRequest(cut)
  const beginOf =
    (kind: FileKind): Action<typeof uploadsApi.pdf> =>
    async (ctx, { headers }, { reply }) => {
      const name = fileNameIn(headers['upload-metadata'])
      const upload = await beginUpload(ctx, kind, { name, size: headers['upload-length'] })
      reply.headers({ ...stateOf(upload), location: `/api/file/uploads/${upload.id}` })
      return upload
    }
  return actions(uploadsApi, {
    ...eachKind(beginOf),
    show: async (ctx, { params }, { reply }) => {
      const upload = await showUpload(ctx, params.upload)
      reply.headers(stateOf(upload))
      return upload
    },
    append: async (ctx, { params, headers }, { request, reply }) => {
      const piece = { offset: headers['upload-offset'], body: request.raw }
      const received = await drainOnRefusal(request.raw, () =>
        appendToUpload(ctx, newest, params.upload, piece),
      )
      reply.headers({ ...tus, 'upload-offset': String(received) })
    },
    finish: (ctx, { params }) => finishUpload(ctx, params.upload),
    cancel: (ctx, { params }) => cancelUpload(ctx, newest, params.upload),
  })
}
