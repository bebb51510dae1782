import { sql } from 'kysely'
import { writeAudit } from '../../../server/context/audit.ts'
import { verifyLog } from '../../../server/integrity/verify.actions.ts'
import type { Db } from '../../../server/database/db.ts'
import type { LogMemory } from '../../../server/public-log/agree.actions.ts'
import { saveDayHead } from '../../../server/public-log/days.actions.ts'
import { advanceLog, type PublishTurn } from '../../../server/public-log/publish-checkpoint.actions.ts'
import { sealWaiting } from '../../../server/public-log/seal.actions.ts'
import type { TestApp } from '../product/app.ts'

const ORIGIN = { request_id: 'test', network_address: '127.0.0.1', user_agent: '' }

/** Adds one row to the log, as a change does, with the record's number in its code. */
export const addLine = (db: Db, id: number): Promise<void> =>
  writeAudit(db, null, ORIGIN, { module: 'Profiling of SITES', event: 'Updated', id, code: `LINE-${id}` })

/** Seals all committed rows, as the running server does within a second. */
export const sealNow = (t: TestApp): Promise<void> => sealWaiting(t.db)

/**
 * Adds rows to the log on each of these days in Manila, numbered from 1, and publishes them; each day but the last is
 * closed.
 */
export async function aSealedLog(t: TestApp, days: string[], linesADay = 4): Promise<void> {
  let id = 0
  for (const [at, day] of days.entries()) {
    if (at > 0) {
      t.setNow(new Date(`${day}T00:05:00+08:00`))
      await saveDayHead(t.services)
    }
    t.setNow(new Date(`${day}T09:00:00+08:00`))
    for (let line = 0; line < linesADay; line += 1) {
      id += 1
      await addLine(t.db, id)
    }
    await publishNow(t)
  }
}

/** Changes the database as an attacker with full access would: with all triggers off. */
export async function tamper(t: TestApp, ...statements: string[]): Promise<void> {
  const tables = ['audit_logs', 'log_entries']
  await t.db.transaction().execute(async (db) => {
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(db)
    for (const statement of statements) await sql.raw(statement).execute(db)
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger all`).execute(db)
  })
}

/** The id of the log row about this record. */
export async function logIdOf(t: TestApp, record: number): Promise<number> {
  const { id } = await t.db
    .selectFrom('audit_logs')
    .select('id')
    .where('auditable_code', '=', `LINE-${record}`)
    .executeTakeFirstOrThrow()
  return id
}

export const findingsIn = async (t: TestApp) => (await verifyLog(t.services)).findings

/** Seals and publishes all committed rows, as the running server does within seconds. */
export async function publishNow(t: TestApp, memory: LogMemory = { edge: null }): Promise<PublishTurn> {
  await sealNow(t)
  const turn = await advanceLog(t.services, memory)
  if (!turn) throw new Error('another instance is at the public log')
  return turn
}
