import { createHash, generateKeyPairSync } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findSigningKey } from '../../server/audit/signing-key.ts'
import { makeBackup } from '../../server/backup/backup.actions.ts'
import { restoreBackup } from '../../server/backup/restore.actions.ts'
import { bytesOf, type Part, partsOf } from '../../server/backup/archive-reader.ts'
import { writeArchive } from '../../server/backup/archive-writer.ts'
import {
  ABOUT,
  asJson,
  keyOf,
  Manifest,
  MANIFEST,
  SIGNATURE,
  tablePart,
} from '../../server/backup/manifest.ts'
import { ACCEPT_FLAG, signManifest } from '../../server/backup/signature.ts'
import { verifyBackup } from '../../server/backup/verify.ts'
import { readConfig } from '../../server/lib/config.ts'
import { connect, type Database } from '../../server/database/db.ts'
import { localFileStore } from '../../server/store/file-store-local.ts'
import { createSchema, listMigrations, migrate } from '../../server/database/migrate.ts'
import { MIGRATIONS } from '../../server/database/migrations.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { findLogSize, findPublishedCheckpoint } from '../../server/public-log/log.queries.ts'
import { runCommand } from '../support/product/command.ts'
import { countersOf, fingerprints, schemaOf } from '../support/oracles/database-content.ts'
import { foldersFor } from '../support/product/folders.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { startS3Server } from '../support/doubles/s3-server.ts'
import { expectAcknowledgedWork, expectNoPartialRecords } from '../support/oracles/whole-or-absent.ts'
import {
  countAcknowledged,
  findPlan,
  noAcknowledgements,
  personAt,
  writeUntilKilled,
} from '../support/product/write-load.ts'
import { FULL, full } from '../support/full.ts'
import { pdfBytes } from '../support/records/factories.ts'

// all of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

/** Backups of a bureau at work, restored to an empty place and to one with other data. */
const freshFolder = foldersFor('backup')
const dataDir = freshFolder()
const restoredDir = freshFolder()
const elsewhere = freshFolder()
const busy = path.join(elsewhere, 'busy.tar')
const quiet = path.join(elsewhere, 'quiet.tar')
const laterCheckpoint = path.join(elsewhere, 'later-checkpoint')

const backUp = (file: string, env: Record<string, string> = {}) =>
  runCommand('backup', { DATA_DIR: dataDir, ...env }, file)
const restore = (folder: string, ...words: string[]) => runCommand('restore', { DATA_DIR: folder }, ...words)
/**
 * The operator's command before the product is started again; not needed for a backup from before the first checkpoint.
 */
const accept = (folder: string) =>
  runCommand('operator', { DATA_DIR: folder }, 'log', 'accept', 'Restored for the test')
const verifyLog = (folder: string, ...words: string[]) =>
  runCommand('audit-verify', { DATA_DIR: folder }, ...words)

/** Runs `work` on the database of the product that runs on this folder, or else starts its server for it. */
async function withDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const running = existsSync(path.join(folder, 'product.pid'))
  const embedded = running ? null : await startEmbeddedPostgres({ dataDir: folder })
  const database = connect(embedded?.connection ?? databaseOf(folder).connection, () => undefined)
  try {
    return await work(database)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** Removes most of the evidence of the demo bureau, since all files are handled alike. The full run keeps them. */
async function keepFewFiles({ kysely }: Database): Promise<void> {
  if (FULL) return
  const gone = await kysely.transaction().execute(async (db) => {
    for (const table of ['site_activity_means', 'files'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    const evidence = await db
      .deleteFrom('site_activity_means')
      .where(sql<boolean>`file_id % 20 > 0`)
      // the log records the evidence of approved activities
      .where(
        sql<boolean>`site_activity_id in (select id from site_activities where site_status <> 'Approved')`,
      )
      .returning('file_id')
      .execute()
    const ids = evidence.map((row) => row.file_id)
    await db.deleteFrom('file_renditions').where('file_id', 'in', ids).execute()
    const rows = await db.deleteFrom('files').where('id', 'in', ids).returning('storage_key').execute()
    for (const table of ['site_activity_means', 'files'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
    return rows.map((row) => row.storage_key)
  })
  const files = localFileStore(path.join(dataDir, 'files'))
  for (const key of gone) await files.remove(key)
}

/** Waits until every row is sealed and in the public log, as in a running product. */
const allPublished = ({ kysely: db }: Database) =>
  vi.waitFor(
    async () => {
      expect(await db.selectFrom('audit_unsealed').selectAll().execute()).toEqual([])
      expect((await findPublishedCheckpoint(db))?.size).toBe(await findLogSize(db))
    },
    { timeout: 30_000 },
  )

/** The lists that people see: the public list, and those of an administrator. */
async function listsOf({ url }: Product) {
  const admin = await personAt(url, 'fmb.admin')
  const read = (call: string) => admin.call('GET', call)
  const calls = [
    '/sites/datatable?length=100',
    '/sites/activities/datatable?length=100',
    '/roles/datatable?length=100',
  ]
  const open = await fetch(`${url}/api/sites/activities/dashboard/datatable?length=100`, {
    headers: { 'x-api-key': 'demo-key' },
  })
  return [await open.json(), ...(await Promise.all(calls.map(read)))]
}

async function readBackup(file: string) {
  const handle = await open(file)
  try {
    const parts: Part[] = []
    for await (const part of partsOf(handle)) parts.push(part)
    return { ...(await verifyBackup(handle, { trusted: new Set() })), parts }
  } finally {
    await handle.close()
  }
}

const rowsOf = ({ tables }: Pick<Manifest, 'tables'>, name: string) =>
  tables.find((table) => table.name === name)?.rows
const sizesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).size}`)
    .sort()

full.describe('a backup made while six people write', () => {
  const done = noAcknowledgements()
  let before = noAcknowledgements()

  beforeAll(async () => {
    const product = await startProduct({ dataDir })
    await withDatabase(dataDir, keepFewFiles)
    const plan = await withDatabase(dataDir, findPlan)
    let killed = false
    const load = writeUntilKilled(product.url, plan, done, () => killed)
    await Promise.race([
      load,
      vi.waitFor(() => expect(countAcknowledged(done)).toBeGreaterThan(20), { timeout: 60_000 }),
    ])
    before = structuredClone(done)
    const said = await backUp(busy)
    const during = countAcknowledged(done) - countAcknowledged(before)
    killed = true
    product.child.kill('SIGKILL')
    await load
    expect(said).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\S+ contains \d+ rows of \d+ tables and \d+ files\.$/),
    })
    // otherwise nothing was written during the backup
    expect(during).toBeGreaterThan(0)
  }, 300_000)

  test('is one file for its owner alone, and a second is not written over it', async () => {
    expect(statSync(busy).mode & 0o777).toBe(0o600)
    expect(readdirSync(elsewhere)).toEqual(['busy.tar'])
    expect(await backUp(busy)).toMatchObject({
      error: `${busy} exists already: no backup is written over another.`,
      code: 1,
    })
  })

  test('holds what was acknowledged before it, and no record by half', async () => {
    const stranger = await restore(restoredDir, busy)
    expect([stranger.code, stranger.error.split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(
        /^This backup is signed with the key [0-9a-f]{16}, which is not known here: copy audit-signing-key .*, set AUDIT_FORMER_KEYS=[0-9a-f]{16} .*, or add --accept-without-valid-signature if/,
      ),
    ])
    expect(readdirSync(restoredDir)).toEqual([])
    copyFileSync(path.join(dataDir, 'audit-signing-key'), path.join(restoredDir, 'audit-signing-key'))
    const said = await restore(restoredDir, busy)
    expect(said.code, said.error).toBe(0)
    expect(said.out).toMatch(
      /^Restored as it was on .*\. All users must log in again\.\nThe backup came signed with the key [0-9a-f]{16} of this installation\.\n/,
    )
    const backup = await readBackup(busy)
    await withDatabase(restoredDir, async (database) => {
      await expectAcknowledgedWork(database, restoredDir, before)
      await expectNoPartialRecords(database, restoredDir)
      // a file may be there without its row, which was written a moment too late
      expect(backup.files.count).toBeGreaterThanOrEqual(rowsOf(backup, 'files') ?? 0)
      const counters = await countersOf(database.kysely)
      for (const { name, value } of backup.sequences)
        expect(counters[name], name).toBeGreaterThanOrEqual(value)
    })
  }, 300_000)

  test('continues as a product whose log is whole', async () => {
    await accept(restoredDir)
    const product = await startProduct({ dataDir: restoredDir })
    const admin = await personAt(product.url, 'laguna.encoder')
    expect((await admin.upload('pdf', pdfBytes().toString())).id).toBeGreaterThan(0)
    await withDatabase(restoredDir, async (database) => {
      await allPublished(database)
      const lines = await database.kysely
        .selectFrom('audit_logs')
        .select(['user_name', 'field_change'])
        .where('event', '=', 'Backup Restored')
        .execute()
      expect(lines).toEqual([
        {
          user_name: 'Operator at the server',
          field_change: [
            { field: 'backup_of', old: null, new: expect.stringMatching(/^\w{3} \d\d, \d{4} /) },
            {
              field: 'restored',
              old: null,
              new: expect.stringMatching(/^signed with the key [0-9a-f]{16} of this installation$/),
            },
          ],
        },
      ])
    })
    expect((await verifyLog(restoredDir)).code).toBe(0)
    await product.stop()
  }, 300_000)
})

describe('a backup of a moment of rest', () => {
  let product: Product
  let lists: unknown[]
  let source: {
    prints: Map<string, string>
    schema: string[]
    counters: Record<string, number | null>
    last: number
  }

  /** Reads what the full run compares a restored product with. */
  async function rememberSource(): Promise<void> {
    lists = await listsOf(product)
    await withDatabase(dataDir, async (database) => {
      await allPublished(database)
      const { kysely: db } = database
      const { last } = await db
        .selectFrom('audit_logs')
        .select((eb) => eb.fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      source = {
        prints: await fingerprints(db),
        schema: await schemaOf(db),
        counters: await countersOf(db),
        last: last ?? 0,
      }
    })
  }

  /** Adds a row to the log after the backup, and stores the checkpoint that contains it. */
  async function rememberLaterCheckpoint(): Promise<void> {
    await personAt(product.url, 'fmb.approver')
    await withDatabase(dataDir, allPublished)
    expect((await verifyLog(dataDir)).code).toBe(0)
    writeFileSync(laterCheckpoint, await (await fetch(`${product.url}/log/checkpoint`)).text())
  }

  beforeAll(async () => {
    product = await startProduct({ dataDir })
    await withDatabase(dataDir, keepFewFiles)
    if (FULL) await rememberSource()
    expect((await backUp(quiet)).code).toBe(0)
    if (FULL) await rememberLaterCheckpoint()
  }, 300_000)
  afterAll(() => product?.stop())

  test('is not restored under a running product', async () => {
    expect(await restore(dataDir, quiet, '--replace')).toMatchObject({
      error: expect.stringMatching(/Another start of the product .* stop it first/),
      code: 1,
    })
  })

  full.test(
    'goes through a database server and a bucket, and comes back the same',
    async () => {
      const store = await startS3Server('evidence')
      await withDatabase(dataDir, ({ pool }) => pool.query('create database second'))
      const address = new URL('postgresql:///second')
      address.searchParams.set('host', databaseOf(dataDir).connection.host)
      address.searchParams.set('user', 'safeguards')
      const env = {
        DATA_DIR: freshFolder(),
        DATABASE_URL: address.href,
        AUDIT_SIGNING_KEY: readFileSync(path.join(dataDir, 'audit-signing-key'), 'utf8'),
        FILES_URL: store.url,
        AWS_ACCESS_KEY_ID: 'test-id',
        AWS_SECRET_ACCESS_KEY: 'test-secret',
      }
      const other = connect({ connectionString: address.href }, () => undefined)
      await other.pool.query('select 1')
      expect(await runCommand('restore', env, quiet)).toMatchObject({
        error: expect.stringMatching(/still using this database: stop every instance of it first\.$/),
        code: 1,
      })
      await other.pool.end()
      const said = await runCommand('restore', env, quiet)
      expect(said.code, said.error).toBe(0)

      const kept = await readBackup(quiet)
      expect(store.objects.size).toBe(kept.files.count)
      const again = path.join(elsewhere, 'again.tar')
      const reading = store.answerAfter(50)
      expect((await backUp(again, env)).code).toBe(0)
      // an answer from a distant store takes longer
      expect(reading.mostAtOnce).toBe(Math.min(16, kept.files.count))
      const { tables, files, schema } = await readBackup(again)
      expect({ files, schema }).toEqual({ files: kept.files, schema: kept.schema })
      // the restore itself adds a row to the log
      const logged = ['audit_logs', 'audit_unsealed']
      expect(tables).toEqual(
        kept.tables.map((table) =>
          logged.includes(table.name) ? { ...table, rows: table.rows + 1, bytes: expect.any(Number) } : table,
        ),
      )
      await store.close()
    },
    120_000,
  )

  full.test(
    'replaces other records only when told to, and then to the letter',
    async () => {
      const bytes = sizesBelow(path.join(restoredDir, 'files'))
      const prints = await withDatabase(restoredDir, ({ kysely }) => fingerprints(kysely))
      expect(await restore(restoredDir, quiet)).toMatchObject({
        error: expect.stringMatching(
          /This database already has records: make a backup of it, then add --replace to replace them\.$/,
        ),
        code: 1,
      })
      expect(await withDatabase(restoredDir, ({ kysely }) => fingerprints(kysely))).toEqual(prints)
      expect(sizesBelow(path.join(restoredDir, 'files'))).toEqual(bytes)

      const said = await restore(restoredDir, quiet, '--replace')
      expect(said.code, said.error).toBe(0)
      await withDatabase(restoredDir, async ({ kysely: db }) => {
        const line = { audit_logs: `id <= ${source.last}`, audit_unsealed: `audit_log_id <= ${source.last}` }
        const restored = await fingerprints(db, line)
        const madeAnew = [
          'sessions',
          'throttle_events',
          'guessed_addresses',
          'file_renditions',
          'report_exports',
          'public_call_counts',
          'kysely_migration',
        ]
        for (const [name, print] of source.prints)
          if (!madeAnew.includes(name)) expect(restored.get(name), name).toBe(print)
        expect(await schemaOf(db)).toEqual(source.schema)
        const logged = { audit_logs_id_seq: (source.counters.audit_logs_id_seq ?? 0) + 1 }
        expect(await countersOf(db)).toEqual({ ...source.counters, ...logged })
        const { rows } = await sql`select from sessions`.execute(db)
        expect(rows).toEqual([])
        for (const { storage_key, sha256 } of await db.selectFrom('files').selectAll().execute()) {
          const stored = readFileSync(path.join(restoredDir, 'files', storage_key.slice(0, 2), storage_key))
          expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256)
        }
      })
    },
    300_000,
  )

  full.test(
    'shows the same lists, and its log is found whole alone and older beside later heads',
    async () => {
      expect(await accept(restoredDir)).toMatchObject({
        out: expect.stringMatching(/^The public log continues from [\d,]+ entries/),
        error: '',
      })
      const again = await startProduct({ dataDir: restoredDir })
      expect(await listsOf(again)).toEqual(lists)
      await withDatabase(restoredDir, allPublished)
      expect((await verifyLog(restoredDir)).code).toBe(0)
      const beside = await verifyLog(restoredDir, '--checkpoint', laterCheckpoint)
      expect(beside).toMatchObject({ code: 1, out: expect.stringMatching(/an older backup was restored/) })
      await again.stop()
    },
    300_000,
  )

  test('is refused as a whole when one byte of it differs, and nothing is made', async () => {
    const whole = readFileSync(quiet)
    const { parts } = await readBackup(quiet)
    const part = parts.find(({ name, size }) => keyOf(name) !== null && size > 0)
    const at = (part?.start ?? 0) + 1
    whole.writeUInt8(whole.readUInt8(at) ^ 1, at)
    const damaged = path.join(elsewhere, 'damaged.tar')
    writeFileSync(damaged, whole)
    const folder = freshFolder()
    const said = await restore(folder, damaged)
    expect(said.error.split('\n').at(-1)).toBe(
      `The backup is damaged at "${part?.name}": its bytes are not those that were written.`,
    )
    writeFileSync(damaged, whole.subarray(0, whole.length / 2))
    const cut = await restore(folder, damaged)
    expect([said.code, cut.code, cut.error.split('\n').at(-1)]).toEqual([
      1,
      1,
      'The backup ends too early: it was cut off when it was copied or made.',
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  full.test(
    'whose table was changed with all its sums is refused; unsigned, it takes the operator’s word',
    async () => {
      const { parts } = await readBackup(quiet)
      const handle = await open(quiet)
      const bytes = new Map<string, Buffer>()
      for (const part of parts) bytes.set(part.name, await bytesOf(handle, part))
      await handle.close()
      const roles = gunzipSync(bytes.get('tables/roles/000001.jsonl.gz') ?? '').toString()
      expect(roles).toContain('PENRO Encoder')
      bytes.set('tables/roles/000001.jsonl.gz', gzipSync(roles.replace('PENRO Encoder', 'PENRO Pretender')))

      /** The changed archive, as it could be made without the key. */
      const forged = path.join(elsewhere, 'forged.tar')
      const forge = (last: 'as it was' | 'adapted' | 'unsigned') =>
        writeArchive(forged, async (archive) => {
          for (const [name, part] of bytes) {
            if (name.startsWith('sums/') || (name === SIGNATURE && last === 'unsigned')) continue
            if (name !== MANIFEST || last === 'as it was') await archive.add(name, part)
            else {
              const manifest = Manifest.parse(JSON.parse(part.toString()))
              const tables = manifest.tables.map((table) =>
                table.name === 'roles' ? { ...table, bytes: table.bytes + 100 } : table,
              )
              await archive.add(name, asJson({ ...manifest, tables, parts: archive.sumOfParts() }))
            }
          }
        })
      const folder = freshFolder()
      copyFileSync(path.join(dataDir, 'audit-signing-key'), path.join(folder, 'audit-signing-key'))
      const refused = async (sentence: RegExp, ...words: string[]) => {
        const said = await restore(folder, forged, ...words)
        expect([said.code, said.error.split('\n').at(-1)]).toEqual([1, expect.stringMatching(sentence)])
        expect(readdirSync(folder)).toEqual(['audit-signing-key'])
      }
      await forge('as it was')
      await refused(
        /^The backup contains other parts than it declares, so it is not restored\.$/,
        ACCEPT_FLAG,
      )
      await forge('adapted')
      await refused(/^The signature of this backup is wrong, so it was changed after it was made: /)
      await forge('unsigned')
      await refused(/^This backup is not signed, so it is not known who made it and whether it was changed: /)
      await refused(/^Usage: |^key of this installation is refused/, '--accept')
      const said = await restore(folder, forged, ACCEPT_FLAG)
      expect([said.code, said.error]).toEqual([0, expect.any(String)])
      expect(said.out).toContain('The backup came without a signature.')
      await withDatabase(folder, async ({ kysely }) => {
        const line = await kysely
          .selectFrom('audit_logs')
          .select('field_change')
          .where('event', '=', 'Backup Restored')
          .executeTakeFirstOrThrow()
        expect(line.field_change).toContainEqual({ field: 'restored', old: null, new: 'without a signature' })
      })
    },
    120_000,
  )

  full.test(
    'is tried by `restore --check` beside the running product: the newest one, in plain words, and nothing stays',
    async () => {
      const place = freshFolder()
      const temporary = freshFolder()
      const name = 'safeguards-20260101T173000Z.tar'
      copyFileSync(quiet, path.join(place, name))
      copyFileSync(busy, path.join(place, 'safeguards-20251231T173000Z.tar'))
      const check = (...words: string[]) =>
        runCommand(
          'restore',
          { DATA_DIR: dataDir, BACKUP_URL: place, TMPDIR: temporary },
          '--check',
          ...words,
        )
      const prints = await withDatabase(dataDir, ({ kysely }) => fingerprints(kysely))
      const started_at = '2026-01-01T17:30:00Z'
      const made = { started_at, finished_at: started_at, name, bytes: 1, rows: 1, files: 1, missing: 0 }
      await withDatabase(dataDir, ({ kysely }) => kysely.insertInto('backups').values(made).execute())

      const said = await check()
      expect([said.code, said.out.split('\n')]).toEqual([
        0,
        [
          expect.stringMatching(
            /^safeguards-20260101T173000Z\.tar of \w+ \d+, \d+ .*, signed with the key [0-9a-f]{16} of this installation, was restored into a temporary database: [\d,]+ rows of \d+ tables and [\d,]+ files\.$/,
          ),
          'Every row and every file matches the backup.',
          expect.stringMatching(/^Its audit log: [\d,]+ rows followed, 0 findings\.$/),
          'Nothing of it was left behind, and nothing in use was changed.',
        ],
      ])
      expect(readdirSync(temporary)).toEqual([])
      await withDatabase(dataDir, async ({ kysely: db }) => {
        const { drilled_at } = await db.selectFrom('backups').select('drilled_at').executeTakeFirstOrThrow()
        expect(drilled_at).not.toBe(null)
        await db.deleteFrom('backups').execute()
        expect(await fingerprints(db)).toEqual(prints)
      })

      // a text that the database stores differently is restored differently, which is found
      const key = findSigningKey(readConfig({ DATA_DIR: dataDir, API_KEY: 'x' }, { production: false }))
      if (!key) throw new Error('no key')
      const odd = path.join(elsewhere, 'odd.tar')
      const { parts } = await readBackup(quiet)
      const handle = await open(quiet)
      await writeArchive(odd, async (archive) => {
        for (const part of parts) {
          if (part.name.startsWith('sums/') || part.name === SIGNATURE) continue
          const bytes = await bytesOf(handle, part)
          if (part.name === MANIFEST) {
            const manifest = Manifest.parse(JSON.parse(bytes.toString()))
            const tables = manifest.tables.map((table) => ({ ...table, bytes: table.bytes + 1_000 }))
            const changed = asJson({ ...manifest, tables, parts: archive.sumOfParts() })
            await archive.add(MANIFEST, changed)
            await archive.add(SIGNATURE, asJson(signManifest(changed, key)))
          } else if (part.name === tablePart('principle_batches', 1)) {
            const rows = gunzipSync(bytes).toString()
            expect(rows).toMatch(/^\["\d/)
            await archive.add(part.name, gzipSync(rows.replace(/^\["/, '["0')))
          } else await archive.add(part.name, bytes)
        }
      })
      await handle.close()
      const found = await check(odd)
      expect([found.code, found.out]).toEqual([
        1,
        expect.stringContaining('The rows of "principle_batches" are not those of the backup.'),
      ])

      const whole = readFileSync(quiet)
      whole[Math.floor(whole.length / 2)] = (whole[Math.floor(whole.length / 2)] ?? 0) ^ 1
      writeFileSync(path.join(place, name), whole)
      const damaged = await check()
      expect([damaged.code, damaged.error.split('\n').at(-1)]).toEqual([
        1,
        expect.stringMatching(/^The backup is damaged at /),
      ])
      expect(readdirSync(temporary)).toEqual([])
    },
    180_000,
  )

  full.test(
    'names the files whose bytes the store has lost, keeps the others and says so in its code',
    async () => {
      const [gone, changed] = await withDatabase(dataDir, ({ kysely }) =>
        kysely
          .selectFrom('files')
          .selectAll()
          .where('unused_since', 'is', null)
          .orderBy('id')
          .limit(2)
          .execute(),
      )
      if (!gone || !changed) throw new Error('no files')
      const fileOf = (key: string) => path.join(dataDir, 'files', key.slice(0, 2), key)
      const kept = [gone, changed].map(({ storage_key }) => readFileSync(fileOf(storage_key)))
      rmSync(fileOf(gone.storage_key))
      writeFileSync(fileOf(changed.storage_key), Buffer.alloc(changed.size))
      const file = path.join(elsewhere, 'poor.tar')
      const said = await backUp(file)
      for (const [index, { storage_key }] of [gone, changed].entries())
        writeFileSync(fileOf(storage_key), kept[index] ?? '')
      expect(said.code).toBe(1)
      expect(said.error).toContain(
        `The file store has lost the bytes of 2 files:\n  file ${gone.id}, ${gone.name}\n  file ${changed.id}, ${changed.name}`,
      )
      const { missing, files, tables } = await readBackup(file)
      expect(missing.map(({ id }) => id)).toEqual([gone.id, changed.id])
      expect(files.count + 2).toBe(tables.find(({ name }) => name === 'files')?.rows)
    },
  )

  full.test(
    'of an older version is restored as it was, and brought up to date by the next start',
    async () => {
      const names = Object.keys(MIGRATIONS).sort()
      const file = path.join(elsewhere, 'older.tar')
      const files = localFileStore(freshFolder())
      const now = () => new Date()
      await withDatabase(dataDir, ({ pool }) => pool.query('create database older'))
      await withDatabase(dataDir, ({ pool }) => pool.query('create database newer'))
      const older = connect({ ...databaseOf(dataDir).connection, database: 'older' }, () => undefined)
      const newer = connect({ ...databaseOf(dataDir).connection, database: 'newer' }, () => undefined)
      await createSchema(older.kysely, names.slice(0, -2), now())
      await older.pool.query(`insert into principle_batches (batch_number) values (7)`)
      const key = generateKeyPairSync('ed25519').privateKey
      await makeBackup({ db: older.kysely, files, now, key }, file)

      const handle = await open(file)
      const backup = await verifyBackup(handle, { trusted: new Set() })
      expect(backup.schema.map(({ name }) => name)).toEqual(names.slice(0, -2))
      await restoreBackup({ db: newer.kysely, files, now }, handle, backup, { replace: false })
      await handle.close()
      const namesIn = async () => (await listMigrations(newer.kysely)).map(({ name }) => name)
      expect(await namesIn()).toEqual(names.slice(0, -2))
      await migrate(newer.pool)
      expect(await namesIn()).toEqual(names)
      const batches = await newer.kysely.selectFrom('principle_batches').select('batch_number').execute()
      expect(batches).toEqual([{ batch_number: 7 }])
      await Promise.all([older.close(), newer.close()])
    },
  )
})

full.test(
  'a backup that grows beyond what it declares, or beyond the disk, is refused in a sentence, and nothing is made',
  async () => {
    const folder = freshFolder()
    const file = path.join(freshFolder(), 'large.tar')
    const made = (bytes: number) =>
      writeArchive(file, async (archive) => {
        await archive.add(
          ABOUT,
          asJson({
            format: 'safeguards backup 1',
            made_at: '2026-11-22T00:00:00Z',
            version: '2.0.0',
            schema: [],
          }),
        )
        await archive.list()
        await archive.add(tablePart('roles', 1), gzipSync(Buffer.alloc(20_000_000)))
        const tables = [{ name: 'roles', columns: ['id'], rows: 1, bytes }]
        const nothing = { sequences: [], files: { count: 0, bytes: 0 }, missing: [] }
        await archive.add(MANIFEST, asJson({ tables, ...nothing, parts: archive.sumOfParts() }))
      })
    const said = async () => (await restore(folder, file, ACCEPT_FLAG)).error.split('\n').at(-1)
    await made(1_000_000)
    expect(await said()).toBe(
      'The backup contains more in "tables/roles/000001.jsonl.gz" than it declares, so it is not restored.',
    )
    await made(1e16)
    expect(await said()).toMatch(
      /^This backup needs about 30000000\.0 GB in .*, where \d+\.\d GB are free: make room first\.$/,
    )
    expect(readdirSync(folder)).toEqual([])
  },
)

test('nothing is backed up without the key that signs it', async () => {
  const file = path.join(freshFolder(), 'unsigned.tar')
  expect(await backUp(file, { DATA_DIR: freshFolder() })).toMatchObject({
    error: expect.stringMatching(
      /^There is no key to sign the backup with: set AUDIT_SIGNING_KEY or DATA_DIR/,
    ),
    code: 1,
  })
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['backup', [], /^Usage: npm run backup/],
  ['backup', ['--what'], /^Usage: npm run backup/],
  ['backup', ['/nowhere/file.tar'], /^There is no folder \/nowhere\.$/],
  ['restore', [], /^Usage: npm run restore/],
  ['restore', ['--check', '--identity'], /^Usage: npm run restore/],
  ['restore', ['/nowhere/file.tar'], /^The file \/nowhere\/file\.tar cannot be read\.$/],
] as const)('%s %j is refused in a sentence', async (entry, words, sentence) => {
  const said = await runCommand(entry, { DATA_DIR: freshFolder() }, ...words)
  expect([said.error, said.code]).toEqual([expect.stringMatching(sentence), 1])
})
