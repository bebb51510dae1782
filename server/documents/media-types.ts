import type { FileKind } from '../../shared/files/files.schema.ts'

/** The media types that are stored of each kind (S-98). */
export const MEDIA_TYPES: Record<FileKind, readonly [string, ...string[]]> = {
  pdf: ['application/pdf'],
  kml: ['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kmz'],
  csv: ['text/csv'],
  image: ['image/png', 'image/jpeg'],
  shp: ['application/octet-stream'],
  table: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
  archive: ['application/zip'],
  boundary: [
    'application/geo+json',
    'application/gpx+xml',
    'application/zip',
    'application/geopackage+sqlite3',
  ],
  layer: [
    'application/vnd.google-earth.kml+xml',
    'application/vnd.google-earth.kmz',
    'application/geo+json',
    'application/zip',
    'application/geopackage+sqlite3',
  ],
}
