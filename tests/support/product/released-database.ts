import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { restoreBackup } from '../../../server/backup/restore.actions.ts'
import { verifyBackup } from '../../../server/backup/verify.ts'
import { connect } from '../../../server/database/db.ts'
import { listMigrations, migrate } from '../../../server/database/migrate.ts'
import { MIGRATIONS } from '../../../server/database/migrations.ts'
import { localFileStore } from '../../../server/store/file-store-local.ts'
import { emptyDatabase } from './databases.ts'

type Upgraded = {
  /** the database, which the test drops */
  name: string
  /** the version that made it, and the migrations that it had before */
  made_by: string
  had: string[]
  /** what the start would warn of */
  warnings: string[]
}

/** Restores the kept database of a release as that release left it, and brings it up to date as a start does. */
export async function upgraded(file: string, migrations = MIGRATIONS): Promise<Upgraded> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-upgrade-'))
  const { name, connection } = await emptyDatabase()
  const database = connect(connection, () => undefined)
  try {
    const backup = path.join(folder, 'backup.tar')
    writeFileSync(backup, gunzipSync(readFileSync(file)))
    const handle = await open(backup)
    const verified = await verifyBackup(handle, { trusted: new Set() })
    const services = {
      db: database.kysely,
      files: localFileStore(path.join(folder, 'files')),
      now: () => new Date(),
    }
    await restoreBackup(services, handle, verified, { replace: false, notLogged: true })
    await handle.close()
    const had = (await listMigrations(database.kysely)).map((one) => one.name)
    const warnings = await migrate(database.pool, migrations)
    return { name, made_by: verified.version, had, warnings }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
