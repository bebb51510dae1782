import type { PlainKey } from '../texts/translate.ts'

/** A file of the open data, at the address that stays. */
type OpenFile = {
  path: string
  /** as people call its format */
  format: string
  media_type: string
  /** what it is for */
  words: PlainKey
  /** whether `?as_of=yyyy-mm-dd` is the register of a past day */
  as_of: boolean
}

/** The register as files: distributions of one dataset. */
export const REGISTER_FILES = [
  {
    path: '/site/approved.csv',
    format: 'CSV',
    media_type: 'text/csv',
    words: 'open_data.file_csv',
    as_of: true,
  },
  {
    path: '/site/approved.geojson',
    format: 'GeoJSON',
    media_type: 'application/geo+json',
    words: 'open_data.file_geojson',
    as_of: true,
  },
  {
    path: '/data/cad-trust.json',
    format: 'CAD Trust, JSON',
    media_type: 'application/json',
    words: 'open_data.file_cad_trust_json',
    as_of: true,
  },
  {
    path: '/data/cad-trust.csv',
    format: 'CAD Trust, CSV',
    media_type: 'text/csv',
    words: 'open_data.file_cad_trust_csv',
    as_of: true,
  },
] as const satisfies readonly OpenFile[]

export const RECORDS_WENT_FILE = {
  path: '/how-records-went.csv',
  format: 'CSV',
  media_type: 'text/csv',
  words: 'open_data.file_records_went',
  as_of: false,
} as const satisfies OpenFile

export const FEED_PATH = '/feed.atom'
export const DCAT_PATH = '/data/dcat.jsonld'

/** The licence of the open data; null where the bureau has named none. */
export type DataLicence = { name: string; url: string | null } | null

/** What the register covers: its first day in Manila, and its latest approval; null while it is empty. */
export type RegisterSpan = { first_day: string | null; last_at: string | null }
