import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { makeBackup } from '../../server/backup/backup.actions.ts'
import type { Database } from '../../server/database/db.ts'
import { migrate } from '../../server/database/migrate.ts'
import { readConfig } from '../../server/lib/config.ts'
import { sealWaiting } from '../../server/public-log/seal.actions.ts'
import { loadDemoBureau } from '../../server/seed/demo-bureau.ts'
import { loadReferenceData } from '../../server/seed/reference-data.ts'
import { localFileStore } from '../../server/store/file-store-local.ts'

/** The kept database of a release. */
export const dumpOf = (root: string, version: string): string =>
  path.join(root, 'tests/fixtures/releases', version, 'demo-bureau.tar.gz')

/**
 * Makes the demo bureau in an empty database, seals its log, and writes it to a file as a backup of this version: all
 * rows, without the bytes of the files, which no upgrade reads.
 */
export async function dumpDemoBureau(database: Database, file: string, version: string): Promise<void> {
  const { pool, kysely: db } = database
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-release-'))
  try {
    const config = readConfig(
      { API_KEY: 'release', DATA_DIR: folder, LOG_LEVEL: 'silent' },
      { production: false },
    )
    const now = () => new Date()
    const files = localFileStore(path.join(folder, 'files'))
    await migrate(pool)
    await loadReferenceData(db)
    await loadDemoBureau({ config, db, readDb: db, files, now, languages: config.languages })
    await sealWaiting(db)
    const backup = path.join(folder, 'backup.tar')
    const key = generateKeyPairSync('ed25519').privateKey
    const noFiles = localFileStore(path.join(folder, 'none'))
    await makeBackup({ db, files: noFiles, now, key }, backup, { version })
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, gzipSync(readFileSync(backup), { level: 9 }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
