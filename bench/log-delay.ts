import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { API_KEY, databaseBeside } from './at-work.ts'
import { connect } from '../server/lib/db.ts'
import { startEmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { migrate } from '../server/lib/migrate.ts'
import { loadReferenceData } from '../server/seed/reference-data.ts'
import { startProduct } from './processes.ts'
import { publishLog } from './publish-log.ts'

const WRITES_A_SECOND = 100
const SECONDS = 30
/** what is measured right after the start */
const FIRST_SECONDS = 5
const LOOK_EVERY_MS = 5

const ADD = (rows: number) => `
  insert into audit_logs (created_at, user_name, user_email, role_name, auditable_type, auditable_id, auditable_code,
    event, field_change, network_address, request_id)
  select now() - interval '1 day', 'Person ' || n, n || '@bureau.example', 'PENRO Encoder', 'Profiling of SITES', n,
    'SITES-' || n, 'Updated', '[{"field": "name_of_partner", "old": "Samahan", "new": "Samahan ng Kagubatan"}]',
    '127.0.0.1', gen_random_uuid()::text
  from generate_series(1, ${rows}) as n returning id`

/** A product whose log has so many rows, sealed and published, and nothing else. */
async function makeLog(dataDir: string, rows: number, say: (words: string) => void): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const database = connect({ ...embedded.connection, options: '-c statement_timeout=0' }, () => undefined)
  try {
    await migrate(database.pool)
    await loadReferenceData(database.kysely)
    await database.pool.query(ADD(rows).replace('returning id', ''))
  } finally {
    await database.close()
    await embedded.stop()
  }
  await publishLog(dataDir, say)
}

/** Megabytes that a log of a million rows like these takes besides the rows themselves. */
async function storageOf(client: pg.Client): Promise<number> {
  await client.query('vacuum full audit_unsealed')
  const { rows } = await client.query<{ bytes: number; rows: number }>(`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes,
      (select count(*) from log_entries)::float8 as rows
    from unnest(array['log_entries', 'log_published', 'log_days', 'audit_unsealed', 'audit_day_counts']) as name`)
  const { bytes = 0, rows: count = 1 } = rows[0] ?? {}
  return bytes / count
}

/**
 * How long a row waits from its commit until a signed checkpoint holds it, while a hundred are written a second, from
 * the moment on when the product is ready; in milliseconds.
 */
async function measureDelay(
  client: pg.Client,
  writer: pg.Client,
): Promise<{ first: number[]; all: number[] }> {
  const begun = performance.now()
  const committed = new Map<number, number>()
  const sizes: { at: number; size: number }[] = []
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ size: string }>('select size from log_published')
      const size = Number(rows[0]?.size ?? 0)
      if (size !== sizes.at(-1)?.size) sizes.push({ at: performance.now(), size })
      await sleep(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  for (let row = 0; row < WRITES_A_SECOND * SECONDS; row += 1) {
    const due = begun + (row * 1_000) / WRITES_A_SECOND
    if (due > performance.now()) await sleep(due - performance.now())
    const { rows } = await writer.query<{ id: string }>(ADD(1))
    committed.set(Number(rows[0]?.id), performance.now())
  }
  await sleep(5_000)
  isOver = true
  await looking
  const { rows: places } = await writer.query<{ id: string; log_index: string }>(
    'select audit_log_id as id, log_index from log_entries where audit_log_id = any ($1)',
    [[...committed.keys()]],
  )
  const waited = places.map(({ id, log_index }) => {
    const since = committed.get(Number(id)) ?? 0
    const seen = sizes.find(({ size }) => size > Number(log_index))
    return { since: since - begun, ms: (seen?.at ?? Number.POSITIVE_INFINITY) - since }
  })
  if (waited.length < committed.size) throw new Error('Rows were left out of the log.')
  const first = waited.filter(({ since }) => since < FIRST_SECONDS * 1_000)
  return { first: first.map(({ ms }) => ms), all: waited.map(({ ms }) => ms) }
}

const figures = (times: number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return `p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, at most ${at(1).toFixed(0)} ms`
}

/** Says how long rows wait for a checkpoint, beside a log of so many rows, and how much room that log takes. */
export async function tellLogDelay(rows: number, say: (words: string) => void): Promise<void> {
  mkdirSync('data', { recursive: true })
  const dataDir = mkdtempSync(path.resolve('data', 'bench-log-'))
  try {
    await makeLog(dataDir, rows, say)
    // nobody has an account yet
    process.env.ADMIN_EMAIL ??= 'bench@bureau.example'
    const product = await startProduct(dataDir, API_KEY)
    const connection = await databaseBeside(dataDir)
    const [client, writer] = [new pg.Client(connection), new pg.Client(connection)]
    await Promise.all([client.connect(), writer.connect()])
    try {
      const { first, all } = await measureDelay(client, writer)
      console.log(
        `${rows.toLocaleString('en')} rows: ${figures(all)}; in the first ${FIRST_SECONDS} s after the start ${figures(first)}; ${(await storageOf(client)).toFixed(0)} MB per million rows besides the rows.`,
      )
    } finally {
      await Promise.all([client.end(), writer.end()])
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
