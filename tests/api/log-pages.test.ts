import { hash } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { acceptLog } from '../../server/public-log/accept.actions.ts'
import { parseCheckpoint } from '../../server/public-log/checkpoint.ts'
import { stopLog } from '../../server/public-log/log-status.actions.ts'
import { isSignedBy, type NoteKey, parseKey } from '../../server/public-log/note.ts'
import { askWitnesses } from '../../server/public-log/witnesses.actions.ts'
import { startWitness } from '../support/doubles/witness.ts'
import { full } from '../support/full.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { addLine, publishNow } from '../support/records/audit-log.ts'

const ALL_COVERED = 'which are all rows but those of the last seconds'

let t: TestApp
const NOW = new Date('2025-12-01T09:00:00+08:00')
const pages = { webDir: path.resolve('dist/web') }
beforeAll(async () => {
  t = await startApp(pages)
  t.setNow(NOW)
  await addLine(t.db, 1)
  await publishNow(t)
  return () => t.close()
})
beforeEach(() => t.setNow(NOW))

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })
const textOf = async (url: string, app = t.app): Promise<string> => {
  const { body } = await app.inject({ method: 'GET', url })
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? []
  return main
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}

describe('the checkpoint', () => {
  test('is a page at /log and stays the bare text for programs, whatever they say they accept', async () => {
    const accept = 'text/html,application/xhtml+xml'
    const bare = await get('/log/checkpoint', { accept })
    expect(bare.headers['content-type']).toBe('text/plain; charset=utf-8')
    const page = await get('/log', { accept })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const text = await textOf('/log')
    for (const line of bare.body.split('\n').filter(Boolean)) expect(text).toContain(line)
    expect(page.body).toContain('href="/log/checkpoint"')
    expect(text).toMatch(/Entries 1 Published Dec 01, 2025 09:00 AM/)
  })

  full.test('is told to be missing before the first one', async () => {
    const { app } = await startAppForTest(pages)
    expect(await textOf('/log', app)).toContain('Nothing has been published yet.')
    expect(await textOf('/how-to-check/witness', app)).toContain('The steps appear here once')
  })
})

test('the page of a witness has the name and the key of this log in its commands', async () => {
  const key = (await get('/log/key')).body.trim()
  const [origin] = key.split('+')
  const text = await textOf('/how-to-check/witness')
  expect(text).toContain(`witnessctl add-log -origin '${origin}'`)
  expect(text).toContain(`witnessctl add-key -origin '${origin}' -key '${key}'`)
  // the setting that the page shows must parse to the address and the key
  const [, example = ''] = / WITNESS_URLS=(\S+) /.exec(text) ?? []
  const set = example.replace('01234567+KEY', '0a72cd63+AV2yLmze')
  const { witnesses } = readConfig({ API_KEY: 'x', WITNESS_URLS: set }, { production: false })
  expect(witnesses).toEqual([
    { url: 'https://witness.example.org', key: 'witness.example.org/w1+0a72cd63+AV2yLmze' },
  ])
})

test('the formula is worked out by its own words: from the texts of the page to the root and the checkpoint', async () => {
  const { body } = await get('/how-to-check/formula')
  const unescaped = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const values = new Map(
    [...body.matchAll(/<dt>(.*?)<\/dt><dd><code>(.*?)<\/code>/gs)].map(
      ([, label = '', value = '']) => [label, unescaped(value)] as const,
    ),
  )
  const value = (label: string) => values.get(label) ?? ''
  const bytes = (label: string) => Buffer.from(value(label), 'hex')
  const sha256 = (...of: Buffer[]) => hash('sha256', Buffer.concat(of), 'buffer')
  const names = ['what', 'facts', 'who', 'words', 'rest']
  const hashes = names.map((name, place) => {
    const salt = sha256(bytes('Salt of the row'), Buffer.from([place])).subarray(0, 16)
    expect(salt, name).toEqual(bytes(`Salt of ${name}`))
    const made = sha256(salt, Buffer.from(value(name)))
    expect(made, name).toEqual(bytes(`Hash of ${name}`))
    return made
  })
  expect(JSON.parse(value('what'))).toHaveLength(10)
  expect(sha256(...hashes)).toEqual(bytes('Entry'))
  const leaf = sha256(Buffer.from([0]), sha256(...hashes))
  expect(leaf).toEqual(bytes('Leaf of entry 1, which is this row'))
  const root = sha256(Buffer.from([1]), bytes('Leaf of entry 0, which is another row'), leaf)
  expect(root).toEqual(bytes('Root over both'))
  const [, text = ''] = /<pre[^>]*><code>(.*?)<\/code>/s.exec(body) ?? []
  const checkpoint = parseCheckpoint(`${unescaped(text)}\n`)
  const key = parseKey(value('Key of this example'))
  expect(checkpoint).toMatchObject({ origin: 'sis.example/log', size: 2, root })
  expect(checkpoint && key && isSignedBy(checkpoint.note, key)).toBe(true)
})

test('records that do not match the log are counted, once each, and nothing is said where all do', async () => {
  expect(await textOf('/how-to-check')).not.toContain('match the log at the moment')
  const noted = (record: number, sentence: string) => ({ kind: 'site', record, sentence })
  await t.db
    .insertInto('altered_records')
    .values([noted(1, 'One.'), noted(1, 'Two.')])
    .execute()
  expect(await textOf('/how-to-check')).toContain('1 record does not match the log at the moment. It may')
  await t.db.insertInto('altered_records').values(noted(2, 'One.')).execute()
  for (const page of ['/how-to-check', '/log'])
    expect(await textOf(page), page).toContain('2 records do not match the log at the moment. They may')
  await t.db.deleteFrom('altered_records').execute()
})

describe('who has signed', () => {
  const logKey = async (): Promise<NoteKey> => {
    const key = parseKey((await get('/log/key')).body)
    if (!key) throw new Error('no key')
    return key
  }
  const log = { warn: () => undefined, info: () => undefined }
  const witnesses = async (...names: string[]) => {
    const key = await logKey()
    const started = await Promise.all(names.map((name) => startWitness(name, () => key, t.services.now)))
    Object.assign(t.services.config, { witnesses: started.map(({ setting }) => setting) })
    await askWitnesses(t.services, { patience: 2_000, log })
    return started
  }

  test('is said to be us only until witnesses of two organisations besides us have signed lately', async () => {
    expect(await textOf('/log')).toContain('Signed by us only.')
    Object.assign(t.services.config, { public_url: 'https://sis.forest.gov.ph' })
    await witnesses('one.audit.example/w', 'two.audit.example/w', 'log.forest.gov.ph/w')
    for (const page of ['/log', '/how-to-check']) {
      const text = await textOf(page)
      expect(text, page).toContain('Signed by us only. One organisation besides us has signed')
      expect(text, page).toContain('log.forest.gov.ph/w has signed the last checkpoint')
      expect(text, page).toContain('It runs under our own domain and does not count.')
    }
    await witnesses('w.audit.example', 'w.up.edu.ph')
    expect(await textOf('/log')).toContain(
      'Signed by us and by 2 organisations besides us: audit.example, up.edu.ph.',
    )
    t.setNow(new Date('2025-12-03T09:00:01+08:00'))
    expect(await textOf('/log')).toContain('Signed by us only. No organisation besides us')
  })

  test('a witness that refuses is named with its day, while it is down too, until it signs again', async () => {
    const [one] = await witnesses('w.audit.example')
    const ask = () => askWitnesses(t.services, { patience: 2_000, log })
    const REFUSED =
      'The witness w.audit.example has refused to sign since Dec 01, 2025 09:00 AM . It says that'
    expect(await textOf('/log')).not.toContain('has refused to sign')
    await addLine(t.db, 3)
    await publishNow(t)
    one?.be({ status: 422 })
    await ask()
    t.setNow(new Date('2025-12-02T09:00:00+08:00'))
    one?.be({ status: 500 })
    await ask()
    for (const page of ['/how-to-check', '/log']) expect(await textOf(page), page).toContain(REFUSED)
    one?.be('honest')
    await ask()
    expect(await textOf('/log')).not.toContain('has refused to sign')
  })

  test('counts signatures that hold alone, whatever our own table says', async () => {
    await witnesses('w.audit.example', 'w.up.edu.ph')
    const [forged] = await t.db
      .selectFrom('log_witnesses')
      .selectAll()
      .where('key', 'like', 'w.up.%')
      .execute()
    await t.db
      .updateTable('log_witnesses')
      .set({ checkpoint: String(forged?.checkpoint).replace('\n1\n', '\n2\n') })
      .where('key', 'like', 'w.up.%')
      .execute()
    const text = await textOf('/log')
    expect(text).toContain('Signed by us only. One organisation besides us has signed')
    expect(text).toContain('w.up.edu.ph has signed nothing yet')
  })
})

describe('whether publishing goes on', () => {
  test('rows that wait for minutes are said to, and those of the last seconds are not', async () => {
    await addLine(t.db, 2)
    const { created_at } = await t.db
      .selectFrom('audit_logs')
      .select('created_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const later = (minutes: number) => t.setNow(new Date(new Date(created_at).getTime() + minutes * 60_000))
    later(4)
    expect(await textOf('/log')).not.toContain('Publishing has been stopped')
    later(6)
    for (const page of ['/how-to-check', '/log'])
      expect(await textOf(page), page).toMatch(
        /Publishing has been stopped since .* Newer rows of the log are waiting to be published\./,
      )
    expect(await textOf('/how-to-check')).not.toContain(ALL_COVERED)
    await publishNow(t)
    expect(await textOf('/log')).not.toContain('Publishing has been stopped')
  })

  test('a log that was stopped, and went on, is said to, since when, and no page claims that all rows are covered', async () => {
    expect(await textOf('/how-to-check')).toContain(ALL_COVERED)
    t.setNow(new Date('2025-12-02T10:42:00+08:00'))
    await stopLog(t.services, 'The entries in the database are not the 1 entry that were published.')
    for (const page of ['/how-to-check', '/log']) {
      const text = await textOf(page)
      expect(text, page).toContain('Publishing has been stopped since Dec 02, 2025 10:42 AM')
      expect(text, page).toContain('The system found that its log is not the one that it had published.')
      expect(text, page).not.toContain(ALL_COVERED)
    }
    t.setNow(new Date('2025-12-03T08:05:00+08:00'))
    await acceptLog(t.services, 'The backup of the morning was restored')
    await publishNow(t)
    for (const page of ['/how-to-check', '/log']) {
      const text = await textOf(page)
      expect(text, page).toContain('an operator let it continue on Dec 03, 2025 08:05 AM')
      expect(text, page).not.toContain('Publishing has been stopped')
      // the operator's words are for the bureau alone
      expect(text, page).not.toContain('The backup of the morning')
    }
    const { rows } = await sql<{ to: string; text: string }>`
      select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
      where payload ->> 'subject' = 'The audit log continues'`.execute(t.db)
    expect(rows).toEqual([
      {
        to: 'fmb.super@bureau.example',
        text: expect.stringContaining('The backup of the morning was restored'),
      },
    ])
  })
})
