import { stat } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { queueMail } from '../../server/lib/mail.ts'
import { startAppForTest, type TestApp } from '../support/app.ts'
import { deliveredMails, runJobs } from '../support/mails.ts'

const MAIL = { to: 'encoder@bureau.example', subject: 'Bumalik: Peñablanca ✓', text: 'Mabuhay,\n\n.\nNiño\n' }

type Heard = { mails: Email[]; from: string[]; users: string[]; refuse: (times: number) => void; url: string }

/** A real mail server on a port of its own; asks for a password when one is given. */
async function mailServer(password?: string): Promise<Heard> {
  const heard: Heard = { mails: [], from: [], users: [], refuse: (times) => (refusals = times), url: '' }
  let refusals = 0
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: password === undefined,
    onAuth: (auth, _session, done) => {
      if (auth.password !== password) return done(new Error('no'))
      heard.users.push(auth.username ?? '')
      done(null, { user: auth.username })
    },
    onMailFrom: (address, _session, done) => {
      heard.from.push(address.address)
      done()
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (refusals > 0) {
          refusals -= 1
          return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        }
        heard.mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  heard.url = `smtp://${password === undefined ? '' : `mailer:${password}@`}127.0.0.1:${port}`
  return heard
}

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
