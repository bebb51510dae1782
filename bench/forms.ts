import type pg from 'pg'
import { mustSend, type Request } from './requests.ts'

/** Somebody who adds profiles, with what a profile of theirs says of its place. */
export type Encoder = {
  id: number
  token: string
  region_id: number
  province_id: number
  office_id: number
  city_id: number
  short_code: string
  /** where the maps of their sites lie */
  lon: number
  lat: number
}

/** A profile that is ready to be added: both its files wait to be attached. */
export type Form = { encoder: Encoder; agreement_id: number; map_kml_id: number }

const KML = (lon: number, lat: number) => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>
${[
  [lon, lat],
  [lon + 0.001, lat],
  [lon + 0.001, lat + 0.001],
  [lon, lat + 0.001],
  [lon, lat],
]
  .map(([x = 0, y = 0]) => `${x.toFixed(6)},${y.toFixed(6)}`)
  .join(' ')}
</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`

const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n${'% page\n'.repeat(130)}trailer<</Root 1 0 R>>\n%%EOF\n`

let drawn = 0

/** An agreement and a map of about a kilobyte each; every map draws another square, near where its encoder works. */
const FILES = {
  pdf: () => PDF,
  kml: ({ lon, lat }: Encoder) => {
    drawn += 1
    return KML(lon + (drawn % 90) / 500, lat + Math.floor(drawn / 90) / 500).padEnd(PDF.length)
  },
}

const BOUNDARY = 'bench-boundary'

/** The upload of one such file, as a form sends it. */
export function uploadOf(apiKey: string, encoder: Encoder, kind: keyof typeof FILES): Request {
  const text = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="file"; filename="bench.${kind}"`,
    'Content-Type: application/octet-stream',
    '',
    FILES[kind](encoder),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${encoder.token}` }
  return { method: 'POST', path: `/api/file/${kind}`, headers, multipart: { boundary: BOUNDARY, text } }
}

/** Uploads it; the id of the file. */
export async function upload(
  origin: string,
  apiKey: string,
  encoder: Encoder,
  kind: keyof typeof FILES,
): Promise<number> {
  const reply = await mustSend(origin, uploadOf(apiKey, encoder, kind))
  return (JSON.parse(reply.toString()) as { data: { id: number } }).data.id
}

/** Whose turn it is to fill in a form. */
const turnOf = (encoders: readonly Encoder[], at: number): Encoder => {
  const encoder = encoders[at % encoders.length]
  if (!encoder) throw new Error('This bureau has nobody who adds profiles.')
  return encoder
}

/** Uploads what so many forms take, a few at a time; the encoders take turns. */
export async function uploadForms(
  origin: string,
  apiKey: string,
  encoders: readonly Encoder[],
  count: number,
): Promise<Form[]> {
  const forms: Form[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const encoder = turnOf(encoders, next)
      next += 1
      const [agreement_id, map_kml_id] = await Promise.all([
        upload(origin, apiKey, encoder, 'pdf'),
        upload(origin, apiKey, encoder, 'kml'),
      ])
      forms.push({ encoder, agreement_id, map_kml_id })
    }
  }
  await Promise.all([worker(), worker()])
  return forms
}

/** The same as rows alone, for those who do not look into the file. */
export async function insertForms(
  database: pg.Pool,
  encoders: readonly Encoder[],
  count: number,
): Promise<Form[]> {
  const insert = async (kind: 'pdf' | 'kml') => {
    const { rows } = await database.query<{ id: number }>(
      `insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by)
       select gen_random_uuid(), $1, 'bench.' || $1, 'application/' || $1, 1, repeat('0', 64), $2
       from generate_series(1, $3::int) returning id`,
      [kind, encoders[0]?.id, count],
    )
    return rows.map(({ id }) => id)
  }
  const [agreements, maps] = await Promise.all([insert('pdf'), insert('kml')])
  return agreements.map((agreement_id, at) => ({
    encoder: turnOf(encoders, at),
    agreement_id,
    map_kml_id: maps[at] ?? 0,
  }))
}
