import { mkdirSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import { type Call, reads } from './bare-reads.ts'
import { writes } from './bare-writes.ts'
import { readAll } from './requests.ts'

/**
 * What a careful engineer writes in an afternoon: a Node.js HTTP server, a connection pool, plain SQL with indexes,
 * counts computed at every call, the same rows as the product; no permissions, no checks, no contract. The first
 * argument is the database as JSON, the second the folder for uploads; prints its address.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ max: 12, ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig) })
const folder = process.argv[3] ?? '.'
mkdirSync(folder, { recursive: true })

const calls: Record<string, Call> = { ...reads(pool), ...writes(pool, folder) }

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  readAll(request)
    .then((body) => calls[pathname]?.(searchParams, body))
    .then(
      (reply) => response.end(typeof reply === 'string' ? reply : JSON.stringify(reply)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
// as long as the product's, so that connections stay open between two turns of the bench
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '')
})
process.on('SIGTERM', () => process.exit(0))
