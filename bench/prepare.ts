import type pg from 'pg'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import type { Bench, Pools } from './operations.ts'
import { mustSend } from './requests.ts'

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

const PDF = `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`

/** A token of this person. */
export async function signIn(origin: string, apiKey: string, email: string): Promise<string> {
  const answer = await mustSend(origin, {
    method: 'POST',
    path: '/api/login',
    headers: { 'x-api-key': apiKey },
    body: { email, password: DEMO_PASSWORD, force: true },
  })
  return (JSON.parse(answer.toString()) as { token: string }).token
}

async function upload(origin: string, headers: Record<string, string>, kind: 'pdf' | 'kml', text: string) {
  const form = new FormData()
  form.set('file', new Blob([text]), `bench.${kind}`)
  const reply = await fetch(`${origin}/api/file/${kind}`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`Upload answered ${reply.status}: ${await reply.text()}`)
  return ((await reply.json()) as { data: { id: number } }).data.id
}

/** Uploads what creating so many profiles takes, a few at a time. */
async function uploadForms(
  origin: string,
  headers: Record<string, string>,
  count: number,
): Promise<Pools['uploads']> {
  const files: Pools['uploads'] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const map = KML(121 + (next % 90) / 100, 14 + next / 10_000)
      next += 1
      const [agreement_id, map_kml_id] = await Promise.all([
        upload(origin, headers, 'pdf', PDF),
        upload(origin, headers, 'kml', map),
      ])
      files.push({ agreement_id, map_kml_id })
    }
  }
  await Promise.all([worker(), worker()])
  return files
}

/** The same as rows alone, for those who do not look into the file. */
async function insertForms(database: pg.Pool, uploader: number, count: number): Promise<Pools['fileRows']> {
  const insert = async (kind: 'pdf' | 'kml') => {
    const { rows } = await database.query<{ id: number }>(
      `insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by)
       select gen_random_uuid(), $1, 'bench.' || $1, 'application/' || $1, 1, repeat('0', 64), $2
       from generate_series(1, $3::int) returning id`,
      [kind, uploader, count],
    )
    return rows.map(({ id }) => id)
  }
  const [agreements, maps] = await Promise.all([insert('pdf'), insert('kml')])
  return agreements.map((agreement_id, at) => ({ agreement_id, map_kml_id: maps[at] ?? 0 }))
}

/** Profiles that wait for FMB; where a small bureau has too few of them, approved ones wait again. */
async function findWaiting(database: pg.Pool, count: number): Promise<number[]> {
  const find = async () => {
    const { rows } = await database.query<{ id: number }>(
      `select id from site_profiles where status = 'Activated' and fmb_status = 'Submitted' order by id limit $1`,
      [count],
    )
    return rows.map(({ id }) => id)
  }
  const missing = count - (await find()).length
  if (missing > 0)
    await database.query(
      `update site_profiles set site_status = 'Submitted', fmb_status = 'Submitted', waiting_since = approved_at,
         approved_at = null
       where id in (
         select id from site_profiles where status = 'Activated' and site_status = 'Approved' order by id limit $1
       )`,
      [missing],
    )
  return find()
}

/** Signs people in and finds the records the requests are about, enough for so many writes of each side. */
export async function prepareBench(
  origin: string,
  apiKey: string,
  database: pg.Pool,
  writes: number,
): Promise<Bench> {
  const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
    const { rows } = await database.query<T>(text, values)
    const row = rows[0]
    if (!row) throw new Error(`Nothing found by ${text}`)
    return row
  }
  const fmb = await one<{ id: number; email: string }>(
    `select id, email from users where email = 'bench1@bureau.example'`,
  )
  const encoder = await one<Bench['encoder'] & { email: string }>(
    `select users.id, email, users.region_id, office_id, offices.province_id, short_code,
       (select min(cities.id) from cities
        where cities.province_id = offices.province_id and cities.region_id = offices.region_id) as city_id
     from users join roles on roles.id = role_id join offices on offices.id = office_id
       join regions on regions.id = users.region_id
     where roles.name = 'PENRO Encoder' or (roles.access_level = 'PENRO' and roles.kind = 'Encoder')
     order by users.id limit 1`,
  )
  const tokens = {
    fmb: await signIn(origin, apiKey, fmb.email),
    encoder: await signIn(origin, apiKey, encoder.email),
  }
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${tokens.encoder}` }
  const waiting = await findWaiting(database, 3 * writes)
  const record = await one<{ id: number }>(
    `select site_profiles.id from site_profiles join site_boundaries on site_profile_id = site_profiles.id
     where site_profiles.id >= (select max(id) / 2 from site_profiles) and site_status = 'Approved'
       and status = 'Activated' and not exists (
         select from site_boundaries as other
         where other.site_profile_id <> site_boundaries.site_profile_id and other.extent && site_boundaries.extent
       )
     order by site_profiles.id limit 1`,
  )
  const { city } = await one<{ city: string }>(
    `select cities.name as city from site_profiles join cities on cities.id = city_id
     group by cities.name order by abs(count(*) - 40), cities.name limit 1`,
  )
  return {
    tokens,
    apiKey,
    fmb,
    encoder,
    record: record.id,
    search: { rare: encodeURIComponent(`ng ${city}`), common: 'Reforestation' },
    pools: {
      waiting,
      uploads: await uploadForms(origin, headers, writes),
      fileRows: await insertForms(database, encoder.id, 2 * writes),
    },
    // as one final approval counts: in its own office
    approvedMeanwhile: () =>
      database.query(
        `update record_changes set approvals = approvals + 1
         where (office_id, region_id) = (select office_id, region_id from approved_sites limit 1)`,
      ),
  }
}
