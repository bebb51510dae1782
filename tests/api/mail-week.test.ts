import { expect, test } from 'vitest'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { sendDailyMails } from '../../server/pending/daily-mails.jobs.ts'
import { sendWeeklyMails } from '../../server/pending/weekly-mails.jobs.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'
import { mailServer } from '../support/doubles/mail-server.ts'
import { runJobs } from '../support/records/mails.ts'
import { full } from '../support/full.ts'

/** Daily and weekly mails, as a real mail server receives them (S-117). */

const MONDAY = new Date('2031-12-01T06:30:00+08:00')
const after = (days: number) => new Date(MONDAY.getTime() + days * DAY_MS)
const daysAgo = (days: number) => after(-days).toISOString()
const WAITING = { site_status: 'Submitted', penro_status: 'Submitted' } as const

async function withServer(MAIL_NOTIFICATIONS: string) {
  const heard = await mailServer()
  const t = await startAppForTest({ settings: { SMTP_URL: heard.url, MAIL_NOTIFICATIONS } })
  /** the mails since the last call, by recipient; fails when a person got more than one */
  const arrived = async () => {
    await runJobs(t)
    const mails = heard.mails.splice(0)
    const names = mails.map((mail) => mail.to?.[0]?.address?.split('@')[0] ?? '')
    expect(new Set(names).size, `one mail each: ${names.join(', ')}`).toBe(names.length)
    return Object.fromEntries(
      mails.map((mail, index) => [names[index], `${mail.subject}\n${mail.text?.replaceAll('\r\n', '\n')}`]),
    )
  }
  return { t, arrived }
}

/** Not through the API, because sessions expire when the clock moves by years. */
const choose = (t: TestApp, mail_choice: string, ...names: string[]) =>
  t.db.updateTable('users').set({ mail_choice }).where('email', 'in', names.map(demoEmail)).execute()

/** Runs both mail jobs, as on a Monday. */
const summaries = async (t: TestApp, now: Date) => {
  t.setNow(now)
  await sendDailyMails(t.services)
  await sendWeeklyMails(t.services)
}

test('a chief hears counts, medians and the longest wait per level and office of what they may see, and no more', async () => {
  const { t, arrived } = await withServer('off')
  await choose(t, 'weekly', 'r4a.admin', 'fmb.admin', 'laguna.admin', 'r9.approver')
  for (const days of [1, 4, 12]) await aSite(t, { boundary: null, waiting_since: daysAgo(days) })
  await aSite(t, { boundary: null, level: 'Region', waiting_since: daysAgo(30) })
  await aSite(t, { boundary: null, office: 'PENRO Quezon', waiting_since: daysAgo(20) })
  // neither is waiting for review
  await aSite(t, { boundary: null, site_status: 'Returned', level: 'PENRO' })
  await aSite(t, { boundary: null, deactivated_by: 'laguna.admin', waiting_since: daysAgo(99) })
  const approved = await aSite(t, { boundary: null, site_status: 'Approved' })
  await anActivityRow(t, approved, { ...WAITING, waiting_since: daysAgo(2) })
  await anActivityRow(t, await aSite(t, { boundary: null, site_status: 'Approved' }))

  await summaries(t, MONDAY)
  const mails = await arrived()
  expect(Object.keys(mails).sort(), 'nobody in whose scope nothing waits').toEqual([
    'fmb.admin',
    'laguna.admin',
    'r4a.admin',
  ])
  expect(mails['r4a.admin']).toMatch(
    /^6 records are waiting in your region\nHello .+,\n\non Dec 01, 2031 6 records are waiting/,
  )
  expect(mails['r4a.admin']).toContain(
    [
      '  PENRO: 4 profiles, 1 activity; median 4 days, longest 20 days',
      '  Region: 1 profile; median 30 days, longest 30 days',
      '',
      'By office, the longest waiting first:',
      '',
      'PENRO Laguna',
      '  PENRO: 3 profiles, 1 activity; median 2 days, longest 12 days',
      '  Region: 1 profile; median 30 days, longest 30 days',
      '',
      'PENRO Quezon',
      '  PENRO: 1 profile; median 20 days, longest 20 days',
    ].join('\n'),
  )
  expect(mails['r4a.admin']).toContain(
    'You can choose other mails, or none, in "View Profile": http://localhost:0/dashboard?openProfile=true',
  )
  expect(mails['fmb.admin']).toMatch(/^6 records are waiting in the country\n/)
  expect(mails['laguna.admin']).toMatch(/^5 records are waiting in your office\n/)
  expect(mails['laguna.admin']).not.toContain('Quezon')
  expect(mails['laguna.admin'], 'one office needs no list of them').not.toContain('By office')
})

test('it comes once a week in Manila, however often the job runs, and never beside another summary of the day', async () => {
  const { t, arrived } = await withServer('off')
  await choose(t, 'weekly', 'r4a.admin', 'laguna.approver')
  await aSite(t, { boundary: null, waiting_since: daysAgo(3) })
  await Promise.all([1, 2, 3].map(() => summaries(t, MONDAY)))
  expect(Object.keys(await arrived()).sort()).toEqual(['laguna.approver', 'r4a.admin'])
  // a person who changes to daily mails has already had the mail of this day
  await choose(t, 'daily', 'laguna.approver')
  await summaries(t, after(0.3))
  expect(await arrived()).toEqual({})
  await summaries(t, after(1))
  expect(Object.keys(await arrived())).toEqual(['laguna.approver'])
  // Sunday 23:45 in Manila is still this week; Monday 00:15 is the next
  await choose(t, 'weekly', 'laguna.approver')
  await summaries(t, new Date('2031-12-07T23:45:00+08:00'))
  expect(await arrived()).toEqual({})
  await summaries(t, new Date('2031-12-08T00:15:00+08:00'))
  expect(Object.keys(await arrived()).sort()).toEqual(['laguna.approver', 'r4a.admin'])
})

test('whoever has chosen it hears at once what becomes of their own records, and is told where to choose', async () => {
  const { t, arrived } = await withServer('weekly')
  const { id } = await aSite(t, { boundary: null })
  await arrived()
  const reply = await (await t.as('laguna.approver')).post(`/sites/returned/${id}`, {
    returned_reason: 'Please correct it.',
  })
  expect(reply.statusCode).toBe(200)
  const mails = await arrived()
  expect(Object.keys(mails)).toEqual(['laguna.encoder'])
  expect(mails['laguna.encoder']).toContain('http://localhost:0/dashboard?openProfile=true')
})

full.test(
  '300 submissions are one mail a day for their approver, not 300',
  async () => {
    const { t, arrived } = await withServer('daily')
    const now = Date.now()
    const on = (day: number) => new Date(now + day * DAY_MS)
    const encoder = await t.as('laguna.encoder')
    for (let count = 0; count < 300; count += 1) {
      const { id } = await aSite(t, { boundary: null, site_status: 'Returned', level: 'PENRO' })
      expect((await encoder.post(`/sites/submitted/${id}`)).statusCode).toBe(200)
    }
    expect(await arrived()).toEqual({})
    await summaries(t, on(0))
    await summaries(t, on(0))
    const mails = await arrived()
    expect(Object.keys(mails)).toEqual(['laguna.approver'])
    expect(mails['laguna.approver']).toMatch(/^300 records are waiting for you\n/)
    expect(mails['laguna.approver']).toContain('And 250 more.')
    await summaries(t, on(1))
    expect(Object.keys(await arrived())).toEqual(['laguna.approver'])
  },
  60_000,
)
