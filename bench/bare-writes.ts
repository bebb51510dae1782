import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { verify } from '@node-rs/argon2'
import type pg from 'pg'
import { manilaYear } from '../shared/lib/dates.ts'
import { type Call, RECORD, type Row, rows } from './bare-reads.ts'

/** Writes the same rows as the product, in one transaction per record. */

const LOCK = 'select * from site_profiles where id = $1 for update'

const APPROVE = `
  update site_profiles set fmb_status = 'Approved', site_status = 'Approved', approved_at = now(),
    waiting_since = null, returned_by = null, returned_reason = null, updated_at = now(), updated_by = $2,
    revision = revision + 1
  where id = $1`

const STEP = `
  insert into review_steps (record_id, round, action, level, user_id, user_name, role_name)
  select record_id, 1, $3, $4, users.id, first_name || ' ' || last_name, roles.name
  from site_profiles, users join roles on roles.id = users.role_id where site_profiles.id = $1 and users.id = $2`

const LOG = `
  insert into audit_logs (user_id, user_name, user_email, role_name, access_level, region_id, office_id,
    auditable_type, auditable_id, auditable_code, event, field_change, network_address, request_id)
  select users.id, first_name || ' ' || last_name, email, roles.name, users.access_level, region_id, office_id,
    'Profiling of SITES', $1, $2, $3, $5, '127.0.0.1', gen_random_uuid()
  from users join roles on roles.id = users.role_id where users.id = $4`

/** One mail for each approver of the office and for the encoder, far in the future: no process here sends them. */
const MAILS = `
  select graphile_worker.add_job('bench_mail', json_build_object('to', email, 'subject', $2::text || ': a profile'),
    run_at => now() + interval '1 year')
  from users join roles on roles.id = users.role_id
  where users.id = $3 or (office_id = $1 and 'site_maps_approval' = any(permissions))`

const NEXT_NUMBER = `
  update site_code_counters set last_number = last_number + 1 where region_id = $1 and year = $2
  returning last_number`

const CREATE = `
  insert into site_profiles (code, region_id, province_id, city_id, office_id, name_of_partner, project_area,
    year_implemented, project_year_start, project_year_end, redd_eligible_activities_area,
    emission_from_deforestation_area, implementation_arrangement, agreement_id, map_kml_id, site_status,
    penro_status, created_by, updated_by, submitted_by, submitted_at, waiting_since)
  values ($1, $2, $3, $4, $5, $6, $7, 2024, 2024, 2034, array['Reducing emissions from deforestation'], $7,
    'MOA/MOU', $8, $9, 'Submitted', 'Submitted', $10, $10, $10, now(), now())
  returning *`

const CREATE_BOUNDARY = `
  insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, min_lon, min_lat,
    max_lon, max_lat)
  values ($1, $2, '{"type": "MultiPolygon", "coordinates": []}', 100, 5, true, $3::float8, $4::float8, $3::float8 + 0.001, $4::float8 + 0.001)`

const SNAPSHOT = `
  insert into review_snapshots (record_id, round, content)
  select site_profiles.record_id, 1, to_jsonb(site_profiles) from site_profiles where site_profiles.id = $1`

const PERSON = `
  select users.*, roles.name as role, roles.permissions
  from users join roles on roles.id = users.role_id where lower(email) = lower($1)`

const SESSION = `
  insert into sessions (user_id, token_hash) values ($1, sha256(gen_random_uuid()::text::bytea))
  on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now(), last_used_at = now()`

const FILE = `
  insert into files (storage_key, kind, name, media_type, size, sha256, uploaded_by)
  values ($1, 'kml', 'bench.kml', 'application/vnd.google-earth.kml+xml', $2, $3, $4) returning id`

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The changes as the audit log stores them. */
const changesTo = (fields: Row) =>
  JSON.stringify(Object.entries(fields).map(([field, value]) => ({ field, old: null, new: String(value) })))

const APPROVED = changesTo({ fmb_status: 'Approved', site_status: 'Approved' })

const approve = (pool: pg.Pool, id: unknown, user: unknown) =>
  inTransaction(pool, async (client) => {
    const [site] = await rows(client, LOCK, [id])
    if (site?.site_status !== 'Submitted' || site.fmb_status !== 'Submitted') throw new Error('wrong state')
    await rows(client, APPROVE, [id, user])
    await rows(client, STEP, [id, user, 'Approved', 'FMB'])
    await rows(client, LOG, [id, site.code, 'Approved (FMB)', user, APPROVED])
    await rows(client, MAILS, [site.office_id, site.code, site.submitted_by])
    return { siteProfile: (await rows(client, RECORD, [id]))[0] }
  })

const PLACE_AND_FORM = ['region_id', 'province_id', 'city_id', 'office_id', 'name_of_partner', 'project_area']

const create = (pool: pg.Pool, body: Row) =>
  inTransaction(pool, async (client) => {
    const valuesOf = (...names: string[]) => names.map((name) => body[name])
    const year = manilaYear(new Date())
    const [number] = await rows(client, NEXT_NUMBER, [body.region_id, year])
    const files = valuesOf('agreement_id', 'map_kml_id')
    await rows(client, 'update files set unused_since = null where id = any($1)', [files])
    const code = `SITES-${String(body.short_code)}-${year}-${String(number?.last_number)}`
    const [site] = await rows(client, CREATE, [code, ...valuesOf(...PLACE_AND_FORM), ...files, body.user])
    await rows(client, CREATE_BOUNDARY, [site?.id, ...valuesOf('map_kml_id', 'lon', 'lat')])
    await rows(client, STEP, [site?.id, body.user, 'Submitted', null])
    await rows(client, SNAPSHOT, [site?.id])
    await rows(client, LOG, [site?.id, code, 'Created', body.user, changesTo(body)])
    await rows(client, LOG, [site?.id, code, 'Submitted', body.user, '[]'])
    await rows(client, MAILS, [body.office_id, code, null])
    return { siteProfile: (await rows(client, RECORD, [site?.id]))[0] }
  })

async function logIn(pool: pg.Pool, body: Row): Promise<unknown> {
  const [user] = await rows(pool, PERSON, [body.email])
  if (!(await verify(String(user?.password_hash), String(body.password)))) throw new Error('wrong password')
  await rows(pool, SESSION, [user?.id])
  return { token: randomUUID(), user, permissions: user?.permissions }
}

async function upload(pool: pg.Pool, folder: string, user: string | null, content: Buffer): Promise<unknown> {
  const key = randomUUID()
  await writeFile(path.join(folder, key), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const [file] = await rows(pool, FILE, [key, content.length, sha256, user])
  return { data: file }
}

const parsed = (body: Buffer) => JSON.parse(body.toString()) as Row

export const writes = (pool: pg.Pool, folder: string): Record<string, Call> => ({
  '/approve': (_query, body) => approve(pool, parsed(body).id, parsed(body).user),
  '/approve-many': async (_query, body) => {
    const { ids, user } = parsed(body)
    for (const id of ids as number[]) await approve(pool, id, user)
    return {}
  },
  '/create': (_query, body) => create(pool, parsed(body)),
  '/login': (_query, body) => logIn(pool, parsed(body)),
  '/upload': (query, body) => upload(pool, folder, query.get('user'), body),
})
