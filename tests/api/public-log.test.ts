import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type App, buildApp } from '../../server/app.ts'
import { connect } from '../../server/database/db.ts'
import { acceptLog, compareLog } from '../../server/public-log/accept.actions.ts'
import { publicPart } from '../../server/audit/signing-key.ts'
import { parseCheckpoint, signCheckpoint } from '../../server/public-log/checkpoint.ts'
import { logKey } from '../../server/public-log/log-key.ts'
import { findLogStatus } from '../../server/public-log/log-status.actions.ts'
import type { LogMemory } from '../../server/public-log/agree.actions.ts'
import { leafHash, rootOver } from '../../server/public-log/merkle.ts'
import { isSignedBy, parseKey } from '../../server/public-log/note.ts'
import { advanceLog, compareEntries } from '../../server/public-log/publish-checkpoint.actions.ts'
import { startSealing } from '../../server/public-log/sealing.ts'
import { entriesOf } from '../../server/public-log/tiles.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { addLine, publishNow, sealNow, tamper } from '../support/records/audit-log.ts'

import { anotherInstance } from '../support/product/instance.ts'
import { freePort } from '../support/product/product.ts'
import { full } from '../support/full.ts'

const SLOW = { timeout: 10_000 }

let t: TestApp
beforeEach(async () => {
  t = await startAppForTest()
})

const get = (path: string, headers = {}) => t.app.inject({ method: 'GET', url: `/log/${path}`, headers })
const checkpoint = async () => {
  const read = parseCheckpoint((await get('checkpoint')).body)
  if (!read) throw new Error('no checkpoint')
  return read
}
const addLines = async (count: number) => {
  await sql`
    insert into audit_logs (auditable_type, event, auditable_code)
    select 'Reports', 'Exported', 'LINE-' || n from generate_series(1, ${count}::integer) as n`.execute(t.db)
}
const entriesKept = async () =>
  t.db.selectFrom('log_entries').select(['log_index', 'audit_log_id', 'entry']).orderBy('log_index').execute()

describe('the public log', () => {
  test('is read by anybody: its checkpoint is signed with its key and is the root over all its entries', async () => {
    expect((await get('checkpoint')).statusCode).toBe(404)
    await addLines(600)
    await publishNow(t)
    const reply = await get('checkpoint')
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-cache',
    ])
    const { origin, size, root, note } = await checkpoint()
    expect(size).toBe(600)
    const key = parseKey((await get('key')).body)
    expect(key?.name).toBe(origin)
    expect(key && isSignedBy(note, key)).toBe(true)

    // from the bundles alone, as the public would
    const bundles = await Promise.all(['000', '001', '002.p/88'].map((path) => get(`tile/entries/${path}`)))
    const entries = bundles.flatMap(({ rawPayload }) => entriesOf(rawPayload))
    expect(rootOver(entries.map(leafHash))).toEqual(root)
    expect(entries).toEqual((await entriesKept()).map(({ entry }) => entry))
    const tiles = await Promise.all(
      ['0/000', '0/001', '0/002.p/88', '1/000.p/2'].map((path) => get(`tile/${path}`)),
    )
    expect(Buffer.concat(tiles.slice(0, 3).map(({ rawPayload }) => rawPayload))).toEqual(
      Buffer.concat(entries.map(leafHash)),
    )
    expect(tiles[3]?.rawPayload.subarray(0, 32)).toEqual(rootOver(entries.slice(0, 256).map(leafHash)))
  })

  test('has every row once, and reveals nothing of it', async () => {
    await addLine(t.db, 1)
    await addLine(t.db, 2)
    await publishNow(t)
    await addLine(t.db, 3)
    await publishNow(t)
    const rows = await t.db.selectFrom('audit_logs').select('id').orderBy('id').execute()
    expect((await entriesKept()).map(({ audit_log_id }) => audit_log_id)).toEqual(rows.map(({ id }) => id))
    const { salts } = await t.db
      .selectFrom('log_entries')
      .select(sql<number>`count(distinct salt)`.as('salts'))
      .executeTakeFirstOrThrow()
    expect(salts).toBe(3)
    expect((await get('tile/entries/000.p/3')).rawPayload.length).toBe(3 * 34)
  })

  test('is kept by caches as long as it stays what it is', async () => {
    await addLines(257)
    await publishNow(t)
    const header = async (path: string, name: string) => (await get(`tile/${path}`)).headers[name]
    expect(await header('0/000', 'cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await header('entries/000', 'cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await header('0/001.p/1', 'cache-control')).toBe('public, max-age=3600')
    expect(await header('0/001.p/1', 'content-type')).toBe('application/octet-stream')
    // a tile published when it was narrower stays available when it is wider or full
    const narrow = (await get('tile/0/000.p/3')).rawPayload
    expect(narrow).toEqual((await get('tile/0/000')).rawPayload.subarray(0, 96))
    const { headers } = await get('checkpoint')
    expect((await get('checkpoint', { 'if-none-match': headers.etag })).statusCode).toBe(304)
  })

  full.test(
    'is nothing but files: every instance serves the same bytes, also one whose database is away',
    async () => {
      await addLines(300)
      await publishNow(t)
      const nowhere = connect({ host: '127.0.0.1', port: await freePort() }, () => undefined)
      const services = { ...t.services, db: nowhere.kysely, readDb: nowhere.kysely }
      const away = await buildApp(services, { webDir: null })
      onTestFinished(async () => {
        await away.close()
        await nowhere.close()
      })
      const { app: other } = await anotherInstance(t)
      const tiles = ['0/000', 'entries/000', '0/001.p/44', 'entries/001.p/44', '1/000.p/1']
      const told = async (app: App) =>
        Promise.all(
          ['checkpoint', 'key', ...tiles.map((tile) => `tile/${tile}`)].map(async (path) => {
            const { statusCode, rawPayload, headers } = await app.inject({
              method: 'GET',
              url: `/log/${path}`,
            })
            const { 'cache-control': kept, etag, 'set-cookie': cookie } = headers
            return { path, statusCode, bytes: rawPayload.toString('hex'), kept, etag, cookie }
          }),
        )
      const first = await told(t.app)
      expect(first.map(({ statusCode }) => statusCode)).toEqual(first.map(() => 200))
      expect(await told(other)).toEqual(first)
      expect(await told(away)).toEqual(first)
      // what a cache may keep for ever is stored under its own name
      for (const [at, tile] of ['0/000', 'entries/000'].entries())
        expect((await t.services.files.named.get(`tile/${tile}`))?.toString('hex')).toBe(first[at + 2]?.bytes)
      // every instance serves the next checkpoint at once
      await addLines(1)
      await publishNow(t)
      const next = await told(t.app)
      expect(next[0]?.bytes).not.toBe(first[0]?.bytes)
      expect([await told(other), await told(away)]).toEqual([next, next])
    },
  )

  test('has no tile that it does not reach, of a wrong width, or under another name', async () => {
    await addLines(8)
    await publishNow(t)
    for (const path of [
      '0/001',
      '0/000.p/9',
      '0/002.p/1',
      '5/000.p/1',
      'entries/001',
      '0/0',
      '0/..%2f..%2fcheckpoint',
      '',
      '0/000.p/256',
    ]) {
      const reply = await get(`tile/${path}`)
      expect([path, reply.statusCode, reply.json().code]).toEqual([path, 404, 'not_found'])
    }
  })

  test('counts among the public replies', async () => {
    const strict = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '2' } })
    const ask = () => strict.app.inject({ method: 'GET', url: '/log/key' })
    await ask()
    await ask()
    expect((await ask()).statusCode).toBe(429)
  })

  full.test(
    'is made by one of several servers and goes on with another one; each checkpoint extends the last',
    async () => {
      const [one, other]: LogMemory[] = [{ edge: null }, { edge: null }]
      const sizes: number[] = []
      for (const [at, memory] of [one, other, one, other, one].entries()) {
        await addLines(100 + at * 40)
        await publishNow(t, memory)
        sizes.push((await checkpoint()).size)
      }
      expect(sizes).toEqual([100, 240, 420, 640, 900])
      const { root } = await checkpoint()
      expect(root).toEqual(rootOver((await entriesKept()).map(({ entry }) => leafHash(entry))))
      // of two at once, one publishes and the other does nothing
      await addLines(10)
      const turns = await Promise.all([
        advanceLog(t.services, one ?? { edge: null }),
        advanceLog(t.services, { edge: null }),
      ])
      expect(turns.filter((turn) => turn !== null).every(({ stopped }) => stopped === null)).toBe(true)
      expect((await checkpoint()).size).toBe(910)
    },
  )

  full.test('is made by the running server, and what a kill left half done is made up', async () => {
    const lines: string[] = []
    const say = (first: unknown, second?: string) => lines.push(second ?? String(first))
    const log = { info: say, warn: say, error: say, debug: () => undefined } as unknown as typeof t.app.log
    await addLines(3)
    let sealing = startSealing(t.services, log)
    const sizeNow = async () => parseCheckpoint((await get('checkpoint')).body)?.size ?? 0
    await expect.poll(sizeNow, SLOW).toBe(3)
    const [before] = [(await get('checkpoint')).body]
    await addLines(2)
    await expect.poll(sizeNow, SLOW).toBe(5)
    await sealing.stop()
    // killed after the database stored the checkpoint and before it was published
    await t.services.files.named.put('checkpoint', Buffer.from(before ?? ''))
    sealing = startSealing(t.services, log)
    await expect.poll(sizeNow, SLOW).toBe(5)
    await sealing.stop()
    expect(lines).toEqual([])
  })

  full.test('waits for a file store that is away, and is whole when it is back', async () => {
    const { files } = t.services
    await addLines(300)
    await sealNow(t)
    let puts = 0
    const away = async () => {
      puts += 1
      throw new Error('away')
    }
    const services = { ...t.services, files: { ...files, named: { ...files.named, put: away } } }
    await expect(advanceLog(services, { edge: null })).rejects.toThrow('away')
    expect([puts > 0, (await get('checkpoint')).statusCode]).toEqual([true, 404])
    // sealing needs no store
    await addLines(1)
    await sealNow(t)
    expect((await t.db.selectFrom('audit_unsealed').selectAll().execute()).length).toBe(0)
    await publishNow(t)
    expect((await checkpoint()).size).toBe(301)
  })

  test('no statement of the product changes or removes an entry', async () => {
    await addLines(2)
    await publishNow(t)
    for (const statement of [
      'delete from log_entries',
      'truncate log_entries',
      `update log_entries set entry = sha256('x')`,
      'update log_entries set audit_log_id = 99, salt = null where log_index = 0',
      'update log_entries set salt = sha256(salt) where log_index = 0',
    ])
      await expect(sql.raw(statement).execute(t.db), statement).rejects.toThrow('never changed')
  })
})

describe('what was published and what is there', () => {
  const audited = async (path: string) => (await (await t.as('fmb.super')).get(path)).json()
  const mails = async () => {
    const { rows } = await sql<{ to: string; subject: string; text: string }>`
      select payload ->> 'to' as to, payload ->> 'subject' as subject, payload ->> 'text' as text
      from graphile_worker._private_jobs`.execute(t.db)
    return rows.filter(({ subject }) => subject === 'The audit log needs attention')
  }
  const setBack = (size: number) => [
    `delete from audit_logs where id in (select audit_log_id from log_entries where log_index >= ${size})`,
    `delete from log_entries where log_index >= ${size}`,
  ]
  const keep = async () => t.db.selectFrom('log_published').selectAll().executeTakeFirstOrThrow()
  const put = (row: Awaited<ReturnType<typeof keep>>) => t.db.updateTable('log_published').set(row).execute()
  const stoppedBy = async (memory?: LogMemory) => (await publishNow(t, memory)).stopped?.sentence ?? null

  beforeEach(async () => {
    await addLines(5)
    await publishNow(t)
  })

  test('must agree: a database that was set back seals and publishes nothing more, and everybody is told once', async () => {
    const older = await keep()
    await addLines(3)
    await publishNow(t)
    await addLines(1)
    await publishNow(t)
    await tamper(t, ...setBack(5))
    await put(older)
    await addLine(t.db, 99)
    const turn = await publishNow(t)
    expect(turn.stopped).toEqual({
      sentence:
        'The file store has a checkpoint of 9 entries, the database one of 5 entries: the database was restored from an older copy, or one of the two was rewritten.',
      isNew: true,
    })
    expect((await checkpoint()).size).toBe(9)
    await addLine(t.db, 100)
    expect((await publishNow(t)).stopped?.isNew).toBe(false)
    const { data } = await audited('/reports/audit-logs/integrity')
    expect(data.public_log).toMatchObject({ stopped: { sentence: turn.stopped?.sentence } })
    expect(data.waiting_rows).toBeGreaterThan(0)
    expect((await mails()).map(({ to }) => to)).toEqual(['fmb.super@bureau.example'])
    expect((await mails())[0]?.text).toContain(turn.stopped?.sentence)
    const metrics = await t.app.inject({ method: 'GET', url: '/metrics' })
    expect(metrics.body).toMatch(/^public_log_stopped 1$/m)
  })

  test('must agree: a file store that was emptied', async () => {
    await addLines(2)
    await publishNow(t)
    const empty = await startAppForTest()
    const turn = await advanceLog({ ...t.services, files: empty.services.files }, { edge: null })
    expect(turn?.stopped?.sentence).toMatch(/published 7 entries, and the file store has no checkpoint/)
  })

  test('must agree: a database that knows of nothing, or is another one', async () => {
    await tamper(t, 'delete from log_published', 'delete from log_entries')
    expect(await stoppedBy()).toBe(
      'The file store has a checkpoint of 5 entries, and the database has none: the database was restored from an older copy, or is another one.',
    )
  })

  test('must agree: entries that were changed or are gone, which each start compares', async () => {
    await tamper(t, `update log_entries set entry = sha256('x') where log_index = 2`)
    const sentence = expect.stringMatching(
      /^The entries in the database are not the 5 entries that were published/,
    )
    expect(await compareEntries(t.services, { edge: null })).toEqual({ sentence, isNew: true })
    await sql`delete from log_disagreements`.execute(t.db)
    await tamper(t, 'delete from log_entries where log_index = 4')
    expect(await compareEntries(t.services, { edge: null })).toEqual({ sentence, isNew: true })
    await sql`delete from log_disagreements`.execute(t.db)
    const sealing = startSealing(t.services, t.app.log)
    await expect
      .poll(() => t.db.selectFrom('log_disagreements').select('sentence').execute(), SLOW)
      .toEqual([{ sentence }])
    await sealing.stop()
  })

  test('is put right where the file store is behind, lacks its first checkpoint, or some of its tiles', async () => {
    const first = (await get('checkpoint')).body
    const { named } = t.services.files
    for (const text of [first, null]) {
      await addLines(300)
      await publishNow(t)
      await addLines(1)
      await publishNow(t)
      const last = (await get('checkpoint')).body
      if (text) await named.put('checkpoint', Buffer.from(text))
      else rmSync(path.join(t.dataDir, 'files', 'log', 'checkpoint'))
      expect(await stoppedBy()).toBeNull()
      expect((await get('checkpoint')).body).toBe(last)
    }
    // all but an older checkpoint is gone: the entries in the database lead to it
    rmSync(path.join(t.dataDir, 'files', 'log'), { recursive: true })
    await named.put('checkpoint', Buffer.from(first))
    const memory: LogMemory = { edge: null }
    expect(await stoppedBy(memory)).toBeNull()
    expect(await compareEntries(t.services, memory)).toBeNull()
    for (const tile of ['0/000', '0/001', 'entries/001', '0/002.p/95', '1/000.p/2'])
      expect([tile, (await get(`tile/${tile}`)).statusCode]).toEqual([tile, 200])
  })

  test('goes on from the checkpoint in the file store where the database has lost nothing but that', async () => {
    const older = await keep()
    await addLines(3)
    await publishNow(t)
    const last = (await get('checkpoint')).body
    await put(older)
    await addLines(1)
    expect(await publishNow(t)).toMatchObject({ stopped: null, published: { size: 9 } })
    await tamper(t, 'delete from log_published')
    expect(await publishNow(t)).toMatchObject({ stopped: null, published: null })
    expect((await keep()).size).toBe(9)
    expect(await compareLog(t.services, last)).toBeNull()
  })

  full.test('must agree: also both set back together, under the eyes of a running server', async () => {
    const older = await keep()
    const first = (await get('checkpoint')).body
    const seen: LogMemory = { edge: null }
    await addLines(3)
    await publishNow(t, seen)
    await tamper(t, ...setBack(5))
    await put(older)
    await t.services.files.named.put('checkpoint', Buffer.from(first))
    await addLines(1)
    expect(await stoppedBy(seen)).toMatch(/^The entries in the database are not the 5 entries/)
  })

  test('goes on under a new key once the old one is named as a former one', async () => {
    const other = await startAppForTest()
    const { key_id } = (await audited('/reports/audit-logs/integrity')).data.public_log
    const config = { ...t.services.config, data_dir: other.dataDir, audit_former_keys: [key_id] }
    await addLines(1)
    await sealNow(t)
    const turn = await advanceLog({ ...t.services, config }, { edge: null })
    expect(turn).toMatchObject({ stopped: null, published: { size: 6 } })
  })

  test('is left to the others by a server with another key, which says so everywhere and stops nobody', async () => {
    const other = await startAppForTest()
    const services = { ...t.services, config: { ...t.services.config, data_dir: other.dataDir } }
    const { key_id } = (await audited('/reports/audit-logs/integrity')).data.public_log
    const seen: LogMemory = { edge: null }
    await publishNow(t, seen)
    await addLines(2)
    const said = new RegExp(
      `^The public log is signed with the key ${key_id}, which this server does not have`,
    )
    const before = await entriesKept()
    for (const files of [services.files, other.services.files])
      expect(await advanceLog({ ...services, files }, { edge: null })).toMatchObject({
        stopped: null,
        published: null,
        otherKey: expect.stringMatching(said),
      })
    expect(await entriesKept()).toEqual(before)
    const app = await buildApp(services, { webDir: null })
    onTestFinished(() => app.close())
    const ready = await app.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'degraded', message: expect.stringMatching(said) }),
    ])
    expect(await findLogStatus(services, t.db)).toMatchObject({
      stopped: null,
      other_key: expect.stringMatching(said),
    })
    expect((await t.app.inject('/health/ready')).json().status).toBe('ready')
    expect((await audited('/reports/audit-logs/integrity')).data.public_log.other_key).toBeNull()
    // the right server goes on
    expect(await publishNow(t)).toMatchObject({ stopped: null, published: { size: before.length + 2 } })
    // and stops where its own checkpoint was replaced under its eyes, or in the database alone
    const { origin, size, root } = await checkpoint()
    const foreign = signCheckpoint({ origin, size, root }, logKey(other.services.config))
    const public_key = publicPart(logKey(other.services.config))
    await t.db.updateTable('log_published').set({ checkpoint: foreign, public_key }).execute()
    expect(await stoppedBy()).toMatch(
      /^The checkpoint of the public log in the database is not signed with the key of this installation/,
    )
    await t.db.deleteFrom('log_disagreements').execute()
    await t.services.files.named.put('checkpoint', Buffer.from(foreign))
    expect(await stoppedBy(seen)).toMatch(/ is not signed with the key of this installation/)
  })

  full.describe('goes on when an operator has said why', () => {
    /** Expects, from public files alone, that the log extends what was published before. */
    const extending = async (before: { size: number; root: Buffer }) => {
      const now = await checkpoint()
      const path = (count: number) => (count < 256 ? `tile/0/000.p/${count}` : 'tile/0/000')
      const leaves = (await get(path(now.size))).rawPayload
      const hashes = Array.from({ length: now.size }, (_, at) => leaves.subarray(at * 32, at * 32 + 32))
      expect(rootOver(hashes)).toEqual(now.root)
      expect(rootOver(hashes.slice(0, before.size))).toEqual(before.root)
      expect(now.size).toBeGreaterThan(before.size)
    }
    const accepted = async () =>
      t.db
        .selectFrom('audit_logs')
        .select('field_change')
        .where('event', '=', 'Public Log Accepted')
        .execute()
    const lost = async () =>
      (await t.db.selectFrom('log_entries').select('log_index').where('audit_log_id', 'is', null).execute())
        .length

    test('a database that was set back: what it has lost stays in the log, without its rows', async () => {
      const older = await keep()
      await addLines(4)
      await publishNow(t)
      const published = await checkpoint()
      await tamper(t, ...setBack(5))
      await put(older)
      await addLine(t.db, 99)
      expect(await stoppedBy()).not.toBeNull()
      expect(await acceptLog(t.services, 'The backup of the morning was restored')).toEqual({
        size: 10,
        lost: 4,
      })
      const turn = await publishNow(t)
      // the operator's own row
      expect(turn).toMatchObject({ size: 11, stopped: null })
      await extending(published)
      expect(await lost()).toBe(4)
      const [{ field_change } = { field_change: null }] = await accepted()
      expect(field_change).toContainEqual({
        field: 'reason',
        old: null,
        new: 'The backup of the morning was restored',
      })
      expect((await audited('/reports/audit-logs/integrity')).data.public_log.stopped).toBeNull()
    })

    test('a database that was sealed anew: its rows get their place behind what was published', async () => {
      await addLines(4)
      await publishNow(t)
      const published = await checkpoint()
      await tamper(
        t,
        `update audit_logs set event = 'View' where id = (select audit_log_id from log_entries where log_index = 3)`,
        'insert into audit_unsealed select audit_log_id from log_entries where log_index >= 3',
        'delete from log_entries where log_index >= 3',
      )
      await publishNow(t)
      expect(await compareEntries(t.services, { edge: null })).toMatchObject({
        sentence: expect.stringMatching(/^The entries in the database are not the 9 entries/),
      })
      expect(await acceptLog(t.services, 'Tried')).toEqual({ size: 15, lost: 6 })
      await publishNow(t)
      await extending(published)
    })

    test('a file store that was emptied is written anew', async () => {
      await addLines(300)
      await publishNow(t)
      const published = await checkpoint()
      await addLines(1)
      await publishNow(t)
      const empty = await startAppForTest()
      const services = { ...t.services, files: empty.services.files }
      expect((await advanceLog(services, { edge: null }))?.stopped).not.toBeNull()
      expect(await acceptLog(services, 'A new bucket')).toEqual({ size: 306, lost: 0 })
      await sealNow(t)
      expect((await advanceLog(services, { edge: null }))?.published?.size).toBe(307)
      const name = 'tile/entries/000'
      expect(await services.files.named.get(name)).toEqual(await t.services.files.named.get(name))
      expect(published.size).toBe(305)
    })

    test('neither of the two is whole: then something must be brought back first', async () => {
      await addLines(3)
      await publishNow(t)
      await expect(acceptLog(t.services, 'Nothing happened')).rejects.toThrow('nothing to accept')
      await tamper(t, `update log_entries set entry = sha256('x') where log_index = 1`)
      await t.services.files.named.put('edge', Buffer.alloc(0))
      await addLines(1)
      expect(await stoppedBy()).not.toBeNull()
      await expect(acceptLog(t.services, 'Please')).rejects.toThrow(
        /^Neither the database nor the file store/,
      )
      expect(await accepted()).toEqual([])
    })

    test('a checkpoint from outside that is another one stops it, though both places agree', async () => {
      const older = await keep()
      const first = (await get('checkpoint')).body
      await addLines(4)
      await publishNow(t)
      const outside = (await get('checkpoint')).body
      expect(await compareLog(t.services, outside)).toBeNull()
      await tamper(t, ...setBack(5), 'delete from log_published')
      await put(older)
      await t.db.insertInto('log_published').values(older).execute()
      await t.services.files.named.put('checkpoint', Buffer.from(first))
      expect(await stoppedBy()).toBeNull()
      expect(await compareLog(t.services, first)).toBeNull()
      await expect(compareLog(t.services, outside.replace('9', '8'))).rejects.toThrow('not a checkpoint')
      const sentence =
        'The checkpoint from outside covers 9 entries, and this log has 5: an older copy was restored, or the end was cut off.'
      expect(await compareLog(t.services, outside)).toBe(sentence)
      await addLines(7)
      expect(await stoppedBy()).toBe(sentence)
      expect((await mails()).length).toBe(1)
      await acceptLog(t.services, 'The disk of the machine was restored')
      expect(await stoppedBy()).toBeNull()
      expect(await compareLog(t.services, outside)).toMatch(/^The first 9 entries of this log are not those/)
    })
  })
})
