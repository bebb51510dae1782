import { encodesSites } from '../access/encoders.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { BoundaryAnswers, BoundaryQuestion, BoundaryTrack, Closing, Crs } from '../land/boundary-answers.ts'
import { idList, IdParams } from '../lib/ids.ts'

export const MEGABYTE = 1_048_576

/** Per upload call: the extensions and the limit in bytes (C-09, C-10, S-98). */
export const FILE_KINDS = {
  pdf: { extensions: ['pdf'], max_bytes: 50 * MEGABYTE },
  kml: { extensions: ['kml', 'kmz'], max_bytes: 50 * MEGABYTE },
  csv: { extensions: ['csv'], max_bytes: 40 * MEGABYTE },
  image: { extensions: ['png', 'jpeg', 'jpg', 'jfif'], max_bytes: 40 * MEGABYTE },
  shp: { extensions: ['shp'], max_bytes: 25 * MEGABYTE },
  // the two kinds of an import (decision 10); a .csv uploaded elsewhere is evidence
  table: { extensions: ['xlsx', 'csv'], max_bytes: 20 * MEGABYTE },
  archive: { extensions: ['zip'], max_bytes: 400 * MEGABYTE },
  // a boundary in another format than KML, and a layer of land (decision 32)
  boundary: { extensions: ['geojson', 'json', 'gpx', 'zip', 'gpkg'], max_bytes: 50 * MEGABYTE },
  layer: { extensions: ['kml', 'kmz', 'geojson', 'json', 'zip', 'gpkg'], max_bytes: 100 * MEGABYTE },
} as const
export type FileKind = keyof typeof FILE_KINDS

/** The kinds of the location map of a profile: KML as specified, and boundaries in other formats. */
export const MAP_KINDS = ['kml', 'boundary'] as const satisfies readonly FileKind[]
export const isMap = (kind: FileKind): boolean => (MAP_KINDS as readonly FileKind[]).includes(kind)

/** all file name extensions of a location map */
export const MAP_EXTENSIONS: readonly string[] = MAP_KINDS.flatMap((kind) => FILE_KINDS[kind].extensions)

export const AGREEMENT_MAX_BYTES = 50 * MEGABYTE
export const MOV_MAX_BYTES = 40 * MEGABYTE
export const MOV_EXTENSIONS = ['pdf', 'csv', 'png', 'jpeg', 'jpg', 'jfif'] as const
/** the generic multi-file input accepts five; the MOV control has no limit, so the server sets this one (C-11) */
export const GENERIC_MAX_FILES = 5
export const MOV_MAX_FILES_PER_INDICATOR = 50
export const FILE_NAME_MAX = 200
/** zip files next to the table of one import */
export const IMPORT_MAX_ARCHIVES = 10

/** The lower-case extension of a file name without its dot; '' if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase()
}

/** The kind of upload that accepts this file name; null if none does. */
export function fileKindOf(name: string): FileKind | null {
  const extension = extensionOf(name)
  const kinds = Object.keys(FILE_KINDS) as FileKind[]
  return kinds.find((kind) => (FILE_KINDS[kind].extensions as readonly string[]).includes(extension)) ?? null
}

/** The result of the virus scan; not scanned if no scanner was configured (docs/decisions/07-files.md) */
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
  /** hash of the content, hexadecimal */
  sha256: z.string(),
  created_at: z.string(),
  scan_status: ScanStatus,
  /** what must be answered before the boundary in it can be read; absent for all other files */
  question: z.optional(BoundaryQuestion),
  /** with what the boundary is read, where that was asked; it can be changed until the file is attached */
  answers: z.optional(BoundaryAnswers),
  /** the tracks of a map that asks which of them are closed */
  tracks: z.optional(z.array(BoundaryTrack)),
})
export type UploadedFile = z.output<typeof UploadedFile>

const upload = (kind: FileKind) =>
  endpoint('POST', `/file/${kind}`, {
    // each kind has the right of the form that it is for (`canUploadFile`), which knows imports and layers
    may: everyone,
    summary: `Upload one ${kind} file in the multipart field "file"`,
    upload: true,
    reply: wrapped('data', UploadedFile),
  })

/** More than one principle has evidence files. */
export const COPIES_MAX_FILES = 500
/** The places listed for one file; there may be more. */
export const COPIES_MAX_PLACES = 20

const IdList = idList(COPIES_MAX_FILES, `At most ${COPIES_MAX_FILES} files can be checked at a time.`)

/** Another place where a file with the same content is attached: evidence, agreement, location map, or a paper about the land. */
export const CopyPlace = z.object({
  as: z.enum(['evidence', 'agreement', 'map_kml', 'land']),
  site_profile_id: z.number(),
  code: z.string(),
  site_activity_id: z.nullable(z.number()),
  /** the outcome indicator, such as "3.2.1" */
  indicator: z.nullable(z.string()),
  /** the same record as that of the requested file */
  same_record: z.boolean(),
})
export type CopyPlace = z.output<typeof CopyPlace>

export const FileCopies = z.object({
  file_id: z.number(),
  places: z.array(CopyPlace),
  /** also attached to a site outside the caller's scope, which is not named */
  elsewhere: z.boolean(),
})
export type FileCopies = z.output<typeof FileCopies>

export const StorageUse = z.object({
  files: z.number(),
  bytes: z.number(),
  /** of the cleaned copies of photographs */
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
  boundary: upload('boundary'),
  layer: upload('layer'),
  answerBoundary: endpoint('POST', '/file/:id/boundary', {
    may: encodesSites,
    summary: 'Answer what a file of the kind "boundary" asks, and read its boundary',
    params: IdParams,
    body: z.object({ crs: z.nullish(Crs), close: z.nullish(Closing) }),
    reply: wrapped('data', UploadedFile),
  }),
  copies: endpoint('GET', '/file/copies', {
    may: everyone,
    summary: 'Where else the content of these files is attached; files without a copy are left out',
    query: z.object({ ids: z.optional(IdList) }),
    reply: wrapped('data', z.array(FileCopies)),
  }),
  storage: endpoint('GET', '/file/storage', {
    may: everyone,
    summary: 'The size of all stored files',
    reply: StorageUse,
  }),
  thumbnail: endpoint('GET', '/file/:id/thumbnail', {
    may: everyone,
    auditor: 'sees',
    summary: 'A small JPEG of a picture, without location and camera data',
    params: IdParams,
  }),
  download: endpoint('GET', '/file/:id', {
    may: everyone,
    auditor: 'sees',
    summary: 'The bytes of a file',
    params: IdParams,
  }),
}
