import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/lib/config.ts'
import { connect } from '../server/lib/db.ts'
import { startEmbeddedPostgres } from '../server/lib/embedded-postgres.ts'
import { makeFileStore } from '../server/lib/make-file-store.ts'
import { migrate } from '../server/lib/migrate.ts'
import { advanceLog } from '../server/public-log/follow.actions.ts'
import { PUBLIC_URL } from './processes.ts'

/** Has the sealed log of a stopped bureau published, once, so that no product builds it beside what is measured. */
export async function publishLog(dataDir: string, say: (words: string) => void): Promise<void> {
  if (existsSync(path.join(dataDir, 'files', 'log', 'checkpoint'))) return
  const started = performance.now()
  const embedded = await startEmbeddedPostgres({ dataDir })
  const { kysely: db, pool, close } = connect(embedded.connection, () => undefined)
  try {
    await migrate(pool)
    const config = readConfig({ API_KEY: 'not used', DATA_DIR: dataDir, PUBLIC_URL }, { production: false })
    const services = { config, db, files: makeFileStore(config), now: () => new Date() }
    const turn = await advanceLog(services, { edge: null })
    if (turn?.stopped) throw new Error(turn.stopped.sentence)
  } finally {
    await close()
    await embedded.stop()
  }
  say(`The public log was built in ${((performance.now() - started) / 1000).toFixed(0)} s.`)
}
