import http from 'node:http'
import { Readable } from 'node:stream'
import pg from 'pg'
import { answer } from './bare-calls.ts'
import { exportCsv } from './bare-csv.ts'

/**
 * What a careful engineer writes in an afternoon: a Node.js HTTP server, a pool of connections, plain prepared SQL
 * with its indexes, counts computed afresh, the same bytes as the product; no permissions, no checks, no contract.
 * The database is given as JSON in the first argument; prints its address.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

const pool = new pg.Pool({ max: 12, ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig) })

const bodyOf = async (request: http.IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>) : {}
}

function reply(response: http.ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

const server = http.createServer((request, response) => {
  const path = request.url ?? '/'
  if (path.startsWith('/report.csv')) {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
    Readable.from(exportCsv(pool, new URL(path, 'http://bare').searchParams.get('region'))).pipe(response)
    return
  }
  bodyOf(request)
    .then((body) => answer(pool, path, body) ?? Promise.reject(new Error('unknown path')))
    .then(
      (body) => reply(response, 200, body),
      (error: unknown) => reply(response, 500, { message: String(error) }),
    )
})
// as long as the product keeps them: between two turns of the bench nothing comes
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '')
})
process.on('SIGTERM', () => process.exit(0))
