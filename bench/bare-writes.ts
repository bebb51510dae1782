import { verify } from '@node-rs/argon2'
import type pg from 'pg'
import { manilaYear } from '../shared/lib/dates.ts'
import { type Call, one, type Row, rows } from './bare-query.ts'
import { RECORD } from './bare-sql.ts'
import * as sqlOf from './bare-writes-sql.ts'

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

/** The fields as a line of the log tells them. */
const changesTo = (fields: Row) =>
  JSON.stringify(Object.entries(fields).map(([field, value]) => ({ field, old: null, new: String(value) })))

const APPROVED = changesTo({ fmb_status: 'Approved', site_status: 'Approved' })

const approve: Call = (pool, _query, body) =>
  inTransaction(pool, async (client) => {
    const site = await one(client, sqlOf.LOCK, [body.id])
    if (site.site_status !== 'Submitted' || site.fmb_status !== 'Submitted') throw new Error('wrong state')
    await rows(client, sqlOf.APPROVE, [body.id, body.user])
    await rows(client, sqlOf.STEP, [body.id, body.user, 'Approved', 'FMB'])
    await rows(client, sqlOf.AUDIT, [body.id, site.code, 'Approved (FMB)', body.user, APPROVED])
    await rows(client, sqlOf.MAILS, [site.office_id, site.code, site.submitted_by])
    return { siteProfile: await one(client, RECORD, [body.id]) }
  })

const valuesOf = (body: Row, ...names: string[]) => names.map((name) => body[name])

const PLACE_AND_FORM = ['region_id', 'province_id', 'city_id', 'office_id', 'name_of_partner', 'project_area']
const FILES = ['agreement_id', 'map_kml_id']

const create: Call = (pool, _query, body) =>
  inTransaction(pool, async (client) => {
    const year = manilaYear(new Date())
    const number = await one(client, sqlOf.NEXT_NUMBER, [body.region_id, year])
    await rows(client, sqlOf.TAKE_FILES, [valuesOf(body, ...FILES)])
    const code = `SITES-${String(body.short_code)}-${year}-${String(number.last_number)}`
    const { id } = await one(client, sqlOf.CREATE, [
      code,
      ...valuesOf(body, ...PLACE_AND_FORM, ...FILES, 'user'),
    ])
    await rows(client, sqlOf.CREATE_BOUNDARY, [id, ...valuesOf(body, 'map_kml_id', 'geometry', 'lon', 'lat')])
    await rows(client, sqlOf.STEP, [id, body.user, 'Submitted', null])
    await rows(client, sqlOf.SNAPSHOT, [id])
    const { geometry: _, ...fields } = body
    await rows(client, sqlOf.AUDIT, [id, code, 'Created', body.user, changesTo(fields)])
    await rows(client, sqlOf.AUDIT, [id, code, 'Submitted', body.user, '[]'])
    await rows(client, sqlOf.MAILS, [body.office_id, code, null])
    return { siteProfile: await one(client, RECORD, [id]) }
  })

const login: Call = async (pool, _query, body) => {
  const user = await one(pool, sqlOf.PERSON, [body.email])
  if (!(await verify(String(user.password_hash), String(body.password)))) throw new Error('wrong password')
  await rows(pool, sqlOf.SESSION, [user.id])
  return { token: crypto.randomUUID(), user, permissions: user.permissions }
}

export const WRITES = { '/approve': approve, '/create': create, '/login': login }
