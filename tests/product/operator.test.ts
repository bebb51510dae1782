import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatCount } from '../../shared/lib/format.ts'
import { connect, type Database } from '../../server/database/db.ts'
import { databaseSentence } from '../../server/database/schema-fault.ts'
import { DEMO_PASSWORD } from '../../server/seed/demo-people.ts'
import { runCommand } from '../support/product/command.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { ownEnvironment } from '../support/product/own-environment.ts'
import { auditOf, hasSession } from '../support/records/people.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { fewOf, full } from '../support/full.ts'

// all of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const ENCODER = 'laguna.encoder@bureau.example'
const freshFolder = foldersFor('operator')

const operator = (env: Record<string, string>, ...words: string[]) => runCommand('operator', env, ...words)

let product: Product
let database: Database
const dataDir = freshFolder()

beforeAll(async () => {
  product = await startProduct({ dataDir })
  database = connect(databaseOf(dataDir).connection, () => undefined)
}, 120_000)
afterAll(async () => {
  await database?.close()
  await product?.stop()
})

const post = (call: string, body: object, token?: string) =>
  fetch(`${product.url}/api/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'demo-key',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
const logIn = (password = DEMO_PASSWORD) => post('login', { email: ENCODER, password, force: true })
const db = () => ({ db: database.kysely })
const encoderId = async () =>
  (
    await database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', ENCODER)
      .executeTakeFirstOrThrow()
  ).id
const operatorRows = () =>
  database.kysely
    .selectFrom('audit_logs')
    .select(['auditable_type', 'event', 'auditable_code', 'user_name', 'user_id', 'user_email'])
    .where('user_name', '=', 'Operator at the server')
    .orderBy('id')
    .execute()
const line = (auditable_type: string, event: string) => ({
  auditable_type,
  event,
  auditable_code: ENCODER,
  user_name: 'Operator at the server',
  user_id: null,
  user_email: null,
})

describe('beside the running product', () => {
  test('list shows every account with role, office, status and last login', async () => {
    expect((await logIn()).status).toBe(200)
    const { out, code } = await operator({ DATA_DIR: dataDir }, 'list')
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^Address +Role +Office +Status +Last login$/)
    const row = (address: string) => lines.find((text) => text.startsWith(address))
    expect(row(ENCODER)).toMatch(
      /^\S+ +PENRO Encoder +PENRO Laguna +Activated +\w{3} \d\d, \d{4} \d\d:\d\d [AP]M$/,
    )
    expect(row('r4a.approver@')).toMatch(/Region Approver +\S.* +Activated +/)
    expect(row('fmb.super@')).toMatch(/FMB Super Administrator +FMB +Activated +/)
    expect(row('left.encoder@')).toMatch(/Deactivated/)
    const people = await database.kysely.selectFrom('users').select('id').execute()
    expect(lines).toHaveLength(people.length + 1)
    expect(await operatorRows()).toEqual([])
  })

  test('unlock lets a locked address log in again at once, and is logged', async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await logIn('wrong')).status).toBe(422)
    expect((await logIn()).status).toBe(429)
    expect(await operator({ DATA_DIR: dataDir }, 'unlock', ENCODER.toUpperCase())).toMatchObject({
      out: `${ENCODER.toUpperCase()} may log in again at once; 5 tries were forgotten.`,
      code: 0,
    })
    expect((await logIn()).status).toBe(200)
    expect(await operatorRows()).toEqual([line('User Management', 'Unlocked')])
    expect((await auditOf(db(), 'User Management', await encoderId())).at(-1)?.event).toBe('Unlocked')

    const again = await operator({ DATA_DIR: dataDir }, 'unlock', ENCODER)
    expect(again.out).toBe(`${ENCODER} had no failed tries: it was not locked.`)
  })

  test('person writes all that is stored about an account, nothing secret and nothing of others, and is logged', async () => {
    const id = await encoderId()
    const file = path.join(freshFolder(), 'person.ndjson')
    const { out, code } = await operator({ DATA_DIR: dataDir }, 'person', ENCODER, file)
    expect(code).toBe(0)
    const text = readFileSync(file, 'utf8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one) as { table: string; as: string; row: Record<string, unknown> })
    expect(out).toContain(`${formatCount(lines.length)} rows about ${ENCODER}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines.filter(({ table }) => table === 'users').map(({ row }) => row.email)).toContain(ENCODER)
    for (const { as, row } of lines) expect(row[as]).toBe(id)
    const logged = await database.kysely
      .selectFrom('audit_logs')
      .select('id')
      .where('user_id', '=', id)
      .execute()
    expect(lines.filter(({ table }) => table === 'audit_logs').map(({ row }) => row.id)).toEqual(
      expect.arrayContaining(logged.map((row) => Number(row.id))),
    )
    expect([...new Set(lines.map(({ table }) => table))]).toEqual(
      expect.arrayContaining(['site_profiles', 'site_activities', 'files', 'review_steps']),
    )
    expect(text).not.toMatch(/argon2|"[a-z_]*(?:hash|secret|token)[a-z_]*":/)
    expect((await operatorRows()).at(-1)).toEqual(line('User Management', 'Personal Data Exported'))
    expect((await operator({ DATA_DIR: dataDir }, 'person', ENCODER, file)).error).toContain('exists')
    expect((await operator({ DATA_DIR: dataDir }, 'person', 'nobody@bureau.example', `${file}2`)).code).toBe(
      1,
    )
    expect(existsSync(`${file}2`)).toBe(false)
  })

  test('reset ends the sessions and prints a link that sets a password once, without any mail', async () => {
    const { token } = (await (await logIn()).json()) as { token: string }
    const { out, code } = await operator(
      { DATA_DIR: dataDir, PUBLIC_URL: 'https://sis.example' },
      'reset',
      ENCODER,
    )
    expect(code).toBe(0)
    expect(await hasSession(db(), await encoderId())).toBe(false)
    const mine = await fetch(`${product.url}/api/my-profile`, {
      headers: { 'x-api-key': 'demo-key', authorization: `Bearer ${token}` },
    })
    expect(mine.status).toBe(401)

    // the owner gets a mail about the change, not about the link
    expect(existsSync(path.join(dataDir, 'mail'))).toBe(false)
    const link = new URL(/https:\S+/.exec(out)?.[0] ?? '')
    expect(`${link.origin}${link.pathname}`).toBe('https://sis.example/reset-password')
    const password = 'Kamagong-sa-Burol-77?'
    const body = {
      email: link.searchParams.get('email'),
      token: link.searchParams.get('token'),
      password,
      password_confirmation: password,
    }
    expect((await post('reset-password', body)).status).toBe(200)
    expect((await post('reset-password', body)).status).toBe(422)
    expect((await logIn(password)).status).toBe(200)
    expect((await logIn()).status).toBe(422)
    expect((await operatorRows()).at(-1)).toEqual(line('Authentication', 'Password Reset Requested'))
  })

  test('[S-156] imports are listed, and one is cancelled in whatever state it is', async () => {
    const { id: created_by } = await database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'fmb.admin@bureau.example')
      .executeTakeFirstOrThrow()
    const { id } = await database.kysely
      .insertInto('imports')
      .values({ table_name: 'a.xlsx', created_by, state: 'Checked', rows_total: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const listed = await operator({ DATA_DIR: dataDir }, 'imports')
    expect(listed.out).toMatch(new RegExp(`^${id} +Checked +a\\.xlsx +Benigno Salonga`, 'm'))
    const cancelled = await operator({ DATA_DIR: dataDir }, 'imports', 'cancel', String(id))
    expect(cancelled.out).toBe(`Import ${id} is cancelled. 0 profiles that it added stay.`)
    const row = await database.kysely
      .selectFrom('imports')
      .select(['state', 'refusal'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'Cancelled', refusal: 'An operator at the server ended it.' })
    const [line] = await database.kysely
      .selectFrom('audit_logs')
      .select(['user_name', 'auditable_type'])
      .where('event', '=', 'Import Cancelled')
      .execute()
    expect(line).toEqual({ user_name: 'Operator at the server', auditable_type: 'Profiling of SITES' })
    const again = await operator({ DATA_DIR: dataDir }, 'imports', 'cancel', String(id))
    expect([again.code, again.error]).toEqual([1, 'This import has ended already.'])
  })

  test('the address of the database may be given instead', async () => {
    const { host } = databaseOf(dataDir).connection
    const url = new URL('postgresql:///safeguards')
    url.searchParams.set('host', host)
    url.searchParams.set('user', 'safeguards')
    const { out, code } = await operator({ DATA_DIR: freshFolder(), DATABASE_URL: url.href }, 'list')
    expect(code).toBe(0)
    expect(out).toContain(ENCODER)
  })

  test('the database of a newer version is left to it', async () => {
    await sql`
      insert into kysely_migration (name, timestamp, sha256, version)
      values ('9999_newer', '2099-01-01', '', '99.0.0')`.execute(database.kysely)
    const said = databaseSentence({ kind: 'newer', made: '99.0.0' })
    const backup = path.join(freshFolder(), 'of-tomorrow.tar')
    try {
      expect(await runCommand('backup', { DATA_DIR: dataDir }, backup)).toEqual({
        out: '',
        error: said,
        code: 1,
      })
      expect(existsSync(backup)).toBe(false)
      for (const words of fewOf([['list'], ['recount'], ['unlock', ENCODER]], 1))
        expect(await operator({ DATA_DIR: dataDir }, ...words)).toEqual({ out: '', error: said, code: 1 })
    } finally {
      await sql`delete from kysely_migration where name = '9999_newer'`.execute(database.kysely)
    }
  })

  const refusals: [words: string[], sentence: string][] = [
    [['unlock', 'nobody@bureau.example'], 'There is no account with the address nobody@bureau.example.'],
    [
      ['single-sign-on', 'moved', 'https://old.example'],
      'Set OIDC_ISSUER to the new address of the provider first.',
    ],
    [['reset', 'nobody@bureau.example'], 'There is no account with the address nobody@bureau.example.'],
    [
      ['reset', 'left.encoder@bureau.example'],
      'The account left.encoder@bureau.example is deactivated: an administrator must activate it before it gets a password.',
    ],
  ]
  test.each(fewOf(refusals, 2))(
    '%j is refused in one sentence and changes nothing',
    async (words, sentence) => {
      const before = await operatorRows()
      expect(await operator({ DATA_DIR: dataDir }, ...words)).toEqual({ out: '', error: sentence, code: 1 })
      expect(await operatorRows()).toEqual(before)
      expect(await database.kysely.selectFrom('password_links').select('user_id').execute()).toEqual([])
    },
  )

  test('recount says of each kept number whether it is right, and mends what is not', async () => {
    const right = await operator({ DATA_DIR: dataDir }, 'recount')
    expect(right.code).toBe(0)
    expect(right.out.split('\n')).toEqual([
      expect.stringMatching(/^site_profile_counts: \d+ rows, all as counted\.$/),
      expect.stringMatching(/^site_activity_counts: \d+ rows, all as counted\.$/),
      expect.stringMatching(/^approved_sites: \d+ rows, all as counted\.$/),
      expect.stringMatching(/^approved_site_counts: \d+ rows, all as counted\.$/),
      expect.stringMatching(/^audit_day_counts: \d+ rows, all as counted\.$/),
      expect.stringMatching(/^state and answered_at of review_points: \d+ rows?, all as counted\.$/),
      expect.stringMatching(
        /^open_points and answered_points of site_profiles: \d+ rows?, all as counted\.$/,
      ),
      expect.stringMatching(
        /^open_points and answered_points of site_activities: \d+ rows?, all as counted\.$/,
      ),
      expect.stringMatching(/^record_warnings: of \d+ records, all as they are stored\.$/),
    ])
    const before = await operatorRows()
    const { pool } = database
    const { rows } = await pool.query<{ office_id: number; region_id: number; count: number }>(
      `update site_profile_counts set count = count + 2
       where (office_id, region_id, status) = (
         select office_id, region_id, status from site_profile_counts where status = 'Activated' and count > 0 limit 1
       ) returning office_id, region_id, count`,
    )
    const [spoilt] = rows
    const { rows: gone } = await pool.query<{ site_profile_id: number }>(
      'delete from approved_sites where site_profile_id = (select min(site_profile_id) from approved_sites) returning *',
    )
    const mended = await operator({ DATA_DIR: dataDir }, 'recount')
    expect(mended.code).toBe(0)
    const lines = mended.out.split('\n')
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^site_profile_counts: \d+ rows, 1 differed and was corrected:$/),
      `  office_id ${spoilt?.office_id}, region_id ${spoilt?.region_id}, status "Activated": count from ${spoilt?.count} to ${(spoilt?.count ?? 0) - 2}`,
    ])
    expect(lines[3]).toMatch(/^approved_sites: \d+ rows, 1 differed and was corrected:$/)
    expect(lines[4]).toMatch(
      new RegExp(`^  site_profile_id ${gone[0]?.site_profile_id}: .*approved_at.* from no row to .*"20`),
    )
    const added = (await operatorRows()).slice(before.length)
    expect(added).toEqual([{ ...line('System', 'Stored Counts Corrected'), auditable_code: null }])
    expect((await operator({ DATA_DIR: dataDir }, 'recount')).out).not.toContain('differed')
    expect((await operatorRows()).slice(before.length)).toEqual(added)
  })

  full.test('clock says what the clocks say', async () => {
    const { out } = await operator({ DATA_DIR: dataDir }, 'clock')
    const time = String.raw`\w{3} \d\d, \d{4} \d\d:\d\d [AP]M`
    expect(out).toMatch(new RegExp(`^This server says ${time}, the database ${time}\\.$`))
  })

  full.test(
    'log says how far the public log is, holds it against a file, and accepts nothing where nothing is wrong',
    async () => {
      const checkpoint = async () => (await fetch(`${product.url}/log/checkpoint`)).text()
      await expect.poll(checkpoint, { timeout: 30_000 }).toMatch(/\n\u2014 /)
      const env = { DATA_DIR: dataDir }
      expect((await operator(env, 'log')).out).toMatch(
        /^The public log has [\d,]+ entries\. The last checkpoint covers [\d,]+ entries, .+\.$/,
      )
      const file = path.join(freshFolder(), 'checkpoint')
      writeFileSync(file, await checkpoint())
      expect(await operator(env, 'log', 'compare', file)).toMatchObject({
        out: 'The log begins as this checkpoint says.',
        code: 0,
      })
      writeFileSync(file, 'nothing')
      expect((await operator(env, 'log', 'compare', file)).error).toMatch(/^This is not a checkpoint/)
      expect((await operator(env, 'log', 'accept', 'No', 'reason')).error).toBe(
        'The public log is not stopped: there is nothing to accept.',
      )
      expect((await operator(env, 'log', 'accept')).error).toMatch(/^Usage:/)
    },
  )

  describe('log export', () => {
    const env = { DATA_DIR: dataDir }
    const published = async () => (await fetch(`${product.url}/log/checkpoint`)).status

    full.test('is verified as its output says, and a disk that is full leaves nothing of it', async () => {
      requireProgram('python3')
      await expect.poll(published, { timeout: 30_000 }).toBe(200)
      const parent = freshFolder()
      const { out } = await operator(env, 'log', 'export', path.join(parent, 'whole'))
      const command = out.split('\n').at(-1)?.replace('Verify it with: ', '') ?? ''
      expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toMatch(
        /^WHOLE: the \d+ entries of localhost/,
      )
      expect((await operator(env, 'log', 'export')).error).toMatch(/^Usage:/)

      const before = await operatorRows()
      const words = ['log', 'export', path.join(parent, 'other')]
      const { status, stderr } = spawnSync(
        'prlimit',
        ['--fsize=20000', process.execPath, 'dist/server/operator.mjs', ...words],
        { env: { ...ownEnvironment(), ...env }, encoding: 'utf8' },
      )
      expect([status, stderr.trim().split('\n').at(-1)]).toEqual([
        1,
        'There is no room for the export: make room and begin again. No part of it is left.',
      ])
      expect(readdirSync(parent)).toEqual(['whole'])
      expect(await operatorRows()).toEqual(before)
    })
  })

  test('erase takes persons and words of one row away, with a reason that stays', async () => {
    await logIn()
    const logins = () =>
      database.kysely.selectFrom('audit_logs').where('event', 'in', ['Login', 'Forced Login'])
    const { id: newest } = await logins()
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    /** the row, once it has its entry in the public log */
    const published = () =>
      logins()
        .innerJoin('log_entries', 'log_entries.audit_log_id', 'audit_logs.id')
        .select(['audit_logs.id', 'audit_logs.user_email'])
        .where('audit_logs.id', '=', newest)
        .executeTakeFirst()
    await expect.poll(published, { timeout: 30_000 }).toMatchObject({ user_email: ENCODER })
    const id = String(newest)
    const { out } = await operator({ DATA_DIR: dataDir }, 'erase', id, 'Asked', 'for')
    expect(out).toMatch(new RegExp(`^The names and comments of row ${id} are erased for good`))
    expect(await published()).toMatchObject({ id: newest, user_email: null })
    expect((await operatorRows()).at(-1)).toEqual({
      ...line('System', 'Content Erased'),
      auditable_code: null,
    })
    const again = await operator({ DATA_DIR: dataDir }, 'erase', id, 'Asked')
    expect(again).toMatchObject({ error: `The content of row ${id} has been erased already.`, code: 1 })
    expect((await operator({ DATA_DIR: dataDir }, 'erase', id)).error).toMatch(/^Usage:/)
  })

  full.test('mails says what waits and why, without its text, and has it sent again', async () => {
    expect((await operator({ DATA_DIR: dataDir }, 'mails')).out).toBe(
      'No mail is waiting and none has failed.',
    )
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from graphile_worker.add_job('send_mail', $1::json, run_at => now() + interval '6 hours')`,
      [JSON.stringify({ to: ENCODER, subject: 'Reset your password', text: 'https://secret.example' })],
    )
    await database.pool.query(
      `update graphile_worker._private_jobs set attempts = 3, last_error = 'no route' || chr(10) || 'at x' where id = $1`,
      [rows[0]?.id],
    )
    const listed = await operator({ DATA_DIR: dataDir }, 'mails')
    expect(listed.out.split('\n')).toEqual([
      expect.stringMatching(/^To +Subject +Since +Tries +State +What the mail server said$/),
      expect.stringMatching(new RegExp(`^${ENCODER} +Reset your password +.* 3 +next try .* no route$`)),
    ])
    expect(listed.out).not.toContain('secret.example')
    const before = await operatorRows()
    const sent = await operator({ DATA_DIR: dataDir }, 'mails', 'send')
    expect(sent.out).toMatch(/^1 mail is being sent again /)
    const added = (await operatorRows()).slice(before.length)
    expect(added).toEqual([{ ...line('System', 'Mails Sent Again'), auditable_code: null }])
    await vi.waitFor(
      async () =>
        expect((await operator({ DATA_DIR: dataDir }, 'mails')).out).toBe(
          'No mail is waiting and none has failed.',
        ),
      { timeout: 30_000 },
    )
  })

  test('break-glass prints a password once, which logs in once, and seals the account again', async () => {
    const seal = () => operator({ DATA_DIR: dataDir }, 'break-glass')
    const passwordIn = (out: string) => /^ {4}(\S{24})$/m.exec(out)?.[1] ?? ''
    const email = 'break-glass@localhost.local'
    const logIn = (password: string) => post('login', { email, password })

    const first = await seal()
    expect([first.code, first.error]).toEqual([0, ''])
    expect(first.out).toContain(`The account ${email} is sealed with this password, which is shown only now:`)
    const password = passwordIn(first.out)
    expect((await logIn(password)).status).toBe(200)
    expect((await logIn(password)).status).toBe(422)

    const spent = await seal()
    const again = await seal()
    const isVoid = 'The envelope that is in the safe now is void'
    expect([first, spent, again].map(({ out }) => out.includes(isVoid))).toEqual([false, false, true])
    const second = passwordIn(again.out)
    expect(second).not.toBe(password)
    expect((await logIn(passwordIn(spent.out))).status).toBe(422)
    expect((await logIn(second)).status).toBe(200)
    const link = await operator({ DATA_DIR: dataDir }, 'reset', email)
    expect([link.code, link.error]).toEqual([
      1,
      `${email} is the break-glass account: npm run operator -- break-glass gives it a new password.`,
    ])
    expect((await operatorRows()).slice(-2).map(({ event }) => event)).toEqual([
      'Break-glass Account Sealed',
      'Break-glass Account Sealed',
    ])
  })

  test('backup now makes one where BACKUP_URL says, and says what is missing where it cannot', async () => {
    const backups = freshFolder()
    const now = (BACKUP_URL: string) => operator({ DATA_DIR: dataDir, BACKUP_URL }, 'backup', 'now')
    const made = await now(backups)
    expect([made.code, made.error]).toEqual([0, ''])
    const [name = ''] = readdirSync(backups)
    expect(made.out).toMatch(
      /^The backup (safeguards-\d{8}T\d{6}Z\.tar) is made: [\d,]+ rows and [\d,]+ files?\.$/,
    )
    expect(made.out).toContain(name)
    expect((await now('')).error).toBe(
      'BACKUP_URL is not set: set it as the product has it, or write one file with npm run backup -- FILE.',
    )
    const missing = path.join(backups, 'not-mounted')
    expect((await now(missing)).error).toBe(
      `The backup could not be written to ${missing} (ENOENT): check that the folder exists, is mounted, and can be written by the account of the product.`,
    )
  })

  const misspelt = [[], ['help'], ['unlock'], ['list', 'x'], ['recount', 'x'], ['reset', 'a@b.ph', 'c@d.ph']]
  test.each(fewOf(misspelt, 1).map((words) => [words]))('%j is answered with the usage', async (words) => {
    const { error, code } = await operator({ DATA_DIR: dataDir }, ...words)
    expect(error).toMatch(
      /^Usage: npm run operator -- list .*\n.*unlock EMAIL.*\n.*reset EMAIL.*\n.*-- recount /,
    )
    expect(code).toBe(1)
  })
})

full.describe('without a running product', () => {
  test('a folder without a database is left alone', async () => {
    const folder = path.join(freshFolder(), 'nothing')
    const { error, code } = await operator({ DATA_DIR: folder }, 'list')
    expect(error).toBe(
      `There is no database in ${folder}: start the product once with npm start, or set DATA_DIR or DATABASE_URL as it has them.`,
    )
    expect(code).toBe(1)
    expect(existsSync(folder)).toBe(false)
  })

  test('the database is started for the command, stopped after it, and what it did stays', async () => {
    await database.close()
    await product.stop()
    const pid = path.join(dataDir, 'db', 'cluster', 'postmaster.pid')
    expect(existsSync(pid)).toBe(false)
    const { out, code } = await operator({ DATA_DIR: dataDir }, 'reset', ENCODER)
    expect(code).toBe(0)
    expect(out).toContain('http://localhost:3000/reset-password?token=')
    expect(existsSync(pid)).toBe(false)
    expect(existsSync(path.join(dataDir, 'product.pid'))).toBe(false)

    product = await startProduct({ dataDir })
    database = connect(databaseOf(dataDir).connection, () => undefined)
    expect((await operatorRows()).at(-1)).toEqual(line('Authentication', 'Password Reset Requested'))
    const links = await database.kysely.selectFrom('password_links').select('user_id').execute()
    expect(links).toEqual([{ user_id: await encoderId() }])
  })
})
