import { existsSync } from 'node:fs'
import path from 'node:path'
import { findSigningKey } from './audit/signing-key.ts'
import { makeBackup } from './backup/backup.actions.ts'
import type { Manifest } from './backup/manifest.ts'
import { requireKnownSchema } from './database/migrate.ts'
import { errorSentence, openForCommand, showProgress, stopSignal } from './operate/command.ts'
import { NO_KEYS, readConfig } from './lib/config.ts'
import { foreseen } from './lib/errors.ts'
import { createFileStore } from './store/create-file-store.ts'

/** `npm run backup`: backs up database and files into one file while the product runs. */
const USAGE = 'Usage: npm run backup -- FILE    writes database and files into a new file'

const NO_KEY =
  'There is no key to sign the backup with: set AUDIT_SIGNING_KEY or DATA_DIR as the running product has them.'

function summary(file: string, { tables, files }: Manifest): string {
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  return `${file} contains ${rows} rows of ${tables.length} tables and ${files.count} files.`
}

async function main([file, ...rest]: string[]): Promise<void> {
  if (!file || file.startsWith('-') || rest.length > 0) throw foreseen(USAGE)
  if (existsSync(file)) throw foreseen(`${file} exists already: no backup is written over another.`)
  if (!existsSync(path.dirname(file))) throw foreseen(`There is no folder ${path.dirname(file)}.`)
  const config = readConfig({ ...process.env, ...NO_KEYS }, { production: false })
  const key = findSigningKey(config)
  if (!key) throw foreseen(NO_KEY)
  const signal = stopSignal()
  const { database, stop } = await openForCommand(config)
  try {
    await requireKnownSchema(database.kysely)
    const services = { db: database.kysely, files: createFileStore(config), now: () => new Date(), key }
    const made = await makeBackup(services, file, { onProgress: showProgress('files'), signal })
    console.log(summary(file, made))
    if (made.missing.length === 0) return
    const names = made.missing.map(({ id, name }) => `\n  file ${id}, ${name}`).join('')
    console.error(`The file store has lost the bytes of ${made.missing.length} files:${names}`)
    process.exitCode = 1
  } finally {
    await stop()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(errorSentence(error) ?? error)
  process.exitCode = 1
}
