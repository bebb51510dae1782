import { verify } from '@node-rs/argon2'
import type pg from 'pg'
import { marksOf } from '../shared/review/marks.ts'
import * as reports from './bare-reports-sql.ts'
import * as sqlOf from './bare-sql.ts'

type Source = pg.Pool | pg.PoolClient
type Row = Record<string, unknown>

const names = new Map<string, string>()

/** Runs a prepared statement. */
async function rows(source: Source, text: string, values: unknown[] = []): Promise<Row[]> {
  const name = names.get(text) ?? `bare${names.size}`
  names.set(text, name)
  return (await source.query<Row>({ name, text, values })).rows
}

const one = async (source: Source, text: string, values: unknown[] = []): Promise<Row> =>
  (await rows(source, text, values))[0] ?? {}

const count = async (source: Source, text: string, values: unknown[] = []): Promise<number> =>
  Number((await one(source, text, values)).count)

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

type Call = (pool: pg.Pool, query: URLSearchParams, body: Row) => Promise<unknown>

const pageOf = (query: URLSearchParams) => {
  const length = Number(query.get('length') ?? 10)
  return [length, (Number(query.get('page') ?? 1) - 1) * length]
}

const CALLS: Record<string, Call> = {
  '/list': async (pool, query) => {
    const text = query.get('search')
    const data = await rows(pool, text ? sqlOf.SEARCHED_LIST : sqlOf.LIST, [
      ...pageOf(query),
      ...(text ? [`%${text}%`] : []),
    ])
    const totalCount = await count(pool, sqlOf.LIST_COUNT)
    const filteredCount = text ? await count(pool, sqlOf.SEARCHED_COUNT, [`%${text}%`]) : totalCount
    return { data, totalCount, filteredCount }
  },
  '/record': async (pool, query) => {
    const id = query.get('id')
    const [siteProfile, boundary, history] = await Promise.all([
      one(pool, sqlOf.RECORD, [id]),
      one(pool, sqlOf.BOUNDARY, [id]),
      rows(pool, sqlOf.HISTORY, [id]),
    ])
    const marks = marksOf({
      boundary: {
        declared_ha: Number(siteProfile.project_area),
        drawn_ha: Number(boundary.area_ha),
        warnings: [],
      },
      quarantined: 0,
    })
    return { siteProfile, boundary, only_approver: false, history, marks }
  },
  '/approve': (pool, _query, body) =>
    inTransaction(pool, async (client) => {
      const site = await one(client, sqlOf.LOCK, [body.id])
      if (site.site_status !== 'Submitted' || site.fmb_status !== 'Submitted') throw new Error('wrong state')
      await rows(client, sqlOf.APPROVE, [body.id, body.user])
      await rows(client, sqlOf.STEP, [body.id, body.user, 'Approved', 'FMB'])
      await rows(client, sqlOf.AUDIT, [body.id, site.code, 'Approved (FMB)', body.user])
      return { siteProfile: await one(client, sqlOf.RECORD, [body.id]) }
    }),
  '/create': (pool, _query, body) =>
    inTransaction(pool, async (client) => {
      const number = await one(client, sqlOf.NEXT_NUMBER, [body.region_id])
      await rows(client, sqlOf.TAKE_FILES, [[body.agreement_id, body.map_kml_id]])
      const code = `SITES-${String(body.short_code)}-2026-${String(number.last_number)}`
      const { id } = await one(client, sqlOf.CREATE, [
        code,
        body.region_id,
        body.province_id,
        body.city_id,
        body.office_id,
        body.name_of_partner,
        body.project_area,
        body.agreement_id,
        body.map_kml_id,
        body.user,
      ])
      await rows(client, sqlOf.CREATE_BOUNDARY, [id, body.map_kml_id, body.geometry, body.lon, body.lat])
      await rows(client, sqlOf.STEP, [id, body.user, 'Submitted', null])
      await rows(client, sqlOf.AUDIT, [id, code, 'Created', body.user])
      await rows(client, sqlOf.AUDIT, [id, code, 'Submitted', body.user])
      return { siteProfile: await one(client, sqlOf.RECORD, [id]) }
    }),
  '/login': async (pool, _query, body) => {
    const user = await one(pool, sqlOf.PERSON, [body.email])
    if (!(await verify(String(user.password_hash), String(body.password)))) throw new Error('wrong password')
    await rows(pool, sqlOf.SESSION, [user.id])
    return { token: crypto.randomUUID(), user, permissions: user.permissions }
  },
  '/public': async (pool, query) => {
    const data = await rows(pool, sqlOf.PUBLIC_LIST, pageOf(query))
    const totalCount = await count(pool, sqlOf.PUBLIC_COUNT)
    return { data, totalCount, filteredCount: totalCount, gkey: '' }
  },
  '/audit': async (pool, query) => {
    const data = await rows(pool, sqlOf.AUDIT_RANGE, pageOf(query))
    const totalCount = await count(pool, sqlOf.AUDIT_COUNT)
    return { data, totalCount, filteredCount: totalCount }
  },
  '/dashboard': async (pool, query) => {
    const data = await rows(pool, reports.DASHBOARD, pageOf(query))
    const totalCount = await count(pool, sqlOf.PUBLIC_COUNT)
    return { data, totalCount, filteredCount: totalCount, ids: [], site_activity_ids: [] }
  },
  '/report': async (pool, query) => {
    const data = await rows(pool, reports.REPORT, pageOf(query))
    const totalCount = await count(pool, reports.REPORT_COUNT)
    return { data, totalCount, filteredCount: totalCount, ids: [], site_activity_ids: [] }
  },
  '/public-counts': async (pool) => ({ data: await rows(pool, sqlOf.PUBLIC_COUNTS) }),
}

/** What the bare server answers at a path, read straight through the driver; null where it knows no such path. */
export function answer(pool: pg.Pool, path: string, body: Row): Promise<unknown> | null {
  const { pathname, searchParams } = new URL(path, 'http://bare')
  return CALLS[pathname]?.(pool, searchParams, body) ?? null
}
