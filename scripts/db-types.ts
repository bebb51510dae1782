import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connect } from '../server/database/db.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'

/**
 * Writes db/types.ts from a newly migrated temporary database. With `--check`, fails if the committed file is out of
 * date, and writes nothing.
 */
const check = process.argv.includes('--check')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'db-types-'))
const target = check ? path.join(scratch, 'types.ts') : 'db/types.ts'

const embedded = await startEmbeddedPostgres({ dataDir: path.join(scratch, 'data'), fsync: false })
try {
  const database = connect(embedded.connection, () => undefined)
  await migrate(database.pool)
  await database.close()
  const { host, port, user, database: name } = embedded.connection
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
  const mapping = JSON.stringify({ timestamptz: 'string', int8: 'number', date: 'string' })
  const flags = ['--dialect', 'postgres', '--url', url, '--out-file', target, '--type-mapping', mapping]
  const program = path.resolve('node_modules/kysely-codegen/dist/cli/bin.js')
  execFileSync(process.execPath, [program, ...flags, '--include-pattern', 'public.*'], { stdio: 'inherit' })
} finally {
  await embedded.stop()
}

const written = readFileSync(target, 'utf8').replace(/\n?export interface Kysely\w+ \{[^}]*\}\n/g, '')
writeFileSync(target, written.replace(/^ {2}kysely_\w+: .*\n/gm, ''))
if (check && readFileSync(target, 'utf8') !== readFileSync('db/types.ts', 'utf8')) {
  console.error('db/types.ts is stale: run npm run db:types.')
  process.exitCode = 1
}
rmSync(scratch, { recursive: true, force: true })
