import type pg from 'pg'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import type { FileKind } from '../shared/files/files.schema.ts'
import { API_KEY } from './processes.ts'
import { type Request, sendForJson } from './requests.ts'

/** A person who adds profiles, and the place of their office. */
export type Encoder = { token: string; short_code: string } & Record<
  'id' | 'region_id' | 'province_id' | 'office_id' | 'city_id' | 'lon' | 'lat',
  number
>

/** The uploaded files for a new profile. */
export type Files = { agreement_id: number; map_kml_id: number }

/** Records that the writes consume, separate for each side. */
export type Stock = Record<'product' | 'bare', { pending: number[]; many: number[]; files: Files[] }>

/** What the requests need from the generated bureau. */
export type Prepared = {
  fmb: { id: number; token: string }
  encoder: Encoder
  /** an approved profile, and its activity */
  record: { id: number; activity: number }
  stock: Stock
}

export const headersOf = (token: string): Record<string, string> => ({
  'x-api-key': API_KEY,
  authorization: `Bearer ${token}`,
})

/** A login ends the person's earlier session, so these people are used for logins only. */
export const LOGIN_EMAILS = Array.from({ length: 40 }, (_, at) => `bench${20 + at}@bureau.example`)

export const loginOf = (email: string): Request => ({
  method: 'POST',
  path: '/api/login',
  headers: { 'x-api-key': API_KEY },
  body: { email, password: DEMO_PASSWORD, force: true },
})

export const logIn = async (origin: string, email: string): Promise<string> =>
  (await sendForJson<{ token: string }>(origin, loginOf(email))).token

async function one<T extends object>(database: pg.Client, text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await database.query<T>(text, values)
  if (!rows[0]) throw new Error(`Nothing found by ${text}`)
  return rows[0]
}

/** The first people who add profiles, logged in. */
export async function findEncoders(origin: string, database: pg.Client, most: number): Promise<Encoder[]> {
  const { rows } = await database.query<Omit<Encoder, 'token'> & { email: string }>(
    `select users.id, email, users.region_id, office_id, offices.province_id, short_code,
       provinces.label_lon::float8 as lon, provinces.label_lat::float8 as lat, (
         select city_id from site_profiles where site_profiles.office_id = users.office_id limit 1
       ) as city_id
     from users join roles on roles.id = role_id join offices on offices.id = office_id
       join provinces on provinces.id = offices.province_id join regions on regions.id = users.region_id
     where roles.access_level = 'PENRO' and roles.kind = 'Encoder' and email <> all($1)
     order by users.id limit $2`,
    [LOGIN_EMAILS, most],
  )
  return Promise.all(
    rows.map(async ({ email, ...encoder }) => ({ ...encoder, token: await logIn(origin, email) })),
  )
}

/** Profiles without warnings that are pending for FMB. */
async function findPending(database: pg.Client): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select id from site_profiles
     where status = 'Activated' and site_status = 'Submitted' and fmb_status = 'Submitted' order by id`,
  )
  return rows.map(({ id }) => id)
}

let maps = 0

/** A map of a small square near the encoder's office, a different one at each call. */
function kml({ lon, lat }: Encoder): string {
  maps += 1
  const [west, south] = [lon + (maps % 90) / 500, lat + Math.floor(maps / 90) / 500]
  const [east, north] = [west + 0.001, south + 0.001]
  return kmlOf(`${west},${south} ${east},${south} ${east},${north} ${west},${north} ${west},${south}`)
}

/** A map with this ring. */
export const kmlOf = (ring: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><Polygon><outerBoundaryIs><LinearRing>
<coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`

export const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n${'% page\n'.repeat(110)}trailer<</Root 1 0 R>>\n%%EOF\n`

const BOUNDARY = 'bench-boundary'

/** The upload of a file, as a form sends it. */
export const fileUploadOf = (
  token: string,
  kind: FileKind,
  name: string,
  content: string | Buffer,
): Request => ({
  method: 'POST',
  path: `/api/file/${kind}`,
  headers: { ...headersOf(token), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
})

/** The upload of an agreement or a map. */
export const uploadOf = (encoder: Encoder, kind: 'pdf' | 'kml'): Request =>
  fileUploadOf(encoder.token, kind, `bench.${kind}`, kind === 'pdf' ? PDF : kml(encoder))

async function uploadFiles(origin: string, encoder: Encoder, count: number): Promise<Files[]> {
  const upload = async (kind: 'pdf' | 'kml') =>
    (await sendForJson<{ data: { id: number } }>(origin, uploadOf(encoder, kind))).data.id
  const files: Files[] = []
  while (files.length < count) {
    const [agreement_id, map_kml_id] = await Promise.all([upload('pdf'), upload('kml')])
    files.push({ agreement_id, map_kml_id })
  }
  return files
}

/** Logs people in and collects what the requests need, enough for this many single writes on each side. */
export async function prepare(origin: string, database: pg.Client, writes: number): Promise<Prepared> {
  const email = 'bench1@bureau.example'
  const { id } = await one<{ id: number }>(database, 'select id from users where email = $1', [email])
  const record = await one<Prepared['record']>(
    database,
    `select site_profile_id as id, id as activity from site_activities
     where site_status = 'Approved' and site_profile_id >= (select max(id) / 8 from site_profiles)
     order by site_profile_id, id limit 1`,
  )
  const [encoder] = await findEncoders(origin, database, 1)
  if (!encoder) throw new Error('The bureau has nobody who adds profiles.')
  const pending = await findPending(database)
  const stock = async () => ({
    pending: pending.splice(0, writes),
    files: await uploadFiles(origin, encoder, writes),
  })
  const [product, bare] = [await stock(), await stock()]
  // the rest is for decisions on many
  const half = Math.floor(pending.length / 2)
  return {
    fmb: { id, token: await logIn(origin, email) },
    encoder,
    record,
    stock: {
      product: { ...product, many: pending.slice(0, half) },
      bare: { ...bare, many: pending.slice(half) },
    },
  }
}
