import http from 'node:http'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import * as sqlOf from './bare-sql.ts'

/**
 * What a careful engineer writes in an afternoon: a Node.js HTTP server, a pool of connections, plain prepared SQL
 * with its indexes, counts computed afresh, the same bytes as the product; no permissions, no checks, no contract.
 * The database is given as JSON in the first argument; prints its address.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

const pool = new pg.Pool({ max: 12, ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig) })

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

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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

type Call = (query: URLSearchParams, body: Row) => Promise<unknown>

const pageOf = (query: URLSearchParams) => {
  const length = Number(query.get('length') ?? 10)
  return [length, (Number(query.get('page') ?? 1) - 1) * length]
}

const CALLS: Record<string, Call> = {
  '/list': async (query) => {
    const text = query.get('search')
    const data = await rows(pool, text ? sqlOf.SEARCHED_LIST : sqlOf.LIST, [
      ...pageOf(query),
      ...(text ? [`%${text}%`] : []),
    ])
    const totalCount = await count(pool, sqlOf.LIST_COUNT)
    const filteredCount = text ? await count(pool, sqlOf.SEARCHED_COUNT, [`%${text}%`]) : totalCount
    return { data, totalCount, filteredCount }
  },
  '/record': async (query) => {
    const id = query.get('id')
    const [siteProfile, boundary, history] = await Promise.all([
      one(pool, sqlOf.RECORD, [id]),
      one(pool, sqlOf.BOUNDARY, [id]),
      rows(pool, sqlOf.HISTORY, [id]),
    ])
    return { siteProfile, boundary, only_approver: false, history }
  },
  '/approve': (_query, body) =>
    inTransaction(async (client) => {
      const site = await one(client, sqlOf.LOCK, [body.id])
      if (site.site_status !== 'Submitted' || site.fmb_status !== 'Submitted') throw new Error('wrong state')
      await rows(client, sqlOf.APPROVE, [body.id, body.user])
      await rows(client, sqlOf.STEP, [body.id, body.user, 'Approved', 'FMB'])
      await rows(client, sqlOf.AUDIT, [body.id, site.code, 'Approved (FMB)', body.user])
      return { siteProfile: await one(client, sqlOf.RECORD, [body.id]) }
    }),
  '/create': (_query, body) =>
    inTransaction(async (client) => {
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
  '/login': async (_query, body) => {
    const user = await one(pool, sqlOf.PERSON, [body.email])
    if (!(await verify(String(user.password_hash), String(body.password)))) throw new Error('wrong password')
    await rows(pool, sqlOf.SESSION, [user.id])
    return { token: crypto.randomUUID(), user, permissions: user.permissions }
  },
  '/public': async (query) => {
    const data = await rows(pool, sqlOf.PUBLIC_LIST, pageOf(query))
    const totalCount = await count(pool, sqlOf.PUBLIC_COUNT)
    return { data, totalCount, filteredCount: totalCount, gkey: '' }
  },
  '/audit': async (query) => {
    const data = await rows(pool, sqlOf.AUDIT_RANGE, pageOf(query))
    const totalCount = await count(pool, sqlOf.AUDIT_COUNT)
    return { data, totalCount, filteredCount: totalCount }
  },
  '/public-counts': async () => ({ data: await rows(pool, sqlOf.PUBLIC_COUNTS) }),
}

const bodyOf = async (request: http.IncomingMessage): Promise<Row> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as Row) : {}
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare')
  const answer = (status: number, body: unknown) => {
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }
  const call = CALLS[url.pathname]
  if (!call) return answer(404, { message: 'unknown' })
  bodyOf(request)
    .then((body) => call(url.searchParams, body))
    .then(
      (body) => answer(200, body),
      (error: unknown) => answer(500, { message: String(error) }),
    )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '')
})
process.on('SIGTERM', () => process.exit(0))
