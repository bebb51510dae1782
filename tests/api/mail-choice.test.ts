import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { AppError } from '../../server/lib/errors.ts'
import { sendDailyMails } from '../../server/pending/daily-mails.jobs.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { aPerson, aRole, auditOf } from '../support/records/people.ts'
import { full } from '../support/full.ts'

/** The mails about records that people get, by the bureau's setting and their own choice. */

const withSetting = (MAIL_NOTIFICATIONS: string) => startAppForTest({ settings: { MAIL_NOTIFICATIONS } })
const choose = async (t: TestApp, name: string, mail_choice: string | null) => {
  const reply = await (await t.as(name)).patch('/my-profile/mails', { mail_choice })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const RETURN = { returned_reason: 'Please look at the areas.' }

/** A site whose mails can be read after each step: the recipients and the texts. */
async function followed(t: TestApp) {
  const { id } = await aSite(t, { name_of_partner: 'Samahan ng Mabitac' })
  let seen = (await deliveredMails(t)).length
  return async (name: string, path: string, body: object = {}) => {
    expect((await (await t.as(name)).post(`/sites/${path}/${id}`, body)).statusCode).toBe(200)
    const all = await deliveredMails(t)
    const fresh = all.slice(seen)
    seen = all.length
    return Object.fromEntries(
      fresh.map((mail) => [mail.to?.[0]?.address?.split('@')[0] ?? '', mail.text ?? '']),
    )
  }
}

test('[S-144] a choice made elsewhere is not replaced by a page that shows an older one', async () => {
  const t = await withSetting('each')
  await choose(t, 'laguna.encoder', 'daily')
  const me = await t.as('laguna.encoder')
  const other = await t.as('quezon.encoder')
  expect((await other.patch('/my-profile/mails', { mail_choice: 'off', was: 'weekly' })).statusCode).toBe(409)
  const stale = await me.patch('/my-profile/mails', { mail_choice: 'off', was: null })
  expect(stale.statusCode, stale.body).toBe(409)
  expect(stale.json().saved_before.fields).toEqual([expect.objectContaining({ field: 'mail_choice' })])
  expect((await me.get('/my-profile/mails')).json().mail_choice).toBe('daily')
  expect((await me.patch('/my-profile/mails', { mail_choice: 'off', was: 'daily' })).statusCode).toBe(200)
})

describe('[S-117] the setting of the bureau', () => {
  test('is one of four words', () => {
    const read = (MAIL_NOTIFICATIONS: string) =>
      readConfig({ API_KEY: 'x', MAIL_NOTIFICATIONS }, { production: false }).mail_notifications
    expect(['', 'each', 'daily', 'weekly', 'off'].map(read)).toEqual([
      'each',
      'each',
      'daily',
      'weekly',
      'off',
    ])
    expect(() => read('yearly')).toThrow(AppError)
    expect(() => read('yearly')).toThrow(
      'MAIL_NOTIFICATIONS must be one of each, daily, weekly, off, not "yearly".',
    )
  })

  test('each: everybody concerned at once; only the encoder is asked to correct', async () => {
    const t = await withSetting('each')
    const act = await followed(t)
    expect(Object.keys(await act('laguna.approver', 'approved'))).toEqual(['r4a.approver'])
    const mails = await act('r4a.approver', 'returned', RETURN)
    expect(Object.keys(mails).sort()).toEqual(['laguna.approver', 'laguna.encoder'])
    expect(mails['laguna.encoder']).toContain('Please correct it and submit it again.')
    expect(mails['laguna.approver']).toContain('was returned by Region with comments.')
    expect(mails['laguna.approver']).not.toContain('correct it')
  })

  test('[S-130] nobody whose role is switched off gets a mail about a record, be it their own', async () => {
    const t = await withSetting('each')
    const act = await followed(t)
    await act('laguna.approver', 'approved')
    await t.db
      .updateTable('roles')
      .set({ status: 'Deactivated', deactivate_reason: 'Audit', deactivated_at: '2031-03-01T00:00:00Z' })
      .where('name', '=', 'PENRO Encoder')
      .execute()
    expect(Object.keys(await act('r4a.approver', 'returned', RETURN))).toEqual(['laguna.approver'])
  })

  test('daily: returns and final approvals reach the encoder at once, and nothing else leaves', async () => {
    const t = await withSetting('daily')
    const act = await followed(t)
    expect(await act('laguna.approver', 'approved')).toEqual({})
    expect(Object.keys(await act('r4a.approver', 'returned', RETURN))).toEqual(['laguna.encoder'])
    expect(await act('laguna.encoder', 'submitted')).toEqual({})
    await act('laguna.approver', 'approved')
    await act('r4a.approver', 'approved')
    expect(Object.keys(await act('fmb.approver', 'approved'))).toEqual(['laguna.encoder'])
  })

  test('off: no mail about a record; a forgotten password still has one', async () => {
    const t = await withSetting('off')
    const act = await followed(t)
    expect(await act('laguna.approver', 'approved')).toEqual({})
    expect(await act('r4a.approver', 'returned', RETURN)).toEqual({})
    await (await t.as(null)).post('/forgot-password', { email: 'laguna.encoder@bureau.example' })
    expect(await deliveredMails(t)).toHaveLength(1)
  })
})

describe('[S-117] a submission that is recalled', () => {
  const submittedTo = async (t: TestApp) => {
    const act = await followed(t)
    await act('laguna.approver', 'returned', RETURN)
    return { act, told: Object.keys(await act('laguna.encoder', 'submitted')) }
  }

  full.test(
    'each: who was told at once that it waits is told that it does not, but not who recalls it',
    async () => {
      const t = await withSetting('each')
      await t.db
        .updateTable('roles')
        .set(({ fn, val }) => ({ permissions: fn('array_append', ['permissions', val('site_map_edit')]) }))
        .where('name', '=', 'PENRO Approver')
        .execute()
      const { act, told } = await submittedTo(t)
      expect(told).toEqual(['laguna.approver'])
      const mails = await act('laguna.encoder', 'recall')
      expect(Object.keys(mails)).toEqual(['laguna.approver'])
      expect(mails['laguna.approver']).toContain(
        'was recalled by its office. You do not need to review it now.',
      )
      await act('laguna.encoder', 'submitted')
      expect(await act('laguna.approver', 'recall')).toEqual({})
    },
  )

  full.test('daily: no mail tells of it, and that of the day does not list it any more', async () => {
    const t = await withSetting('daily')
    const { act, told } = await submittedTo(t)
    expect(told).toEqual([])
    expect(await act('laguna.encoder', 'recall')).toEqual({})
    await sendDailyMails(t.services)
    const mails = await deliveredMails(t)
    expect(mails.flatMap(({ to }) => to?.map(({ address }) => address)).sort()).toEqual([
      // the return was mailed at once, and is listed while it is still to be corrected
      'laguna.encoder@bureau.example',
      'laguna.encoder@bureau.example',
    ])
  })
})

describe('[S-142] a return', () => {
  /** in addition to a deactivated encoder of the demo bureau */
  const people = async (t: TestApp) => {
    const office = { region: 'R04A', office: 'PENRO Laguna' }
    const reader = await aRole(t, {
      name: 'Looks on',
      access_level: 'PENRO',
      permissions: ['site_map_access'],
    })
    const off = await aRole(t, {
      name: 'Off',
      access_level: 'PENRO',
      permissions: ['site_map_edit'],
      status: 'Deactivated',
    })
    await aPerson(t, 'second.encoder', { role: 'PENRO Encoder', ...office })
    await aPerson(t, 'onlooker', { role: reader, ...office })
    await aPerson(t, 'role.off', { role: off, ...office })
  }

  test('asks the encoders of the office, and only those who may edit, with the comment and the form', async () => {
    const t = await withSetting('each')
    await people(t)
    const act = await followed(t)
    await act('laguna.approver', 'approved')
    const mails = await act('r4a.approver', 'returned', {
      returned_reason: 'The area is wrong.\nSee sheet 2.',
    })
    expect(Object.keys(mails).sort()).toEqual(['laguna.approver', 'laguna.encoder', 'second.encoder'])
    for (const name of ['laguna.encoder', 'second.encoder']) {
      expect(mails[name]).toContain('Please correct it and submit it again.')
      expect(mails[name]).toMatch(/^> The area is wrong\.\r?$/m)
      expect(mails[name]).toMatch(/^> See sheet 2\.\r?$/m)
      expect(mails[name]).toMatch(/^http:\/\/localhost:0\/sitemap\/edit\/\d+\r?$/m)
    }
    expect(mails['laguna.approver']).not.toContain('Please correct it')
    expect(mails['laguna.approver']).toContain('> The area is wrong.')
    expect(mails['laguna.approver']).toMatch(/\/sitemap\/view\/\d+/)
  })

  test('of an imported record asks them likewise, and tells the importer', async () => {
    const t = await withSetting('each')
    const { id } = await aSite(t, { by: 'fmb.admin' })
    await deliveredMails(t)
    const before = (await deliveredMails(t)).length
    expect((await (await t.as('laguna.approver')).post(`/sites/returned/${id}`, RETURN)).statusCode).toBe(200)
    const mails = (await deliveredMails(t)).slice(before)
    const textTo = (name: string) =>
      mails.find(({ to }) => to?.[0]?.address === `${name}@bureau.example`)?.text ?? ''
    expect(mails).toHaveLength(2)
    expect(textTo('laguna.encoder')).toContain('Please correct it and submit it again.')
    expect(textTo('fmb.admin')).toContain('was returned by PENRO with comments.')
    expect(textTo('fmb.admin')).not.toContain('Please correct it')
    // even after the office has submitted it again
    await (await t.as('laguna.encoder')).post(`/sites/submitted/${id}`, {})
    const seen = (await deliveredMails(t)).length
    await (await t.as('laguna.approver')).post(`/sites/returned/${id}`, RETURN)
    const again = (await deliveredMails(t)).slice(seen).map(({ to }) => to?.[0]?.address?.split('@')[0])
    expect(again.sort()).toEqual(['fmb.admin', 'laguna.encoder'])
  })

  test('of an activity carries the comments of its principles and the way to edit it', async () => {
    const t = await withSetting('each')
    const site = await aSite(t, { boundary: null, site_status: 'Approved' })
    const id = await anActivityRow(t, site, {
      site_status: 'Submitted',
      penro_status: 'Submitted',
      waiting_since: new Date().toISOString(),
    })
    const body = { returned_reason_2: 'More minutes.', returned_reason_7: 'Which rivers?' }
    const reply = await (await t.as('laguna.approver')).post(`/sites/activities/returned/${id}`, body)
    expect(reply.statusCode, reply.body).toBe(200)
    const [mail, ...others] = await deliveredMails(t)
    expect([mail?.to?.[0]?.address, others]).toEqual(['laguna.encoder@bureau.example', []])
    expect(mail?.text).toContain('> Principle 2: More minutes.')
    expect(mail?.text).toContain('> Principle 7: Which rivers?')
    expect(mail?.text).toMatch(new RegExp(`/sites/activity/${id}\\?from=edit\\r?$`, 'm'))
  })

  test('is in the day’s mail of every encoder of the office, and called recalled once it was', async () => {
    const t = await withSetting('daily')
    await people(t)
    const { id, code } = await aSite(t, { boundary: null })
    await (await t.as('laguna.encoder')).post(`/sites/recall/${id}`, {})
    const returned = await aSite(t, { boundary: null, site_status: 'Returned', level: 'PENRO' })
    await sendDailyMails(t.services)
    const mails = await deliveredMails(t)
    const readers = mails.map(({ to }) => to?.[0]?.address?.split('@')[0]).sort()
    expect(readers).toEqual(['laguna.encoder', 'second.encoder'])
    for (const { text } of mails) {
      expect(text).toMatch(
        new RegExp(`${code}, .*\\(SITES profile, recalled by your office, to submit again\\)`),
      )
      expect(text).toMatch(new RegExp(`${returned.code}, .*, returned to your office, to correct\\)`))
    }
  })
})

describe('[S-117] the own choice', () => {
  test('stands before the bureau’s, for this person alone', async () => {
    const t = await withSetting('off')
    await choose(t, 'laguna.encoder', 'each')
    await choose(t, 'r4a.approver', 'each')
    const act = await followed(t)
    expect(Object.keys(await act('laguna.approver', 'approved'))).toEqual(['r4a.approver'])
    await choose(t, 'r4a.approver', 'off')
    await choose(t, 'laguna.encoder', 'daily')
    expect(Object.keys(await act('r4a.approver', 'returned', RETURN))).toEqual(['laguna.encoder'])
  })

  test('is kept, told to the log, and taken back', async () => {
    const t = await withSetting('daily')
    const encoder = await t.as('laguna.encoder')
    const now = async () => (await encoder.get('/my-profile/mails')).json()
    expect(await now()).toEqual({ mail_choice: null, bureau: 'daily' })
    expect(await choose(t, 'laguna.encoder', 'off')).toEqual({ mail_choice: 'off', bureau: 'daily' })
    expect(await now()).toEqual({ mail_choice: 'off', bureau: 'daily' })
    const refused = await encoder.patch('/my-profile/mails', { mail_choice: 'yearly' })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { mail_choice: ['Choose which mails you want.'] },
    ])
    expect(await now()).toMatchObject({ mail_choice: 'off' })
    await choose(t, 'laguna.encoder', null)
    expect(await now()).toMatchObject({ mail_choice: null })
    const rows = await auditOf(t, 'User Management', await t.userId('laguna.encoder'))
    expect(rows.map(({ event, changes }) => [event, changes[0]?.old, changes[0]?.new])).toEqual([
      ['Updated', 'As the bureau has set it', 'No mails about records'],
      ['Updated', 'No mails about records', 'As the bureau has set it'],
    ])
  })
})

describe('[S-117] the mail of a day', () => {
  const NOW = new Date()
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
  const sent = async (t: TestApp) =>
    (await deliveredMails(t)).map((mail) => ({
      to: mail.to?.[0]?.address?.split('@')[0],
      subject: mail.subject,
      text: mail.text ?? '',
    }))
  /** moves the clock of the product, which also dates the sessions */
  const tomorrow = (t: TestApp) => t.setNow(new Date(NOW.getTime() + 86_400_000))

  test('lists what waits by age, with a link each, and nothing that does not wait for this person', async () => {
    const t = await withSetting('off')
    t.setNow(NOW)
    for (const name of ['laguna.approver', 'laguna.encoder', 'r9.approver']) await choose(t, name, 'daily')
    const young = await aSite(t, { boundary: null, waiting_since: daysAgo(2) })
    const old = await aSite(t, {
      boundary: null,
      waiting_since: daysAgo(12),
      name_of_partner: 'Samahang Nauna',
    })
    const elsewhere = await aSite(t, { boundary: null, office: 'PENRO Quezon', waiting_since: daysAgo(20) })
    const passedOn = await aSite(t, { boundary: null, level: 'Region', waiting_since: daysAgo(30) })
    const approved = await aSite(t, { boundary: null, site_status: 'Approved' })
    const activity = await anActivityRow(t, approved, {
      site_status: 'Submitted',
      penro_status: 'Submitted',
      waiting_since: daysAgo(5),
    })
    const returned = await aSite(t, { boundary: null, site_status: 'Returned', level: 'PENRO' })
    await t.db
      .updateTable('site_profiles')
      .set({ returned_at: daysAgo(1) })
      .where('id', '=', returned.id)
      .execute()

    await sendDailyMails(t.services)
    const mails = await sent(t)
    expect(mails.map(({ to }) => to).sort(), 'nobody for whom nothing waits').toEqual([
      'laguna.approver',
      'laguna.encoder',
    ])
    const approver = mails.find(({ to }) => to === 'laguna.approver')
    expect(approver?.subject).toBe('3 records are waiting for you')
    const lines = approver?.text.split(/\r?\n/).filter((line) => /day|http/.test(line)) ?? []
    expect(lines.slice(0, 6)).toEqual([
      `12 days: ${old.code}, Samahang Nauna (SITES profile, to review)`,
      `http://localhost:0/sites/approval/view/${old.id}`,
      expect.stringMatching(new RegExp(`^5 days: ${approved.code}, .* \\(SITES activity, to review\\)$`)),
      `http://localhost:0/sites/activity/approval/view/${activity}`,
      expect.stringMatching(new RegExp(`^2 days: ${young.code}, `)),
      `http://localhost:0/sites/approval/view/${young.id}`,
    ])
    for (const { code } of [elsewhere, passedOn, returned]) expect(approver?.text).not.toContain(code)
    const encoder = mails.find(({ to }) => to === 'laguna.encoder')
    expect(encoder?.subject).toBe('1 record is waiting for you')
    expect(encoder?.text).toContain(`1 day: ${returned.code}, `)
    expect(encoder?.text).toContain('returned to your office, to correct')
  })

  test('comes once a day, however often and on however many servers the job runs', async () => {
    const t = await withSetting('daily')
    t.setNow(NOW)
    await aSite(t, { boundary: null, waiting_since: daysAgo(3) })
    await Promise.all([1, 2, 3].map(() => sendDailyMails(t.services)))
    await sendDailyMails(t.services)
    expect((await sent(t)).map(({ to }) => to)).toEqual(['laguna.approver'])
    tomorrow(t)
    await sendDailyMails(t.services)
    expect((await sent(t)).map(({ to }) => to)).toEqual(['laguna.approver', 'laguna.approver'])
  })

  full.test('lists fifty and says how many more there are', async () => {
    const t = await withSetting('daily')
    t.setNow(NOW)
    for (let count = 0; count < 52; count += 1) await aSite(t, { boundary: null, waiting_since: daysAgo(3) })
    await sendDailyMails(t.services)
    const [mail] = await sent(t)
    expect(mail?.subject).toBe('52 records are waiting for you')
    expect(mail?.text.match(/\/sites\/approval\/view\//g)).toHaveLength(50)
    expect(mail?.text).toContain('And 2 more.')
    expect(mail?.text).toContain('2 SITES profiles (to review)\nhttp://localhost:0/sites/approval\n')
  })

  test('is not for people who are deactivated, have their role off, or have chosen otherwise', async () => {
    const t = await withSetting('daily')
    t.setNow(NOW)
    await aSite(t, { boundary: null, waiting_since: daysAgo(3) })
    await aSite(t, { boundary: null, level: 'FMB', waiting_since: daysAgo(3) })
    await choose(t, 'fmb.approver', 'each')
    await choose(t, 'fmb.super', 'off')
    await t.db
      .updateTable('roles')
      .set({ status: 'Deactivated' })
      .where('name', '=', 'PENRO Approver')
      .execute()
    await sendDailyMails(t.services)
    expect(await sent(t)).toEqual([])
  })
})
