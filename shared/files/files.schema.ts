import { z } from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { idList, IdParams } from '../lib/ids.ts'

export const MEGABYTE = 1_048_576

/** What may be uploaded: extensions, limit in bytes and stored media types per call (C-09, C-10, S-98). */
export const FILE_KINDS = {
  pdf: { extensions: ['pdf'], max_bytes: 50 * MEGABYTE, media_types: ['application/pdf'] },
  kml: {
    extensions: ['kml', 'kmz'],
    max_bytes: 50 * MEGABYTE,
    media_types: ['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz'],
  },
  csv: { extensions: ['csv'], max_bytes: 40 * MEGABYTE, media_types: ['text/csv'] },
  image: {
    extensions: ['png', 'jpeg', 'jpg', 'jfif'],
    max_bytes: 40 * MEGABYTE,
    media_types: ['image/png', 'image/jpeg'],
  },
  shp: { extensions: ['shp'], max_bytes: 25 * MEGABYTE, media_types: ['application/octet-stream'] },
  // the two of an import (decision 10); a .csv that no one calls a table is evidence
  table: {
    extensions: ['xlsx', 'csv'],
    max_bytes: 20 * MEGABYTE,
    media_types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
  },
  archive: { extensions: ['zip'], max_bytes: 400 * MEGABYTE, media_types: ['application/zip'] },
} as const
export type FileKind = keyof typeof FILE_KINDS

export const AGREEMENT_MAX_BYTES = 50 * MEGABYTE
export const MOV_MAX_BYTES = 40 * MEGABYTE
export const MOV_EXTENSIONS = ['pdf', 'csv', 'png', 'jpeg', 'jpg', 'jfif'] as const
/** the generic multi-file input takes five; the MOV control has no count of its own, the server's is this (C-11) */
export const GENERIC_MAX_FILES = 5
export const MOV_MAX_FILES_PER_INDICATOR = 50
export const FILE_NAME_MAX = 200
/** zip files beside the table of one import */
export const IMPORT_MAX_ARCHIVES = 10

/** The lower-case ending of a file name without its dot; '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase()
}

/** The call that takes a file of this name, or null when no call does. */
export function fileKindOf(name: string): FileKind | null {
  const extension = extensionOf(name)
  const kinds = Object.keys(FILE_KINDS) as FileKind[]
  return kinds.find((kind) => (FILE_KINDS[kind].extensions as readonly string[]).includes(extension)) ?? null
}

/** What the virus scanner says of a file; not scanned when there was none (docs/decisions/07-files.md) */
const SCAN_STATUSES = ['checking', 'clean', 'quarantined', 'not scanned'] as const
export const ScanStatus = z.enum(SCAN_STATUSES)
export type ScanStatus = z.output<typeof ScanStatus>

export const UploadedFile = z.object({
  id: z.number(),
  /** the path of GET file/{id}; not a public link (S-96) */
  url: z.string(),
  name: z.string(),
  size: z.number(),
  media_type: z.string(),
  /** fingerprint of the bytes, hexadecimal */
  sha256: z.string(),
  created_at: z.string(),
  scan_status: ScanStatus,
})
export type UploadedFile = z.output<typeof UploadedFile>

const upload = (kind: FileKind) =>
  endpoint('POST', `/file/${kind}`, {
    summary: `Upload one ${kind} file in the multipart field "file"`,
    upload: true,
    reply: z.object({ data: UploadedFile }),
  })

/** More than one principle has evidence for. */
export const COPIES_MAX_FILES = 500
/** Places that are named for one file; there may be more. */
export const COPIES_MAX_PLACES = 20

const IdList = idList(COPIES_MAX_FILES, `At most ${COPIES_MAX_FILES} files can be checked at a time.`)

/** Where else a file with the same content is attached: as evidence, as the agreement or as the location map. */
export const CopyPlace = z.object({
  as: z.enum(['evidence', 'agreement', 'map_kml']),
  site_profile_id: z.number(),
  code: z.string(),
  site_activity_id: z.nullable(z.number()),
  /** of the outcome indicator, such as "3.2.1" */
  indicator: z.nullable(z.string()),
  /** the record that has the file one asked about */
  same_record: z.boolean(),
})
export type CopyPlace = z.output<typeof CopyPlace>

export const FileCopies = z.object({
  file_id: z.number(),
  places: z.array(CopyPlace),
  /** in a site outside the scope of anyone who asks, which is not named */
  elsewhere: z.boolean(),
})
export type FileCopies = z.output<typeof FileCopies>

export const StorageUse = z.object({
  files: z.number(),
  bytes: z.number(),
  /** of the copies of photographs without place and camera */
  copy_bytes: z.number(),
})
export type StorageUse = z.output<typeof StorageUse>

export const filesApi = {
  pdf: upload('pdf'),
  kml: upload('kml'),
  csv: upload('csv'),
  image: upload('image'),
  shp: upload('shp'),
  table: upload('table'),
  archive: upload('archive'),
  copies: endpoint('GET', '/file/copies', {
    summary: 'Where else the content of these files is attached; files without a copy are left out',
    query: z.object({ ids: z.optional(IdList) }),
    reply: z.object({ data: z.array(FileCopies) }),
  }),
  storage: endpoint('GET', '/file/storage', {
    summary: 'The size of all stored files',
    reply: StorageUse,
  }),
  download: endpoint('GET', '/file/:id', { summary: 'The bytes of a file', params: IdParams }),
}
