import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, type Database } from '../../server/database/db.ts'
import { DEMO_PASSWORD } from '../../server/seed/demo-people.ts'
import { runCommand } from '../support/product/command.ts'
import { foldersFor } from '../support/product/folders.ts'
import { type Product, startProduct } from '../support/product/product.ts'
import { databaseOf } from '../support/product/product-database.ts'
import { full } from '../support/full.ts'

// all of them start processes
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const freshFolder = foldersFor('verify')

const dataDir = freshFolder()
const elsewhere = freshFolder()

async function verify(env: Record<string, string>, ...words: string[]) {
  const { out, ...said } = await runCommand('audit-verify', { DATA_DIR: dataDir, ...env }, ...words)
  return { lines: out.split('\n'), ...said }
}

let product: Product
let database: Database
const begin = async () => {
  product = await startProduct({ dataDir })
  database = connect(databaseOf(dataDir).connection, () => undefined)
}
const end = async () => {
  await database.close()
  await product.stop()
}

/** Adds a row to the log. */
const logIn = async () => {
  const reply = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
    body: JSON.stringify({ email: 'fmb.admin@bureau.example', password: DEMO_PASSWORD, force: true }),
  })
  expect(reply.status).toBe(200)
}
const countOf = async (table: 'audit_logs' | 'log_entries' | 'audit_unsealed') =>
  (
    await database.kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst()
  )?.count
const allSealed = () => expect.poll(() => countOf('audit_unsealed'), { timeout: 30_000 }).toBe(0)
/** The published checkpoint, once it contains every sealed row. */
const published = async () => {
  const asked = async () => (await fetch(`${product.url}/log/checkpoint`)).text()
  await allSealed()
  const sealed = String(await countOf('log_entries'))
  await expect.poll(async () => (await asked()).split('\n')[1], { timeout: 30_000 }).toBe(sealed)
  return asked()
}
const WHOLE = /^[\d,]+ log entries over \d+ days? verified: no changes, deletions or insertions\.$/

beforeAll(begin, 120_000)
afterAll(end)

describe('npm run audit:verify', () => {
  test('finds the log of a running product whole, and tells how far it is', async () => {
    await logIn()
    await published()
    const said = await verify({})
    expect(said.lines.at(-1)).toMatch(WHOLE)
    expect(said.error).toMatch(/^\d+ of \d+ entries, 100 %$/m)
    expect(said.code).toBe(0)
  })

  test('says what was changed, and where, and ends with 1', async () => {
    // the row has its entry in the public log before it is changed
    await published()
    const { id } = await database.kysely
      .selectFrom('audit_logs')
      .select('id')
      .where('event', '=', 'Login')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const tampered = async (event: string) => {
      await database.pool.query('alter table audit_logs disable trigger all')
      await database.pool.query('update audit_logs set event = $1 where id = $2', [event, id])
      await database.pool.query('alter table audit_logs enable trigger all')
    }
    await tampered('Logout')
    const said = await verify({})
    expect(said.lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Row ${id}, entry \\d+ of the log, was changed after it was sealed\\.$`),
      ),
    )
    expect(said.lines.at(-1)).toMatch(/the log is not as it was written\.$/)
    expect(said.code).toBe(1)
    await tampered('Login')
  })

  full.test(
    'reads the bytes of every file where that is asked for, and names those that are others or gone',
    async () => {
      const [changed, gone] = await database.kysely
        .selectFrom('files')
        .innerJoin('site_activity_means', 'site_activity_means.file_id', 'files.id')
        .select(['files.id', 'storage_key'])
        .orderBy('files.id')
        .limit(2)
        .execute()
      const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      const [one = '', other = ''] = [changed, gone].map((file) =>
        path.join(dataDir, names.find((name) => name.endsWith(file?.storage_key ?? '-')) ?? ''),
      )
      const bytes = [one, other].map((file) => readFileSync(file))
      writeFileSync(one, Buffer.from(bytes[0] ?? '').fill(0x20, 50, 60))
      rmSync(other)
      expect((await verify({})).code).toBe(0)
      const said = await verify({}, '--files')
      expect(said.lines).toContainEqual(
        expect.stringMatching(
          new RegExp(`^The table files says that file ${changed?.id} .*; its bytes in the file store have`),
        ),
      )
      expect(said.lines).toContainEqual(
        expect.stringMatching(
          new RegExp(`^The bytes of file ${gone?.id} .* are missing in the file store\\.$`),
        ),
      )
      expect(said.lines.at(-1)).toMatch(/the log is as it was written, and public records do not match it\.$/)
      expect(said.code).toBe(1)
      writeFileSync(one, bytes[0] ?? '')
      writeFileSync(other, bytes[1] ?? '')
      const again = await verify({}, '--files')
      expect([again.code, again.error]).toEqual([0, expect.stringMatching(/^(\d+) of \1 files, 100 %$/m)])
    },
  )

  full.test(
    'compares the log with a checkpoint that was kept elsewhere, by the key that was kept with it',
    async () => {
      await allSealed()
      const [checkpoint, key] = [path.join(elsewhere, 'checkpoint'), path.join(elsewhere, 'key')]
      const text = await published()
      writeFileSync(checkpoint, text)
      writeFileSync(key, await (await fetch(`${product.url}/log/key`)).text())
      expect((await verify({}, '--checkpoint', checkpoint, '--key', key)).code).toBe(0)
      // the same as the line that is mailed each day
      const [origin, size, root, , signature] = text.split('\n')
      writeFileSync(checkpoint, `${[origin, size, root, signature?.split(' ')[2]].join(' ')}\n`)
      expect((await verify({}, '--checkpoint', checkpoint, '--key', key)).code).toBe(0)
      writeFileSync(checkpoint, text.replace(/\n\d+\n/, '\n3\n'))
      const altered = await verify({}, '--checkpoint', checkpoint)
      expect([altered.lines.at(-2), altered.code]).toEqual([
        'The checkpoint from outside is not signed with the key of this installation: it was altered or belongs to another installation.',
        1,
      ])
      writeFileSync(checkpoint, 'nothing')
      expect(await verify({}, '--checkpoint', checkpoint)).toMatchObject({
        error: `The file ${checkpoint} contains no checkpoint of a public log.`,
        code: 2,
      })
      expect((await verify({}, '--key', key)).error).toMatch(/^Usage:/)
    },
  )

  test.each([
    ['no arguments of its own', ['--what'], /^Usage: npm run audit:verify/],
    [
      'a file that is not there',
      ['--checkpoint', '/nowhere/checkpoint'],
      /^The file \/nowhere\/checkpoint cannot be read\.$/,
    ],
  ])('refuses %s in a sentence, and ends with 2', async (_what, words, sentence) => {
    const said = await verify({}, ...words)
    expect([said.error, said.code]).toEqual([expect.stringMatching(sentence), 2])
  })

  full.test('relies on no key of its own making', async () => {
    const { host } = databaseOf(dataDir).connection
    const url = new URL('postgresql:///safeguards')
    url.searchParams.set('host', host)
    url.searchParams.set('user', 'safeguards')
    const folder = freshFolder()
    expect(await verify({ DATA_DIR: folder, DATABASE_URL: url.href })).toMatchObject({
      error: `There is no signing key in ${folder}: set DATA_DIR or AUDIT_SIGNING_KEY as the product has it.`,
      code: 2,
    })
    const odd = await verify({ AUDIT_SIGNING_KEY: 'c2VjcmV0LXZhbHVl' })
    expect(odd).toMatchObject({
      error: expect.stringMatching(/^AUDIT_SIGNING_KEY must be an Ed25519/),
      code: 2,
    })
    expect(odd.error).not.toContain('c2VjcmV0')
  })
})
