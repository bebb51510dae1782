import { sql } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { confirmClock } from '../../server/audit/clock.actions.ts'
import { exportHeads, readKeptHeads } from '../../server/audit/heads.actions.ts'
import { sealWaiting } from '../../server/audit/seal.actions.ts'
import { startSealing } from '../../server/audit/sealing.ts'
import { signingKey, trustedKeys } from '../../server/audit/signing-key.ts'
import { verifyLog } from '../../server/audit/verify.actions.ts'
import { findingText } from '../../shared/audit/findings.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { addLine, aSealedLog, findingsIn, logIdOf, sealNow, tamper } from '../support/records/audit-log.ts'
import { full } from '../support/full.ts'

const DAYS = ['2025-06-01', '2025-06-02', '2025-06-03']

let t: TestApp
beforeEach(async () => {
  t = await startAppForTest()
})

const count = async (what: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(what)}`.execute(t.db)
  return rows[0]?.count ?? -1
}
const chainCount = () => count('audit_chain')
const keptNow = async () => {
  const file = await exportHeads(t.services, signingKey(t.services.config))
  return { kept: readKeptHeads(JSON.stringify(file), trustedKeys(t.services.config)) }
}

describe('the seal of the log', () => {
  test('holds every row once, in order, a head for every ended day, and is found whole', async () => {
    await aSealedLog(t, DAYS)
    expect([await chainCount(), await count('audit_unsealed')]).toEqual([12, 0])
    const heads = await t.db.selectFrom('audit_heads').select(['day', 'rows']).orderBy('day').execute()
    // the last day is open until another one begins
    expect(heads).toEqual(DAYS.slice(0, 2).map((day) => ({ day, rows: 4 })))
    expect(await verifyLog(t.services)).toMatchObject({ rows: 12, days: 3, findings_count: 0, findings: [] })
    t.setNow(new Date('2025-06-04T00:00:01+08:00'))
    await sealNow(t)
    expect(await count('audit_heads')).toBe(3)
  })

  test('begins a day at midnight in Manila, also when the year changes there', async () => {
    t.setNow(new Date('2025-12-31T15:59:59Z'))
    await addLine(t.db, 1)
    await sealNow(t)
    t.setNow(new Date('2025-12-31T16:00:00Z'))
    await addLine(t.db, 2)
    await sealNow(t)
    const days = await t.db.selectFrom('audit_chain').select('day').orderBy('position').execute()
    expect(days.map(({ day }) => day)).toEqual(['2025-12-31', '2026-01-01'])
    // a clock that is set back opens no day again
    t.setNow(new Date('2025-12-31T10:00:00Z'))
    await addLine(t.db, 3)
    await sealNow(t)
    expect(await count(`audit_chain where day = '2026-01-01'`)).toBe(2)
    expect(await findingsIn(t)).toEqual([])
  })

  test('waits for a change that commits late, though its number is lower', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let late = Promise.resolve()
    await new Promise<void>((written) => {
      late = t.db.transaction().execute(async (db) => {
        await addLine(db, 1)
        written()
        await held
      })
    })
    await addLine(t.db, 2)
    await sealNow(t)
    expect(await chainCount()).toBe(1)
    expect(await findingsIn(t)).toEqual([])
    letGo()
    await late
    // visible, not sealed yet: nobody takes it for an intruder's
    expect(await findingsIn(t)).toEqual([])
    expect((await verifyLog(t.services)).notes[0]).toMatch(/^1 rows wait for their seal, the oldest since /)
    await sealNow(t)
    const order = await t.db.selectFrom('audit_chain').select('audit_log_id').orderBy('position').execute()
    expect(order.map((one) => one.audit_log_id)).toEqual([await logIdOf(t, 2), await logIdOf(t, 1)])
    expect(await findingsIn(t)).toEqual([])
  })

  full.test(
    'keeps up with sixteen writers, some of whom give up; two sealers never seal a row twice',
    async () => {
      const key = signingKey(t.services.config)
      let isWriting = true
      const sealer = async () => {
        while (isWriting) {
          await sealWaiting(t.services, key)
          await breathe()
        }
      }
      const writer = async (writer: number) => {
        for (let line = 0; line < 30; line += 1) {
          const change = t.db.transaction().execute(async (db) => {
            await addLine(db, writer * 1000 + line)
            await addLine(db, writer * 1000 + line)
            if (line % 7 === 0) throw new Error('refused')
          })
          await change.catch(() => undefined)
        }
      }
      const sealers = [sealer(), sealer()]
      await Promise.all(Array.from({ length: 16 }, (_, number) => writer(number + 1)))
      isWriting = false
      await Promise.all(sealers)
      await sealNow(t)
      const rows = 16 * 25 * 2
      expect([await count('audit_logs'), await chainCount(), await count('audit_unsealed')]).toEqual([
        rows,
        rows,
        0,
      ])
      expect(await verifyLog(t.services)).toMatchObject({ rows, findings_count: 0 })
    },
  )

  full.test('is made by the running server, and by another one when that is gone', async () => {
    const lines: unknown[] = []
    const troubles: unknown[] = []
    const trouble = (data: unknown) => troubles.push(data)
    const info = (data: unknown) => lines.push(data)
    const log = { info, warn: trouble, error: trouble } as unknown as typeof t.app.log
    t.setNow(new Date('2025-06-01T09:00:00+08:00'))
    const first = await startSealing(t.services, log)
    const second = await startSealing(t.services, log)
    await addLine(t.db, 1)
    await expect.poll(chainCount, { timeout: 10_000 }).toBe(1)
    await addLine(t.db, 2)
    await first.stop()
    await addLine(t.db, 3)
    await expect.poll(chainCount, { timeout: 10_000 }).toBe(3)
    // at midnight the head is told to the log of the server, with nothing being written
    t.setNow(new Date('2025-06-02T00:00:00+08:00'))
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1)
    expect(lines[0]).toMatchObject({ day: '2025-06-01', last_position: 3 })
    // a stop seals what is left, unless another instance is at it
    await addLine(t.db, 4)
    await second.stop()
    expect(await count('audit_unsealed')).toBe(0)
    expect(troubles).toEqual([])
    expect(await findingsIn(t)).toEqual([])
  })

  full.test('closes a day that ends while the sealer is at it, with nothing being written', async () => {
    t.setNow(new Date('2025-06-01T23:59:00+08:00'))
    await addLine(t.db, 1)
    await sealNow(t)
    const lines: unknown[] = []
    const log = { info: (data: unknown) => lines.push(data) } as unknown as typeof t.app.log
    const midnight = new Date('2025-06-02T00:00:00+08:00')
    // midnight passes after the first turn has asked the time for its own batch
    let asked = 0
    const now = () => (asked++ < 2 ? new Date(midnight.getTime() - 1) : midnight)
    const sealing = await startSealing({ ...t.services, now }, log)
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1)
    expect(lines[0]).toMatchObject({ day: '2025-06-01', last_position: 1 })
    await sealing.stop()
  })
})

describe('a clock that is wrong', () => {
  const MINUTE = 60_000
  const chainDays = async () =>
    (await t.db.selectFrom('audit_chain').select('day').orderBy('position').execute()).map(({ day }) => day)
  const clockFault = async () =>
    (await (await t.as('fmb.super')).get('/reports/audit-logs/integrity')).json().data.clock as string | null
  /** The sealer, and what it says of its own accord. */
  async function sealer(services = t.services) {
    const said: string[] = []
    const say = (first: unknown, second?: string) => said.push(second ?? String(first))
    const sealing = await startSealing(services, {
      info: say,
      warn: say,
      error: say,
    } as unknown as typeof t.app.log)
    onTestFinished(() => sealing.stop())
    return { said, sealing }
  }
  const asBureau = (): typeof t.services => ({
    ...t.services,
    config: { ...t.services.config, production: true },
  })
  /** The same services, and how often they were asked the time: a whole turn of the sealer asks twice. */
  function timed(services: typeof t.services) {
    let asked = 0
    const now = () => {
      asked += 1
      return services.now()
    }
    return { services: { ...services, now }, timesAsked: () => asked }
  }
  const SLOW = { timeout: 10_000 }

  test('ahead of the database seals nothing, and the page says so', async () => {
    t.setNow(new Date(Date.now() + 20 * MINUTE))
    await addLine(t.db, 1)
    await sealNow(t)
    expect(await chainDays()).toEqual([])
    expect(await clockFault()).toMatch(/^The clock of this server is 20 minutes ahead of the database's/)
    t.setNow(new Date(Date.now() + 4 * MINUTE))
    await sealNow(t)
    expect((await chainDays()).length).toBeGreaterThan(0)
    expect(await clockFault()).toBeNull()
  })

  full.test(
    'seals nothing while it is ahead of the database, says so once, and goes on when it is right',
    async () => {
      t.setNow(new Date(Date.now() + 20 * MINUTE))
      await addLine(t.db, 1)
      const { services, timesAsked } = timed(t.services)
      const { said } = await sealer(services)
      const ahead =
        /^The clock of this server is 20 minutes ahead of the database's, so no row is sealed: set both by NTP/
      await expect.poll(() => said, SLOW).toEqual([expect.stringMatching(ahead)])
      const told = timesAsked()
      await expect.poll(() => timesAsked() - told, SLOW).toBeGreaterThan(2)
      expect(said).toHaveLength(1)
      await sealNow(t)
      expect(await clockFault()).toMatch(ahead)
      expect(await chainDays()).toEqual([])
      t.setNow(new Date(Date.now() + 4 * MINUTE))
      await expect
        .poll(() => said.slice(1), SLOW)
        .toEqual(['the clock is right again; the audit log is sealed'])
      expect((await chainDays()).length).toBeGreaterThan(0)
      expect(await clockFault()).toBeNull()
      expect(await findingsIn(t)).toEqual([])
    },
  )

  full.test(
    'seals nothing a month after the newest seal until an operator says that it is right',
    async () => {
      t.setNow(new Date('2025-06-01T09:00:00+08:00'))
      await addLine(t.db, 1)
      await sealNow(t)
      t.setNow(new Date('2025-07-02T23:00:00+08:00'))
      await addLine(t.db, 2)
      const { services, timesAsked } = timed(asBureau())
      const first = await sealer(services)
      await expect.poll(chainDays, SLOW).toEqual(['2025-06-01', '2025-07-02'])
      // nobody writes for two months, but the server sees the days come
      t.setNow(new Date('2025-08-01T09:00:00+08:00'))
      const heads = async () =>
        (await t.db.selectFrom('audit_heads').select('day').orderBy('day').execute()).length
      await expect.poll(heads, SLOW).toBe(2)
      // the turn that closed the day may have begun before it ended
      const closed = timesAsked()
      await expect.poll(() => timesAsked() - closed, SLOW).toBeGreaterThan(3)
      t.setNow(new Date('2025-08-31T09:00:00+08:00'))
      await addLine(t.db, 3)
      await expect.poll(async () => (await chainDays()).at(-1), SLOW).toBe('2025-08-31')
      await first.sealing.stop()
      expect(first.said.filter((text) => !text.startsWith('a day'))).toEqual([])

      t.setNow(new Date('2025-10-02T09:00:00+08:00'))
      await addLine(t.db, 5)
      const second = await sealer(asBureau())
      const far =
        'The clock of this server says Oct 02, 2025 and the newest seal is of Aug 31, 2025, so no row is sealed until the clock is right, or an operator has said that it is: npm run operator -- clock confirm.'
      await expect.poll(() => second.said, SLOW).toEqual([far])
      expect((await chainDays()).at(-1)).toBe('2025-08-31')
      await confirmClock(t.services)
      await sql`alter table audit_logs disable trigger user`.execute(t.db)
      await sql`update audit_logs set created_at = '2025-10-02 09:00+08' where event = 'Clock Confirmed'`.execute(
        t.db,
      )
      await sql`alter table audit_logs enable trigger user`.execute(t.db)
      await expect.poll(async () => (await chainDays()).at(-1), SLOW).toBe('2025-10-02')
      expect(await findingsIn(t)).toEqual([])
    },
  )

  test('that was far ahead once is told by the start and the page, and sealing goes on under its day', async () => {
    await addLine(t.db, 1)
    await sealNow(t)
    await tamper(t, `update audit_chain set day = '2099-01-01'`)
    await addLine(t.db, 2)
    const { said } = await sealer()
    const sentence = 'The newest seal is of Jan 01, 2099, which has not come: a clock was far ahead.'
    expect(said).toEqual([expect.stringContaining(sentence)])
    await expect.poll(chainDays, SLOW).toEqual(['2099-01-01', '2099-01-01'])
    expect(await clockFault()).toContain(sentence)
  })
})

describe('with every trigger switched off, a verification still finds', () => {
  beforeEach(() => aSealedLog(t, DAYS))

  const sentences = async (kept?: Awaited<ReturnType<typeof keptNow>>) =>
    (await findingsIn(t, kept)).map(findingText)
  const deleteFrom = (position: number, until: number) => [
    `delete from audit_logs where id in
       (select audit_log_id from audit_chain where position between ${position} and ${until})`,
    `delete from audit_chain where position between ${position} and ${until}`,
  ]

  test('changed rows, whichever field it is', async () => {
    const changes = [
      `user_name = 'Somebody Else'`,
      `created_at = created_at + interval '1 microsecond'`,
      `field_change = '[{"field": "region", "old": "A", "new": "B"}]'`,
      `network_address = null`,
    ]
    const ids = await Promise.all(changes.map((_, index) => logIdOf(t, 5 + index)))
    await tamper(
      t,
      ...changes.map((change, index) => `update audit_logs set ${change} where id = ${ids[index]}`),
    )
    expect(await sentences()).toEqual(
      ids.map(
        (id, index) =>
          `Row ${id}, sealed on Jun 02, 2025 as entry ${5 + index}, was changed after it was sealed.`,
      ),
    )
  })

  test('a removed row', async () => {
    const id = await logIdOf(t, 12)
    await tamper(t, `delete from audit_logs where id = ${id}`)
    expect(await sentences()).toEqual([
      `Row ${id}, sealed on Jun 03, 2025 as entry 12, was removed from the log.`,
    ])
  })

  full.test('an inserted row, with the seals as they were', async () => {
    await tamper(
      t,
      `insert into audit_logs (id, created_at, auditable_type, event) overriding system value
       values (900, '2025-06-02 10:00+08', 'Reports', 'Exported')`,
    )
    await sealNow(t)
    expect(await sentences()).toEqual([
      'Row 900, dated Jun 02, 2025, stands in the log but was never sealed: it was inserted past the product.',
    ])
  })

  full.test('a row that was added under an earlier date, as something to look at', async () => {
    // what this test has written was sealed under days of its own choosing
    expect((await verifyLog(t.services)).notes[0]).toMatch(
      /^12 rows, the first of them row \d+, carry a date/,
    )
    t.setNow(new Date())
    await addLine(t.db, 99)
    await sql`insert into audit_logs (created_at, auditable_type, event)
      values ('2025-06-01 10:00+08', 'Reports', 'Exported')`.execute(t.db)
    await sealNow(t)
    const verified = await verifyLog(t.services)
    expect(verified.findings_count).toBe(0)
    expect(verified.notes[0]).toMatch(/^13 rows/)
  })

  test('rows taken out together with their seals', async () => {
    await tamper(t, ...deleteFrom(6, 7))
    expect(await sentences()).toEqual([
      'Entries 6 to 7 (2 in all) of the chain, before the end of Jun 02, 2025, are gone: what they sealed was removed.',
    ])
  })

  full.test('a row and its seal rewritten to fit each other', async () => {
    const id = await logIdOf(t, 6)
    await tamper(
      t,
      `update audit_logs set event = 'View' where id = ${id}`,
      `update audit_chain set row_hash = sha256('x'), hash = sha256('y') where position = 6`,
    )
    expect((await sentences()).at(-1)).toBe(
      'Entry 7 of Jun 02, 2025 does not follow from the entry before it: one of the two was rewritten.',
    )
  })

  test('an end that was cut off, and still when the log has gone on', async () => {
    const cut =
      'The chain has been longer: entries 3 to 12 (10 in all) are gone, the end of the log was cut off.'
    await tamper(t, ...deleteFrom(3, 12), 'delete from audit_heads')
    expect(await sentences()).toEqual([cut])
    await addLine(t.db, 99)
    await sealNow(t)
    expect(await sentences()).toEqual([
      'Entries 3 to 12 (10 in all) of the chain, before the end of Jun 03, 2025, are gone: what they sealed was removed.',
    ])
  })

  test('a day that was taken out with its head', async () => {
    await tamper(t, ...deleteFrom(5, 8), `delete from audit_heads where day = '2025-06-02'`)
    expect(await sentences()).toEqual([
      'Entries 5 to 8 (4 in all) of the chain, before the end of Jun 03, 2025, are gone: what they sealed was removed.',
    ])
  })

  full.test(
    'an older backup, and one that work went on with, beside heads that were kept elsewhere',
    async () => {
      const kept = await keptNow()
      expect(await sentences(kept)).toEqual([])
      // what a backup of the morning of the third day holds
      await tamper(
        t,
        ...deleteFrom(9, 12),
        `select setval('audit_chain_counter', 8)`,
        `select setval('audit_logs_id_seq', (select max(id) from audit_logs))`,
      )
      expect(await sentences()).toEqual([])
      expect((await verifyLog(t.services)).notes).toHaveLength(1)
      expect(await sentences(kept)).toEqual([
        'What was kept reaches to Jun 03, 2025, beyond the end of this log: an older backup was restored, or the end was cut off together with its counter.',
      ])
      for (let line = 100; line < 110; line += 1) await addLine(t.db, line)
      await sealNow(t)
      expect(await sentences()).toEqual([])
      expect(await sentences(kept)).toEqual([
        'From Jun 03, 2025 on this log is not the one whose heads were kept: it was rewritten, or an older backup was restored and work went on.',
      ])
    },
  )

  full.test('heads that another key signed, until that key is named as a former one', async () => {
    const other = await startAppForTest()
    const services = { ...t.services, config: { ...t.services.config, data_dir: other.dataDir } }
    const key_id = [...trustedKeys(t.services.config)][0] ?? ''
    signingKey(services.config)
    const { findings } = await verifyLog(services)
    expect(findings.map(findingText)).toEqual(
      ['Jun 01, 2025', 'Jun 02, 2025'].map(
        (day) =>
          `The head of ${day} was signed with the key ${key_id}, which is not the key of this installation.`,
      ),
    )
    const config = { ...services.config, audit_former_keys: [key_id] }
    expect((await verifyLog({ ...services, config })).findings).toEqual([])
  })

  full.test('and names the first hundred places only, but counts them all', async () => {
    await tamper(
      t,
      `insert into audit_logs (id, auditable_type, event) overriding system value
       select 1000 + n, 'Reports', 'Exported' from generate_series(1, 250) as n`,
    )
    const verified = await verifyLog(t.services)
    expect([verified.findings_count, verified.findings.length]).toEqual([250, 100])
  })
})

test('no statement of the product can change, remove or empty what was logged or sealed', async () => {
  await aSealedLog(t, DAYS)
  for (const table of ['audit_logs', 'audit_chain', 'audit_heads']) {
    await expect(sql.raw(`delete from ${table}`).execute(t.db)).rejects.toThrow('never changed')
    await expect(sql.raw(`truncate ${table}`).execute(t.db)).rejects.toThrow('never changed')
  }
  await expect(sql`update audit_chain set hash = sha256('x')`.execute(t.db)).rejects.toThrow('never changed')
  await expect(sql`update audit_heads set rows = 1`.execute(t.db)).rejects.toThrow('never changed')
  const writes = t.app.contract.filter(({ method, path }) => method !== 'GET' && path.includes('audit-logs'))
  expect(writes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'POST /reports/audit-logs/verification',
    'POST /roles/audit-logs',
    'POST /sites/audit-logs',
    'POST /users/audit-logs',
  ])
})
