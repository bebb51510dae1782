import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/lib/embedded-postgres.ts'
import { connect } from '../../server/lib/db.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { loadReferenceData } from '../../server/seed/reference-data.ts'
import { generate, isGenerated, type Scale } from './generate.ts'
import { send } from './load.ts'
import { type Bench, PASSWORD } from './operations.ts'

/** Makes the bureau of a scale in a data folder, unless it is there already. */
export async function prepareData(
  dataDir: string,
  scale: Scale,
  say: (words: string) => void,
): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir })
  try {
    const database = connect(embedded.connection, () => undefined)
    await migrate(database.kysely, database.pool)
    await loadReferenceData(database.kysely)
    await database.close()
    // the superuser may switch triggers off, which loading this much needs
    const client = new pg.Client(embedded.adminConnection(embedded.connection.database))
    await client.connect()
    try {
      if (await isGenerated(client, scale)) return
      say('Generating the bureau …')
      await generate(client, scale, say)
    } finally {
      await client.end()
    }
  } finally {
    await embedded.stop()
  }
}

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

async function signIn(origin: string, apiKey: string, email: string): Promise<string> {
  const answer = await send(origin, {
    method: 'POST',
    path: '/api/login',
    headers: { 'x-api-key': apiKey },
    body: { email, password: PASSWORD, force: true },
  })
  const { token } = JSON.parse(answer.body.toString()) as { token?: string }
  if (!token) throw new Error(`${email} could not sign in: ${answer.body.toString()}`)
  return token
}

async function upload(origin: string, headers: Record<string, string>, kind: 'pdf' | 'kml', text: string) {
  const form = new FormData()
  form.set('file', new Blob([text]), `bench.${kind}`)
  const reply = await fetch(`${origin}/api/file/${kind}`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`Upload answered ${reply.status}: ${await reply.text()}`)
  const body = (await reply.json()) as { data?: { id: number }; id?: number; file?: { id: number } }
  const id = body.id ?? body.data?.id ?? body.file?.id
  if (id === undefined) throw new Error(`Upload answered ${JSON.stringify(body)}`)
  return id
}

/** Signs people in, uploads what creating takes, and finds the records the requests are about. */
export async function prepareBench(
  origin: string,
  apiKey: string,
  client: pg.Client,
  creations: number,
): Promise<Bench> {
  const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
    const { rows } = await client.query<T>(text, values)
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
  const files: Bench['pools']['files'] = []
  for (let index = 0; index < creations; index += 1) {
    const agreement_id = await upload(origin, headers, 'pdf', PDF)
    const map_kml_id = await upload(
      origin,
      headers,
      'kml',
      KML(121 + (index % 90) / 100, 14 + index / 10_000),
    )
    files.push({ agreement_id, map_kml_id })
  }
  const { rows: waiting } = await client.query<{ id: number }>(
    `select id from site_profiles where status = 'Activated' and fmb_status = 'Submitted'
     order by id limit 4000`,
  )
  const record = await one<{ id: number }>(
    `select site_profiles.id from site_profiles
     join site_boundaries on site_profile_id = site_profiles.id
     where site_status = 'Approved' and status = 'Activated' and not exists (
       select from site_boundaries as other
       where other.site_profile_id <> site_boundaries.site_profile_id and other.extent && site_boundaries.extent
     )
     order by abs(site_profiles.id - (select max(id) / 2 from site_profiles)) limit 1`,
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
    pools: { waiting: waiting.map(({ id }) => id), files },
  }
}
