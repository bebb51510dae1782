import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { startJobs } from '../../server/jobs.ts'
import { queueMail } from '../../server/mails/mail.ts'
import { createLog } from '../../server/lib/log.ts'
import { CONNECTIONS, startAppForTest, type TestApp } from '../support/product/app.ts'

/** A job is due when both the product's clock and the database's say so. */

const mailsOf = (app: TestApp): number => {
  const folder = path.join(app.dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder).length : 0
}

async function jobsOf(app: TestApp) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const jobs = await startJobs(app.services, app.database.pool, log, { clockEveryMs: 50 })
  onTestFinished(() => jobs.stop())
  return { told: () => lines.join('') }
}

const correctedIn = (app: TestApp) =>
  app.db
    .selectFrom('audit_logs')
    .select('field_change')
    .where('event', '=', 'Future Times Corrected')
    .execute()

test.each([
  ['ahead of', 400 * DAY_MS, '9600 hours'],
  ['behind', -6 * 60_000, '6 minutes'],
])(
  '[S-153] a clock %s the database: nothing runs, it is told, and jobs go on once it is right',
  async (which, off, apart) => {
    const app = await startAppForTest({ connections: CONNECTIONS })
    app.setNow(new Date(Date.now() + off))
    const { told } = await jobsOf(app)
    expect(told()).toContain(
      `The clock of this server is ${apart} ${which} the database's, so it runs no jobs`,
    )
    await queueMail(app.db, { to: 'chief@bureau.example', subject: 'Late', text: 'Late\n' })
    const { rows } = await sql`select from graphile_worker._private_known_crontabs`.execute(app.db)
    expect(rows).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(mailsOf(app)).toBe(0)
    // logged once, not every minute
    expect(told().match(/so it runs no jobs/g)).toHaveLength(1)

    app.setNow(new Date())
    await expect.poll(() => mailsOf(app)).toBe(1)
    await expect.poll(told).toContain('The clock of this server is right again, and its jobs run.')
  },
)

test('[S-153] times in the future that a wrong clock left behind are set right at the start, with a row in the log', async () => {
  const app = await startAppForTest({ connections: CONNECTIONS })
  await queueMail(app.db, { to: 'chief@bureau.example', subject: 'Late', text: 'Late\n' })
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '400 days'`.execute(app.db)
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values
      ('send_daily_mails', now() - interval '9 days', now() + interval '400 days'),
      ('clean_up_files', now() + interval '400 days', null),
      ('verify_audit_log', now() - interval '9 days', now() - interval '1 hour')`.execute(app.db)
  await jobsOf(app)
  await expect.poll(() => mailsOf(app), { timeout: 15_000 }).toBe(1)
  const { rows } = await sql<{ future: number }>`
    select count(*) as future from graphile_worker._private_known_crontabs
    where last_execution > now() + interval '1 minute' or known_since > now() + interval '1 minute'`.execute(
    app.db,
  )
  expect(rows[0]?.future).toBe(0)
  expect((await correctedIn(app)).map(({ field_change }) => field_change)).toEqual([
    [
      { field: 'schedules', old: null, new: '2' },
      { field: 'jobs', old: null, new: '1' },
    ],
  ])
})

test('[S-153] a start that finds nothing wrong leaves no row, and retries of mails keep their time', async () => {
  const app = await startAppForTest({ connections: CONNECTIONS })
  await queueMail(app.db, { to: 'chief@bureau.example', subject: 'Later', text: 'Later\n' })
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours'`.execute(app.db)
  await jobsOf(app)
  expect(await correctedIn(app)).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(mailsOf(app)).toBe(0)
})
