import { sql } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import { saveDayHead } from '../../server/public-log/days.actions.ts'
import { sealWaiting } from '../../server/public-log/seal.actions.ts'
import { findingText } from '../../shared/audit/findings.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { FULL, full } from '../support/full.ts'
import {
  addLine,
  aSealedLog,
  findingsIn,
  logIdOf,
  publishNow,
  sealNow,
  tamper,
} from '../support/records/audit-log.ts'

const DAYS = ['2025-06-01', '2025-06-02', '2025-06-03']

let t: TestApp
beforeEach(async () => {
  t = await startAppForTest()
})

const count = async (what: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(what)}`.execute(t.db)
  return rows[0]?.count ?? -1
}
const sentences = async () => (await findingsIn(t)).map(findingText)

describe('the seal of the log', () => {
  test('holds every row once, a checkpoint for every ended day, and is found whole', async () => {
    await aSealedLog(t, DAYS)
    expect([await count('log_entries'), await count('audit_unsealed')]).toEqual([12, 0])
    const days = await t.db.selectFrom('log_days').select(['day', 'size']).orderBy('day').execute()
    // the last day is open until the next one begins
    expect(days).toEqual([
      { day: '2025-06-01', size: 4 },
      { day: '2025-06-02', size: 8 },
    ])
    expect(await verifyLog(t.services)).toMatchObject({ rows: 12, findings_count: 0, findings: [] })
  })

  test('closes the day that ended whatever a clock has said before, and once', async () => {
    await addLine(t.db, 1)
    await publishNow(t)
    for (const moment of [
      '2099-01-01T00:05:00+08:00',
      '2025-06-02T00:05:00+08:00',
      '2025-06-02T09:00:00+08:00',
    ]) {
      t.setNow(new Date(moment))
      await saveDayHead(t.services)
    }
    const days = await t.db.selectFrom('log_days').select('day').orderBy('day').execute()
    expect(days.map(({ day }) => day)).toEqual(['2025-06-01', '2098-12-31'])
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
    await publishNow(t)
    expect(await count('log_entries')).toBe(1)
    letGo()
    await late
    // visible but not sealed yet, which is not reported as an intruder's
    expect(await findingsIn(t)).toEqual([])
    expect((await verifyLog(t.services)).notes[0]).toMatch(
      /^1 rows are waiting for their seal, the oldest since /,
    )
    await publishNow(t)
    const order = await t.db.selectFrom('log_entries').select('audit_log_id').orderBy('log_index').execute()
    expect(order.map((one) => one.audit_log_id)).toEqual([await logIdOf(t, 2), await logIdOf(t, 1)])
    expect(await findingsIn(t)).toEqual([])
  })

  test('takes no row twice that somebody has put among those that wait again', async () => {
    await addLine(t.db, 1)
    await sealNow(t)
    await sql`insert into audit_unsealed select id from audit_logs`.execute(t.db)
    await addLine(t.db, 2)
    await publishNow(t)
    expect([await count('log_entries'), await count('audit_unsealed')]).toEqual([2, 0])
    expect(await count('audit_day_counts where rows = 2')).toBe(1)
  })

  full.test(
    'keeps up with sixteen writers, some of whom give up; two sealers never seal a row twice',
    async () => {
      let isWriting = true
      const sealer = async () => {
        while (isWriting) {
          await sealWaiting(t.db)
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
      await publishNow(t)
      const rows = 16 * 25 * 2
      expect([await count('audit_logs'), await count('log_entries'), await count('audit_unsealed')]).toEqual([
        rows,
        rows,
        0,
      ])
      expect(await verifyLog(t.services)).toMatchObject({ rows, findings_count: 0 })
    },
  )
})

describe('with every trigger switched off and nothing kept elsewhere, a verification still finds', () => {
  beforeEach(() => aSealedLog(t, DAYS))

  /** Verifies the database alone, without a file store. */
  const alone = async () => {
    const { findings, findings_count } = await verifyLog({ db: t.db, config: t.services.config })
    expect(findings_count).toBeGreaterThanOrEqual(findings.length)
    return findings.map(findingText)
  }
  const rowsOf = (first: number, last: number) =>
    `select audit_log_id from log_entries where log_index between ${first - 1} and ${last - 1}`
  const removeRows = (first: number, last: number) =>
    `delete from audit_logs where id in (${rowsOf(first, last)})`
  const removeEntries = (first: number, last: number) =>
    `delete from log_entries where log_index between ${first - 1} and ${last - 1}`
  const wait = 'insert into audit_unsealed select id from audit_logs'
  const age = `update audit_logs set created_at = created_at - interval '1 day'`
  const newer = (size: number, day: string | null = null) =>
    `The checkpoint ${day ? `of ${day} ` : ''}from the database covers ${size} entries, more than the public log has here: an older backup was restored, or the end was cut off.`

  test('changed rows, whichever field it is', async () => {
    const changes = [
      `user_name = 'Somebody Else'`,
      `created_at = created_at + interval '1 microsecond'`,
      `field_change = '[{"field": "region", "old": "A", "new": "B"}]'`,
      'network_address = null',
    ]
    const ids = await Promise.all(changes.map((_, index) => logIdOf(t, 5 + index)))
    await tamper(
      t,
      ...changes.map((change, index) => `update audit_logs set ${change} where id = ${ids[index]}`),
    )
    expect(await alone()).toEqual(
      ids.map((id, index) => `Row ${id}, entry ${5 + index} of the log, was changed after it was sealed.`),
    )
  })

  full.test('a row that was changed with its entry', async () => {
    await tamper(
      t,
      `update audit_logs set event = 'View' where id = ${await logIdOf(t, 6)}`,
      `update log_entries set entry = sha256('x') where log_index = 5`,
    )
    expect(await alone()).toEqual([
      expect.stringMatching(/^Row \d+, entry 6 of the log, was changed/),
      'The first 8 entries of the public log are not those of the checkpoint of Jun 02, 2025 from the database: it was rewritten, or an older backup was restored and work continued.',
    ])
  })

  test('a removed row, and one whose salt is gone though nobody has erased it', async () => {
    const [removed, bare] = [await logIdOf(t, 12), await logIdOf(t, 3)]
    await tamper(
      t,
      `delete from audit_logs where id = ${removed}`,
      'update log_entries set salt = null where log_index = 2',
    )
    expect(await alone()).toEqual([
      `Row ${bare}, entry 3 of the log, has lost its salt without being erased: the row can no longer be proved.`,
      `Row ${removed}, entry 12 of the log, was removed.`,
    ])
  })

  test('an inserted row, and names the first hundred only, but counts them all', async () => {
    await tamper(
      t,
      `insert into audit_logs (id, created_at, auditable_type, event) overriding system value
       select 900 + n, '2025-06-02 10:00+08', 'Reports', 'Exported' from generate_series(0, 249) as n`,
    )
    await publishNow(t)
    const { findings, findings_count } = await verifyLog(t.services)
    expect([findings_count, findings.length]).toEqual([250, 100])
    expect(findings.map(findingText)[0]).toBe(
      'Row 900, dated Jun 02, 2025, is in the table but was never sealed: it was inserted outside the system, or its entry was removed.',
    )
  })

  full.test('a row that was added under an earlier date, as something to look at', async () => {
    await sql`insert into audit_logs (created_at, auditable_type, event)
      values ('2025-05-30 10:00+08', 'Reports', 'Exported')`.execute(t.db)
    await publishNow(t)
    const verified = await verifyLog(t.services)
    expect(verified.findings_count).toBe(0)
    expect(verified.notes[0]).toMatch(/^1 rows, the first of them row \d+, have a date/)
  })

  test('rows taken out together with their entries: some, or a day with its checkpoint', async () => {
    await tamper(t, removeRows(5, 8), removeEntries(5, 8), `delete from log_days where day = '2025-06-02'`)
    const gone =
      'Entries 5 to 8 of the log (4 in all) are gone, though later ones are there: rows were removed with their entries.'
    expect(await alone()).toEqual([gone])
  })

  test('an end that was cut off, also where the log has gone on', async () => {
    await tamper(t, removeRows(3, 12), removeEntries(3, 12))
    expect(await alone()).toEqual([newer(12)])
    await tamper(t, 'delete from log_published')
    expect(await alone()).toEqual([newer(8, 'Jun 02, 2025')])
    await addLine(t.db, 99)
    await addLine(t.db, 100)
    await sealNow(t)
    expect((await alone())[0]).toBe(
      'The first 4 entries of the public log are not those of the checkpoint of Jun 01, 2025 from the database: it was rewritten, or an older backup was restored and work continued.',
    )
  })

  const nothingPublished = expect.stringMatching(/^The log has rows and no signed checkpoint/)
  const neverSealed = expect.stringMatching(/^Row \d+, dated .* was never sealed/)
  const all = (one: unknown) => Array.from({ length: 12 }, () => one)
  /** The tables that are emptied, whether the rows wait for their seal again, and the findings. */
  const EMPTIED = [
    { emptied: ['log_entries'], found: [newer(12), ...all(neverSealed)] },
    {
      emptied: ['log_entries', 'log_published'],
      found: [newer(8, 'Jun 02, 2025'), ...all(neverSealed), nothingPublished],
    },
    { emptied: ['log_entries', 'log_days'], found: [newer(12), ...all(neverSealed)] },
    {
      emptied: ['log_entries', 'log_published', 'log_days'],
      found: [...all(neverSealed), nothingPublished],
    },
    { emptied: ['log_published', 'log_days'], found: [nothingPublished], short: true },
    { emptied: ['log_entries'], waits: true, found: [newer(12)], short: true },
    {
      emptied: ['log_entries', 'log_published', 'log_days'],
      waits: true,
      found: [nothingPublished],
      short: true,
    },
    {
      emptied: ['audit_logs'],
      found: all(expect.stringMatching(/^Row \d+, entry \d+ of the log, was removed/)),
    },
    {
      emptied: ['audit_logs', 'log_entries'],
      found: [newer(12), expect.stringMatching(/^The log has no row/)],
    },
    {
      emptied: ['audit_logs', 'log_entries', 'log_published', 'log_days'],
      found: [expect.stringMatching(/^The log has no row, though rows were written/)],
      short: true,
    },
  ]
  test.each(EMPTIED.filter(({ short }) => FULL || short))(
    '$emptied emptied, rows waiting again: $waits',
    async ({ emptied, waits = false, found }) => {
      // recent rows may have no checkpoint yet
      await tamper(t, age)
      await tamper(t, ...emptied.map((table) => `delete from ${table}`), ...(waits ? [wait] : []))
      const told = (await alone()).filter((text) => !/was changed after/.test(text))
      expect(told).toEqual(found)
    },
  )

  full.test('days that another key signed, until that key is named as a former one', async () => {
    const other = await startAppForTest()
    const { key_id } = (await (await t.as('fmb.super')).get('/reports/audit-logs/integrity')).json().data
      .public_log
    const config = { ...t.services.config, data_dir: other.dataDir }
    const unreliable = (await verifyLog({ db: t.db, config })).findings.map(findingText)
    expect(unreliable).toEqual([
      'The checkpoint from the database is not signed with the key of this installation: it was altered or belongs to another installation.',
    ])
    const former = { ...config, audit_former_keys: [key_id] }
    expect((await verifyLog({ db: t.db, config: former })).findings).toEqual([])
  })
})

test('no statement of the product can change, remove or empty what was logged or sealed', async () => {
  await aSealedLog(t, DAYS)
  for (const table of ['audit_logs', 'log_entries']) {
    await expect(sql.raw(`delete from ${table}`).execute(t.db)).rejects.toThrow('never changed')
    await expect(sql.raw(`truncate ${table}`).execute(t.db)).rejects.toThrow('never changed')
  }
  const writes = t.app.contract.filter(({ method, path }) => method !== 'GET' && path.includes('audit-logs'))
  expect(writes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'POST /reports/audit-logs/verification',
    'POST /roles/audit-logs',
    'POST /sites/audit-logs',
    'POST /users/audit-logs',
  ])
})

test('a verification says nothing of a new product that nobody has used', async () => {
  expect(await sentences()).toEqual([])
})
