import { readConfig } from '../../../server/lib/config.ts'
import type { Services } from '../../../server/context/context.ts'
import { connect } from '../../../server/database/db.ts'
import type { Logger } from '../../../server/lib/log.ts'
import { createFileStore } from '../../../server/store/create-file-store.ts'
import { startSealing } from '../../../server/public-log/sealing.ts'

/** Runs only what seals and publishes the log, as a process that a test may kill. */
const { connection, dataDir } = JSON.parse(process.argv[2] ?? '') as {
  connection: Parameters<typeof connect>[0]
  dataDir: string
}
const config = readConfig({ API_KEY: 'not used', DATA_DIR: dataDir }, { production: false })
const { kysely: db } = connect(connection, () => undefined)
const silent = () => undefined
const log = { info: silent, warn: silent, debug: silent, error: (text: unknown) => console.error(text) }
const services = { config, db, files: createFileStore(config), now: () => new Date() } as Services
startSealing(services, log as unknown as Logger)
console.log('ready')
// its timers alone do not keep the process running
setInterval(silent, 60_000)
