import { stat } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '../../server/jobs.ts'
import type { LockTimes } from '../../server/operate/job-locks.ts'
import { queueInBatches, queueMail } from '../../server/mails/mail.ts'
import { listMails } from '../../server/mails/mail-queue.ts'
import { readFigures } from '../../server/watching/watching.queries.ts'
import { retryMails } from '../../server/mails/mails.actions.ts'
import { CONNECTIONS, startAppForTest, type TestApp } from '../support/product/app.ts'
import { mailServer } from '../support/doubles/mail-server.ts'
import { aSite } from '../support/records/factories.ts'
import { deliveredMails, runJobs } from '../support/records/mails.ts'
import { full } from '../support/full.ts'

const SLOW = { timeout: 20_000 }
const MAIL = { to: 'encoder@bureau.example', subject: 'Bumalik: Peñablanca ✓', text: 'Mabuhay,\n\n.\nNiño\n' }

const queue = (t: TestApp, mail = MAIL) => t.db.transaction().execute((db) => queueMail(db, mail))

const jobsLeft = async (t: TestApp) => {
  const { rows } = await sql<{ attempts: number; last_error: string | null }>`
    select attempts, last_error from graphile_worker.jobs where task_identifier = 'send_mail'`.execute(t.db)
  return rows
}

test('with SMTP_URL a mail reaches the server as it was written', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({
    settings: {
      SMTP_URL: heard.url,
      PUBLIC_URL: 'https://sites.bureau.example',
      BUREAU_NAME: 'Kagawaran ng Gubat',
    },
  })
  await queue(t)
  await runJobs(t)

  expect(heard.mails).toHaveLength(1)
  const [mail] = heard.mails
  expect(mail?.subject).toBe(MAIL.subject)
  expect(mail?.text?.replaceAll('\r\n', '\n')).toBe(MAIL.text)
  expect(mail?.to).toEqual([expect.objectContaining({ address: MAIL.to })])
  expect(mail?.from).toMatchObject({
    address: 'no-reply@sites.bureau.example',
    name: 'Kagawaran ng Gubat SIS',
  })
  expect(heard.from).toEqual(['no-reply@sites.bureau.example'])
  expect(await jobsLeft(t)).toEqual([])
  expect(() => readdirSync(path.join(t.dataDir, 'mail'))).toThrow()
})

test('[S-140] every mail says that no person wrote it; one that its reader can do without leads to the choice', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({
    settings: { SMTP_URL: heard.url, PUBLIC_URL: 'https://sites.bureau.example' },
  })
  await queue(t)
  await aSite(t)
  const reply = await (await t.as('laguna.approver')).post(`/sites/returned/${(await aSite(t)).id}`, {
    returned_reason: 'Please look at the areas.',
  })
  expect(reply.statusCode, reply.body).toBe(200)
  await runJobs(t)
  const header = (to: string, key: string) =>
    heard.mails.find((mail) => mail.to?.[0]?.address === to)?.headers.find((one) => one.key === key)?.value
  const [plain, about] = [MAIL.to, 'laguna.encoder@bureau.example']
  for (const to of [plain, about]) expect(header(to, 'auto-submitted')).toBe('auto-generated')
  expect(header(about, 'list-unsubscribe')).toBe('<https://sites.bureau.example/dashboard?openProfile=true>')
  expect(header(about, 'precedence')).toBe('bulk')
  // about the account, so there is no unsubscribing
  expect([header(plain, 'list-unsubscribe'), header(plain, 'precedence')]).toEqual([undefined, undefined])
  // one click by a recipient of a forwarded mail would switch off another user's mails
  expect(header(about, 'list-unsubscribe-post')).toBeUndefined()
})

test('with an account in SMTP_URL it signs in first', async () => {
  const heard = await mailServer('s3cret')
  const t = await startAppForTest({ settings: { SMTP_URL: heard.url } })
  await queue(t)
  await runJobs(t)
  expect(heard.users).toEqual(['mailer'])
  expect(heard.mails).toHaveLength(1)
})

test('a mail the server refuses stays queued and leaves once it is taken', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({ settings: { SMTP_URL: heard.url } })
  heard.refuse(1)
  await queue(t)
  await runJobs(t)
  expect(heard.mails).toEqual([])
  expect(await jobsLeft(t)).toEqual([{ attempts: 1, last_error: expect.stringContaining('try later') }])

  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db)
  await runJobs(t)
  expect(heard.mails).toHaveLength(1)
  expect(await jobsLeft(t)).toEqual([])
})

test('MAIL_FROM says who mails come from', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({
    settings: { SMTP_URL: heard.url, MAIL_FROM: '"Kagawaran, Gubat" <sis@gubat.example>' },
  })
  await queue(t)
  await runJobs(t)
  expect(heard.mails[0]?.from).toMatchObject({ address: 'sis@gubat.example', name: 'Kagawaran, Gubat' })
  expect(heard.from).toEqual(['sis@gubat.example'])
})

full.test('a mail is tried for seven days before it is given up, and kept', async () => {
  const heard = await mailServer()
  heard.away(true)
  const t = await startAppForTest({ settings: { SMTP_URL: heard.url } })
  await queue(t)
  let waited = 0
  let tries = 0
  for (let left = true; left; tries += 1) {
    await runJobs(t)
    const { rows } = await sql<{ seconds: number; left: boolean }>`
      update graphile_worker._private_jobs as job set run_at = now() from graphile_worker._private_jobs as before
      where before.id = job.id
      returning extract(epoch from before.run_at - now())::float8 as seconds, job.attempts < job.max_attempts as left`.execute(
      t.db,
    )
    left = rows[0]?.left ?? false
    if (left) waited += rows[0]?.seconds ?? 0
  }
  expect(waited / 86_400).toBeGreaterThan(7)
  expect(await jobsLeft(t)).toEqual([
    { attempts: tries, last_error: expect.stringContaining('back on Monday') },
  ])
  expect(await listMails(t.db)).toMatchObject([{ to: MAIL.to, subject: MAIL.subject, state: 'failed' }])
  // an operator's retry sends it
  heard.away(false)
  expect(await retryMails(t.services)).toBe(1)
  await runJobs(t)
  expect(heard.mails).toHaveLength(1)
  const { rows } = await sql`select event, user_name from audit_logs order by id desc limit 1`.execute(t.db)
  expect(rows).toEqual([{ event: 'Mails Sent Again', user_name: 'Operator at the server' }])
  expect(await retryMails(t.services)).toBe(0)
})

test('mails that failed go after a month with the daily clean-up, those that wait stay', async () => {
  const t = await startAppForTest()
  await queue(t)
  await queue(t, { ...MAIL, subject: 'Newer' })
  await queue(t, { ...MAIL, subject: 'Waiting' })
  await sql`
    update graphile_worker._private_jobs set
      run_at = now() + interval '1 hour',
      attempts = case payload ->> 'subject' when 'Waiting' then 1 else max_attempts end,
      created_at = created_at - case payload ->> 'subject' when 'Newer' then 29 else 31 end * interval '1 day'`.execute(
    t.db,
  )
  await sql`select graphile_worker.add_job('clean_up_files')`.execute(t.db)
  await runJobs(t)
  expect((await listMails(t.db)).map(({ subject }) => subject).sort()).toEqual(['Newer', 'Waiting'])
})

/** Runs the worker of one instance until the test ends. */
async function atWork(t: TestApp, times?: LockTimes): Promise<void> {
  const jobs = await startJobs(t.services, t.database.pool, t.app.log, { lockTimes: times })
  onTestFinished(() => jobs.stop())
}

test('the first mail after an outage takes those along that wait for their next try', async () => {
  const heard = await mailServer()
  heard.away(true)
  const t = await startAppForTest({ connections: CONNECTIONS, settings: { SMTP_URL: heard.url } })
  await atWork(t)
  await queue(t)
  await expect.poll(() => listMails(t.db), SLOW).toMatchObject([{ tries: 1, state: 'waiting' }])
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
    where last_error is not null`.execute(t.db)
  heard.away(false)
  await queue(t, { ...MAIL, subject: 'Monday' })
  await expect
    .poll(() => heard.mails.map(({ subject }) => subject).sort(), SLOW)
    .toEqual([MAIL.subject, 'Monday'])
})

full.test('a mailbox that refuses its mail is no outage: the others wait for their next try', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({ connections: CONNECTIONS, settings: { SMTP_URL: heard.url } })
  await atWork(t)
  await queue(t, { ...MAIL, to: 'full@bureau.example' })
  await expect.poll(() => listMails(t.db), SLOW).toMatchObject([{ tries: 1, state: 'waiting' }])
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
    where last_error is not null`.execute(t.db)
  await queue(t)
  await expect.poll(() => heard.mails.length, SLOW).toBe(1)
  await expect.poll(() => listMails(t.db), SLOW).toMatchObject([{ to: 'full@bureau.example', tries: 1 }])
  const [refused] = await listMails(t.db)
  expect(Date.parse(refused?.run_at ?? '') - Date.now()).toBeGreaterThan(5 * 3_600_000)
})

test('mails of one change leave together, and one that is refused is tried again without the others', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({ connections: CONNECTIONS, settings: { SMTP_URL: heard.url } })
  await atWork(t)
  const people = Array.from({ length: 24 }, (_, at) => `reader${at}@bureau.example`)
  const to = ['full@bureau.example', ...people]
  await t.db.transaction().execute((db) =>
    queueInBatches(
      db,
      to.map((one) => ({ ...MAIL, to: one })),
    ),
  )
  await expect
    .poll(() => heard.mails.flatMap((mail) => mail.to?.map(({ address }) => address)).sort(), SLOW)
    .toEqual(people.toSorted())
  await expect
    .poll(() => listMails(t.db), SLOW)
    .toEqual([
      expect.objectContaining({
        to: 'full@bureau.example',
        subject: MAIL.subject,
        tries: 1,
        state: 'waiting',
        last_error: expect.not.stringMatching(/^Batch/),
      }),
    ])
})

test('of mails that wait together each is told and counted', async () => {
  const t = await startAppForTest()
  const mails = ['one', 'two', 'three'].map((name) => ({ ...MAIL, to: `${name}@bureau.example` }))
  await t.db.transaction().execute((db) => queueInBatches(db, mails))
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours', attempts = 3`.execute(
    t.db,
  )
  expect((await listMails(t.db)).map(({ to, tries }) => [to, tries])).toEqual(mails.map(({ to }) => [to, 3]))
  expect(await readFigures(t.db)).toMatchObject({ mails_waiting: 3, mails_failed: 0, jobs_retrying: 1 })
  expect(await retryMails(t.services)).toBe(3)
  expect(await deliveredMails(t)).toHaveLength(3)
  expect(await listMails(t.db)).toEqual([])
})

const SOON = { every_ms: 100, dead_ms: 1_000 }

full.test('what a killed server had in hand is taken up by another within moments', async () => {
  const t = await startAppForTest({ connections: CONNECTIONS })
  await queue(t)
  await sql`
    update graphile_worker._private_jobs
    set attempts = 1, locked_by = 'killed', locked_at = now() - interval '1 hour'`.execute(t.db)
  await atWork(t, SOON)
  await expect.poll(() => readdirSync(t.dataDir).includes('mail') && listMails(t.db), SLOW).toEqual([])
})

full.test('what a living server has in hand for long is left to it', async () => {
  const heard = await mailServer()
  let letGo = () => {}
  heard.hold(
    new Promise((resolve) => {
      letGo = resolve
    }),
  )
  const t = await startAppForTest({ connections: CONNECTIONS, settings: { SMTP_URL: heard.url } })
  await atWork(t, SOON)
  await atWork(t, SOON)
  await queue(t)
  const heldFor = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from locked_at - created_at)::float8 as seconds
      from graphile_worker._private_jobs where attempts = 1 and locked_by is not null`.execute(t.db)
    return rows[0]?.seconds ?? 0
  }
  // three times as long as the lock of a dead worker
  await expect.poll(heldFor, SLOW).toBeGreaterThan(3)
  letGo()
  await expect.poll(() => listMails(t.db), SLOW).toEqual([])
  expect(heard.mails).toHaveLength(1)
})

test('a change that rolls back sends nothing', async () => {
  const t = await startAppForTest()
  const failing = t.db.transaction().execute(async (db) => {
    await queueMail(db, MAIL)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await deliveredMails(t)).toEqual([])
})

test('without SMTP_URL each mail becomes one .eml file only its owner can read', async () => {
  const t = await startAppForTest()
  await queue(t)
  await queue(t, { ...MAIL, subject: 'Second' })
  const mails = await deliveredMails(t)
  expect(new Set(mails.map((mail) => mail.subject))).toEqual(new Set([MAIL.subject, 'Second']))
  expect(mails[0]?.text?.replaceAll('\r\n', '\n').trim()).toBe(MAIL.text.trim())
  const folder = path.join(t.dataDir, 'mail')
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  for (const name of names) {
    expect(name).toMatch(/\.eml$/)
    expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
  }
})

test('a forgotten password goes the whole way through a real mail server', async () => {
  const heard = await mailServer()
  const t = await startAppForTest({ settings: { SMTP_URL: heard.url } })
  await (await t.as(null)).post('/forgot-password', { email: 'laguna.encoder@bureau.example' })
  await runJobs(t)
  const [, address = ''] = /(https?:\/\/\S+)/.exec(heard.mails[0]?.text ?? '') ?? []
  const { searchParams } = new URL(address)
  const password = 'Dao-Almaciga-2061;'
  const reply = await (await t.as(null)).post('/reset-password', {
    email: searchParams.get('email'),
    token: searchParams.get('token'),
    password,
    password_confirmation: password,
  })
  expect(reply.statusCode).toBe(200)
})
