import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../db/types.ts'
import { connect, connectForService, type Database, toAppError } from '../../server/database/db.ts'
import { preparedStatementPool } from '../../server/database/prepared-statements.ts'
import { createCtx } from '../../server/context/context.ts'
import { actorOf, actorQuery } from '../../server/context/sessions.ts'
import { listRecords } from '../../server/review/record-lists.queries.ts'
import { showBoundary } from '../../server/sites/boundaries.actions.ts'
import { SITE_LIST } from '../../server/sites/sites.queries.ts'
import { withServer } from '../support/product/app.ts'
import { aSite } from '../support/records/factories.ts'
import { full } from '../support/full.ts'

const t = withServer()
let single: Database
beforeAll(async () => {
  single = connect({ ...t.database.pool.options, max: 1 }, () => undefined)
})
afterAll(async () => {
  await single.close()
})

const regionName = (db: Kysely<DB>, id: number) =>
  db.selectFrom('regions').select('name').where('id', '=', id).executeTakeFirst()

/** The prepared statements of the one connection of `single`; a statement with a pattern is never prepared. */
const prepared = async () =>
  (
    await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like ${'%'}`.execute(single.kysely)
  ).rows

const times = async (count: number, use: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await use()
}

describe('statements that repeat are prepared', () => {
  test('once per connection, whatever their values', async () => {
    for (const id of [1, 2, 3, 4, 5, 6]) await regionName(single.kysely, id)
    const kept = (await prepared()).filter(({ statement }) => statement.includes('from "regions"'))
    expect(kept).toHaveLength(1)
    expect(await regionName(single.kysely, 2)).not.toEqual(await regionName(single.kysely, 3))
  })

  test('but not with ever new lists, and no connection keeps more than 100', async () => {
    const before = (await prepared()).length
    for (let length = 1; length <= 60; length += 1) {
      const ids = Array.from({ length }, (_, n) => n)
      await single.kysely.selectFrom('files').select('id').where('id', 'in', ids).execute()
    }
    expect(await prepared()).toHaveLength(before)

    for (let n = 0; n < 200; n += 1)
      await times(4, () => sql`select ${sql.lit(n)}, ${n}`.execute(single.kysely))
    expect((await prepared()).length).toBe(100)
  })
})

full.test('eight connections stay with what they have prepared when nobody asks for long', async () => {
  const options = { ...t.database.pool.options, max: 12, idleTimeoutMillis: 50 }
  const service = connectForService(options, 10, () => undefined)
  let opened = 0
  service.pool.on('connect', () => {
    opened += 1
  })
  try {
    await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.2)`.execute(service.kysely)))
    expect(opened).toBe(12)
    await expect.poll(() => service.pool.totalCount).toBe(8)
    await sleep(300)
    expect(service.pool.totalCount).toBe(8)
  } finally {
    await service.close()
  }
})

describe('a statement that fails', () => {
  const ratio = (by: number) => sql<{ r: number }>`select 10 / ${by}::int as r`.execute(t.db)

  test('leaves its connection in order, before and after it was prepared', async () => {
    await expect(ratio(0)).rejects.toThrow('division by zero')
    await times(20, () => ratio(2))
    await expect(ratio(0)).rejects.toThrow('division by zero')
    expect((await ratio(5)).rows).toEqual([{ r: 2 }])
  })

  test('ends its transaction only', async () => {
    const broken = t.db.transaction().execute(async (db) => {
      await times(4, () => sql`select 1 / ${1}::int`.execute(db))
      await sql`select 1 / ${0}::int`.execute(db).catch(() => undefined)
      // rejected in a failed transaction, even when it would be prepared now
      await times(3, () => sql`select 7 + ${1}::int`.execute(db).catch(() => undefined))
      throw new Error('given up')
    })
    await expect(broken).rejects.toThrow('given up')
    await times(5, () => sql`select 7 + ${1}::int`.execute(t.db))
  })
})

describe('a table that a newer instance migrates under the running one', () => {
  const all = (db: Kysely<DB>, table = 'moving') =>
    sql`select * from ${sql.table(table)} where id >= ${0}`.execute(db)
  const both = async (db: Kysely<DB>) => [(await all(db)).rows, (await all(db, 'other')).rows]
  const addColumn = async (name: string) => {
    for (const table of ['moving', 'other'])
      await sql`alter table ${sql.table(table)} add ${sql.id(name)} integer`.execute(t.db)
  }

  test('is read as it is now, and a change in that moment is made a second time, whole', async () => {
    for (const table of ['moving', 'other']) {
      await sql`create table ${sql.table(table)} (id integer)`.execute(t.db)
      await sql`insert into ${sql.table(table)} values (1)`.execute(t.db)
    }
    const one = connect({ ...t.database.pool.options, max: 1 }, () => undefined)
    try {
      await times(5, () => all(one.kysely))
      await addColumn('a')
      expect((await all(one.kysely)).rows).toEqual([{ id: 1, a: null }])

      await times(5, () => both(one.kysely))
      await addColumn('b')
      const origin = { request_id: 'moved', network_address: '', user_agent: '' }
      let tries = 0
      const seen = await createCtx({ ...t.services, db: one.kysely }, null, origin).write(
        async (db, audit) => {
          tries += 1
          audit({ module: 'System', event: 'Location Data Changed', id: tries })
          await sql`update moving set id = id + 1`.execute(db)
          return both(db)
        },
      )
      expect([tries, seen]).toEqual([2, [[{ id: 2, a: null, b: null }], [{ id: 1, a: null, b: null }]]])
      const logged = t.db.selectFrom('audit_logs').select('auditable_id').where('request_id', '=', 'moved')
      expect(await logged.execute()).toEqual([{ auditable_id: 2 }])

      // background work is not tried at once: its job is
      await times(5, () => both(one.kysely))
      await addColumn('c')
      const refused = await one.kysely
        .transaction()
        .execute((db) => both(db))
        .catch(toAppError)
      expect(refused).toMatchObject({ code: 'unavailable', status: 503 })
    } finally {
      await one.close()
    }
  })
})

test('what is asked at once is answered also when there is one connection for all of it', async () => {
  const { id } = await aSite(t)
  const row = await actorQuery(t.db).where('users.access_level', '=', 'FMB').executeTakeFirstOrThrow()
  const origin = { request_id: 'at once', network_address: '', user_agent: '' }
  const ctx = createCtx({ ...t.services, db: single.kysely }, actorOf(row), origin)
  const query = { page: 9, length: 10, search: '', order: [] }
  const lists = Array.from({ length: 5 }, () => listRecords(ctx, SITE_LIST, query))
  const [boundary, ...pages] = await Promise.all([showBoundary(ctx, id), ...lists])
  expect(boundary?.valid).toBe(true)
  for (const page of pages) expect(page).toEqual(pages[0])
  expect(pages[0]?.data.length).toBeGreaterThan(0)
})

full.test(
  'a connection that does not answer in time is closed at once, with all that was sent behind',
  async () => {
    const pool = new pg.Pool({ ...t.database.pool.options, max: 1, pipeline: true })
    const ended: number[] = []
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      client.on('end', () => void ended.push(performance.now()))
    })
    try {
      const lent = await preparedStatementPool(pool, 200).connect()
      const begun = performance.now()
      const asked = ['select pg_sleep(20)', 'select 1'].map((text) => lent.query(text, []))
      const answers = await Promise.allSettled(asked)
      expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      lent.release()
      await expect.poll(() => ended.length).toBe(1)
      expect(ended[0]).toBeLessThan(begun + 5_000)
    } finally {
      await pool.end()
    }
  },
)
