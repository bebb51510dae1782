import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect, connectProbe } from '../../../server/database/db.ts'
import { createReadReplica } from '../../../server/database/read-replica.ts'
import { hashOfToken, newToken } from '../../../server/context/sessions.ts'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import { manilaDay } from '../../../shared/lib/dates.ts'
import { type Product, startProduct } from './product.ts'
import { type ReplicaPair, urlOf } from '../doubles/streaming-replica.ts'

type Counts = { copy: number; main: number; lag: number | null }

const SLOW = { timeout: 60_000, interval: 200 }
const LIST = '/api/sites/activities/dashboard/datatable?length=100'
const TODAY = manilaDay(new Date())
const REPORT = '/api/reports/datatable/generate-reports'
const READINGS = [
  LIST,
  '/api/sites/dashboard/count',
  '/api/sites/activities/dashboard/sites.csv',
  // a search is several statements in one snapshot
  `${LIST}&search=a`,
  REPORT,
  '/api/reports/export?downloadAs=csv',
  '/api/reports/export-dashboard',
  `/api/reports/audit-logs/export?startDate=${TODAY}&endDate=${TODAY}`,
]

/**
 * The tests of a bureau that reads from a copy; `makePair` returns a database, empty or with the demo bureau, and its
 * copy.
 */
export function replicaStory(makePair: () => Promise<ReplicaPair>, dataDir: () => string): void {
  let pair: ReplicaPair
  let product: Product
  /** a person who may read everything and approve nothing, and the final approver */
  const tokens = { reader: newToken(), approver: newToken() }
  beforeAll(async () => {
    pair = await makePair()
    product = await startProduct({
      dataDir: dataDir(),
      fromNothing: true,
      env: { DATABASE_URL: urlOf(pair.main.connection), DATABASE_READ_URL: urlOf(pair.copy.connection) },
    })
    for (const [token, person] of [
      [tokens.reader, 'fmb.super'],
      [tokens.approver, 'fmb.approver'],
    ] as const)
      await pair.main.tell(`insert into sessions (user_id, token_hash, proved_at, proved_by)
        select id, '\\x${hashOfToken(token).toString('hex')}', now(), 'password' from users
        where email = '${demoEmail(person)}'`)
  })
  afterAll(async () => {
    await product?.stop()
    await pair?.stop()
  })

  const headersOf = (token: string) => ({ 'x-api-key': 'demo-key', authorization: `Bearer ${token}` })
  const call = (at: string) => fetch(product.url + at, { headers: headersOf(tokens.reader) })
  const read = async (at: string): Promise<string> => {
    const reply = await call(at)
    expect([at, reply.status]).toEqual([at, 200])
    return reply.text()
  }
  /** how many records the public list, or the report, has */
  const shown = async (at = LIST): Promise<number> =>
    (JSON.parse(await read(at)) as { filteredCount: number }).filteredCount
  const reported = () => shown(REPORT)
  const counts = async (): Promise<Counts> => {
    const text = await read('/metrics')
    const value = (name: string) => {
      const found = text.split('\n').find((line) => line.startsWith(`${name} `))
      return found ? Number(found.split(' ').at(-1)) : null
    }
    const from = (source: string) => value(`database_copy_reads_total{from="${source}"}`) ?? Number.NaN
    return { copy: from('copy'), main: from('main'), lag: value('database_copy_lag_seconds') }
  }
  const whenCopyIsRead = () =>
    expect
      .poll(async () => {
        const before = await counts()
        await read(LIST)
        return (await counts()).copy - before.copy
      }, SLOW)
      .toBeGreaterThan(0)
  /** From now on the copy receives all changes and shows none of them. */
  const pauseCopy = async () => {
    await pair.copy.tell('select pg_wal_replay_pause()')
    await expect
      .poll(() => pair.copy.tell('select pg_get_wal_replay_pause_state() as state'), SLOW)
      .toEqual([{ state: 'paused' }])
  }
  const change = async (token: string, at: string, body: object = {}) => {
    const reply = await fetch(product.url + at, {
      method: 'POST',
      headers: { ...headersOf(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.text()).toBe(200)
  }
  const idOf = async (condition: string) => {
    const [row] = (await pair.main.tell(
      `select id from site_profiles where status = 'Activated' and ${condition} order by id limit 1`,
    )) as { id: number }[]
    return row?.id
  }

  describe('a streaming copy', () => {
    test('answers public pages, reports and files; what is noted of a file is written where changes go', async () => {
      const exported = async () =>
        (await pair.main.tell(`select id from audit_logs where event = 'Exported'`)).length
      const noted = await exported()
      let rounds = 0
      // on a busy machine the copy is sometimes late
      const readAll = async () => {
        const before = await counts()
        for (const at of READINGS) await read(at)
        rounds += 1
        const after = await counts()
        return after.main === before.main && after.copy - before.copy >= READINGS.length
      }
      await expect.poll(readAll, SLOW).toBe(true)
      expect((await exported()) - noted).toBe(3 * rounds)
      await expect.poll(async () => (await counts()).lag, SLOW).toBe(0)
    })

    test('is never behind what anybody has seen, however often records change', async () => {
      const id = await idOf(`penro_status = 'Submitted'`)
      const [before, all] = [await counts(), await reported()]
      for (let turn = 0; turn < 10 || (await counts()).copy === before.copy; turn += 1) {
        await change(tokens.reader, `/api/sites/deactivate/${id}`, { deactivate_reason: 'Entered twice' })
        expect(await reported()).toBe(all - 1)
        await change(tokens.reader, `/api/sites/activate/${id}`)
        expect(await reported()).toBe(all)
      }
    })

    test('that falls behind is not read until it has caught up', async () => {
      const all = await shown()
      await pauseCopy()
      await change(tokens.approver, `/api/sites/approved/${await idOf(`fmb_status = 'Submitted'`)}`)
      const before = await counts()
      expect(await shown()).toBe(all + 1)
      for (const at of READINGS) await read(at)
      const after = await counts()
      expect([after.copy - before.copy, after.main > before.main]).toEqual([0, true])
      expect(after.lag).toBeGreaterThan(0)
      await pair.copy.tell('select pg_wal_replay_resume()')
      await whenCopyIsRead()
      expect(await shown()).toBe(all + 1)
      await expect.poll(async () => (await counts()).lag, SLOW).toBe(0)
    })

    test('that is away is missed by nobody, and is read again when it is back', async () => {
      await pair.copy.stop()
      const before = await counts()
      for (const at of READINGS) await read(at)
      const after = await counts()
      expect([after.copy - before.copy, after.main > before.main, after.lag]).toEqual([0, true, null])
      await pair.copy.start()
      await whenCopyIsRead()
    })
  })

  describe('each reading', () => {
    /** The database and its health probe, connected as in the product, until the test ends. */
    const reached = (one: ReplicaPair['main']) => {
      const database = connect(one.connection, () => undefined)
      const probe = connectProbe(one.connection, () => undefined)
      onTestFinished(async () => {
        await database.close()
        await probe.close()
      })
      return { kysely: database.kysely, probe: probe.kysely }
    }
    const withTable = async (name: string) => {
      const main = reached(pair.main)
      await sql`create table ${sql.ref(name)} as select number from generate_series(1, 1000) as number`.execute(
        main.kysely,
      )
      onTestFinished(async () => void (await pair.main.tell(`drop table ${name}`)))
      const { db: reads } = createReadReplica(reached(pair.copy), main)
      const isOfCopy = async () => {
        const { rows } = await sql<Answer>`select pg_is_in_recovery() as copy from ${sql.ref(name)}`.execute(
          reads,
        )
        return rows[0]?.copy
      }
      /** the first connection takes longer than the product waits for the copy */
      const whenCopyAnswers = () => expect.poll(isOfCopy, SLOW).toBe(true)
      await whenCopyAnswers()
      return { main, reads, whenCopyAnswers }
    }
    type Answer = { count: number; copy: boolean }

    test('comes from the copy with all that was committed before it, or from the main server', async () => {
      const { main, reads, whenCopyAnswers } = await withTable('written_often')
      const read = async () =>
        (
          await sql<Answer>`select count(*) as count, pg_is_in_recovery() as copy from written_often`.execute(
            reads,
          )
        ).rows[0]
      let [ofTheCopy, last] = [0, 0]
      for (let count = 1001; count <= 1040 || ofTheCopy === 0; count += 1) {
        last = count
        await sql`insert into written_often values (${count})`.execute(main.kysely)
        const answers = await Promise.all([read(), read(), read()])
        expect(answers.map((one) => one?.count)).toEqual([count, count, count])
        ofTheCopy += answers.filter((one) => one?.copy).length
      }
      await whenCopyAnswers()
      await pauseCopy()
      onTestFinished(async () => void (await pair.copy.tell('select pg_wal_replay_resume()')))
      await sql`insert into written_often values (0)`.execute(main.kysely)
      expect(await read()).toEqual({ count: last + 1, copy: false })
    })

    test('of several statements is of one moment, which the main server gives, and changes nothing', async () => {
      const { main, reads } = await withTable('read_at_once')
      const read = async (db: typeof reads) =>
        (
          await sql<Answer>`select count(*) as count, pg_is_in_recovery() as copy from read_at_once`.execute(
            db,
          )
        ).rows[0]
      await reads.transaction().execute(async (moment) => {
        expect(await read(moment)).toEqual({ count: 1000, copy: false })
        await sql`insert into read_at_once values (0)`.execute(main.kysely)
        expect(await read(moment)).toEqual({ count: 1000, copy: false })
      })
      expect((await read(reads))?.count).toBe(1001)
      const change = reads.transaction().execute((moment) => sql`delete from read_at_once`.execute(moment))
      await expect(change).rejects.toThrow('read-only transaction')
    })

    test('that the copy must drop is made by the main server', async () => {
      await pair.copy.tell(`alter system set max_standby_streaming_delay = '100ms'`)
      await pair.copy.tell('select pg_reload_conf()')
      const { main, reads, whenCopyAnswers } = await withTable('read_long')
      const slow = sql<Answer>`
        select count(*) as count, pg_is_in_recovery() as copy
        from read_long, lateral (
          select pg_sleep(case when pg_is_in_recovery() then 0.01 + number * 0 else 0 end)
        ) as slow`
      const running = async () =>
        (
          await pair.copy.tell(
            `select from pg_stat_activity where query like '%read_long%' and pid <> pg_backend_pid() and state = 'active'`,
          )
        ).length
      let reading = slow.execute(reads)
      // on a busy machine the copy may be late for the first one
      await expect
        .poll(async () => {
          const answered = await Promise.race([reading.then(() => true), sleep(50, false)])
          if (!answered) return running()
          await whenCopyAnswers()
          reading = slow.execute(reads)
          return 0
        }, SLOW)
        .toBe(1)
      await sql`truncate read_long`.execute(main.kysely)
      expect((await reading).rows).toEqual([{ count: 0, copy: false }])
    })
  })
}
