import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { publicPart } from '../server/audit/signing-key.ts'
import { readConfig } from '../server/lib/config.ts'
import { connect } from '../server/lib/db.ts'
import type { Db } from '../server/lib/db.ts'
import { startEmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { makeFileStore } from '../server/lib/make-file-store.ts'
import { migrate } from '../server/lib/migrate.ts'
import type { LogServices } from '../server/public-log/agree.actions.ts'
import { signCheckpoint } from '../server/public-log/checkpoint.ts'
import { grow } from '../server/public-log/growing.ts'
import { logKey, originOf } from '../server/public-log/log-key.ts'
import { findLogSize } from '../server/public-log/log.queries.ts'
import { insertDay } from '../server/public-log/outside.queries.ts'
import { advanceLog } from '../server/public-log/publish.actions.ts'
import { sealWaiting } from '../server/public-log/seal.actions.ts'
import { emptyEdge, rootOf } from '../server/public-log/tiles.ts'
import { PUBLIC_URL } from './processes.ts'

/** How many entries the log had at the end of each of its days but the last. */
async function listEnds(db: Db): Promise<{ day: string; size: number }[]> {
  const { rows } = await sql<{ day: string; size: number }>`
    select (created_at at time zone 'Asia/Manila')::date as day, max(log_index) + 1 as size
    from log_entries join audit_logs on audit_logs.id = audit_log_id group by 1 order by 2`.execute(db)
  return rows.slice(0, -1)
}

/** Closes each day of the year, as the product would have on the day after. */
async function closeDays({ config, db }: LogServices): Promise<void> {
  const key = logKey(config)
  const edge = emptyEdge()
  for (const { day, size } of await listEnds(db)) {
    await grow(db, edge, size)
    const checkpoint = signCheckpoint({ origin: originOf(config), size, root: rootOf(edge) }, key)
    await insertDay(db, {
      ...{ day, size, checkpoint, public_key: publicPart(key), mailed: 0 },
      made_at: `${day}T23:59:59+08:00`,
    })
  }
}

/** Has the log of a stopped bureau sealed and published, once, so that no product does it beside what is measured. */
export async function publishLog(dataDir: string, say: (words: string) => void): Promise<void> {
  if (existsSync(path.join(dataDir, 'files', 'log', 'checkpoint'))) return
  const started = performance.now()
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const { kysely: db, pool, close } = connect(embedded.connection, () => undefined)
  try {
    await migrate(pool)
    const config = readConfig({ API_KEY: 'not used', DATA_DIR: dataDir, PUBLIC_URL }, { production: false })
    const services = { config, db, files: makeFileStore(config), now: () => new Date() }
    await sealWaiting(db)
    const turn = await advanceLog(services, { edge: null })
    if (turn?.stopped) throw new Error(turn.stopped.sentence)
    await closeDays(services)
    await pool.query('vacuum analyze log_entries, audit_unsealed, audit_day_counts, log_days')
    say(`The public log of ${await findLogSize(db)} entries was built in ${seconds(started)} s.`)
  } finally {
    await close()
    await embedded.stop()
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0)
