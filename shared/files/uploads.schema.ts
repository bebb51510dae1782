import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { word } from '../lib/plain-text.ts'
import { type FileKind, MEGABYTE, UploadedFile } from './files.schema.ts'

/** The supported version of tus, the protocol for resumable uploads. */
export const TUS_VERSION = '1.0.0'
const TUS_BYTES = 'application/offset+octet-stream'

/** An unfinished upload is deleted this long after it began. */
export const UPLOAD_HOURS = 24
/** Limits for a person's unfinished uploads; new ones replace the oldest, once idle for UPLOAD_IDLE_MINUTES. */
export const UPLOADS_PER_PERSON = 20
export const UPLOAD_BYTES_PER_PERSON = 500 * MEGABYTE
export const UPLOAD_IDLE_MINUTES = 10

export const PartialUpload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  /** bytes stored so far */
  received: z.number(),
  expires_at: z.string(),
})
export type PartialUpload = z.output<typeof PartialUpload>

const UploadParams = z.object({ upload: z.uuid('Invalid ID') })

const version = z.literal(TUS_VERSION, `The header Tus-Resumable must be ${TUS_VERSION}.`)
const bytes = (header: string) => {
  const sentence = `The header ${header} must be a number of bytes.`
  return z.pipe(
    z.string(sentence).check(z.regex(/^\d{1,15}$/, sentence)),
    z.transform((text: string) => Number(text)),
  )
}

/** of the header with the file name */
const METADATA_MAX = 16_384

const begin = (kind: FileKind) =>
  endpoint('POST', `/file/${kind}/uploads`, {
    // as for an upload in one piece (`files.schema.ts`)
    may: everyone,
    summary: `Begin a resumable upload of one ${kind} file (tus ${TUS_VERSION}, creation)`,
    headers: z.object({
      'tus-resumable': version,
      'upload-length': bytes('Upload-Length'),
      'upload-metadata': word('The header Upload-Metadata must contain the filename.', METADATA_MAX),
    }),
    status: 201,
    reply: wrapped('data', PartialUpload),
  })

/** Resumable uploads: the file is sent in pieces and continues after a lost connection (decision 07). */
export const uploadsApi = {
  pdf: begin('pdf'),
  kml: begin('kml'),
  csv: begin('csv'),
  image: begin('image'),
  shp: begin('shp'),
  table: begin('table'),
  archive: begin('archive'),
  boundary: begin('boundary'),
  layer: begin('layer'),
  show: endpoint('GET', '/file/uploads/:upload', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'How much of an upload has been received; HEAD gives the same in tus headers',
    params: UploadParams,
    reply: wrapped('data', PartialUpload),
  }),
  append: endpoint('PATCH', '/file/uploads/:upload', {
    may: everyone,
    summary: 'Continue an upload (tus)',
    params: UploadParams,
    headers: z.object({ 'tus-resumable': version, 'upload-offset': bytes('Upload-Offset') }),
    bytes: TUS_BYTES,
    status: 204,
  }),
  finish: endpoint('POST', '/file/uploads/:upload', {
    may: everyone,
    summary: 'Turn a complete upload into a file; asking again gives the same file',
    params: UploadParams,
    reply: wrapped('data', UploadedFile),
  }),
  /** not the DELETE method of tus: this API has none (S-20) */
  cancel: endpoint('POST', '/file/uploads/:upload/cancel', {
    may: everyone,
    summary: 'Cancel an upload',
    params: UploadParams,
    status: 204,
  }),
}
