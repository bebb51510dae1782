import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealBreakGlass } from '../../server/factors/break-glass.actions.ts'
import { sendDailyMails } from '../../server/pending/daily-mails.jobs.ts'
import { sendWeeklyMails } from '../../server/pending/weekly-mails.jobs.ts'
import { stopLog } from '../../server/public-log/log-status.actions.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { EN } from '../../shared/texts/en.ts'
import { FIL } from '../../shared/texts/fil.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { partsOf } from '../../shared/texts/translate.ts'
import { full } from '../support/full.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { chosen, decided, opened, outcomes } from '../support/records/bulk.ts'
import { queueEveryMail } from '../support/records/every-mail.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'
import { deliveredMails, linkIn } from '../support/records/mails.ts'
import { aPerson, auditOf } from '../support/records/people.ts'
import { oidcSettings } from '../support/records/single-sign-on.ts'

/** Mails in the language that each reader has chosen (decision 13). */

const UNOFFICIAL = 'Hindi opisyal ang saling ito.'
const MONDAY = new Date('2031-12-01T06:30:00+08:00')
const WAITING = { site_status: 'Submitted', penro_status: 'Submitted' } as const

let t: TestApp
let ofAll: TestApp
const eachMail = () => startAppForTest({ settings: { MAIL_NOTIFICATIONS: 'each' } })

const inLanguage = (language: string, ...names: string[]) =>
  t.db.updateTable('users').set({ language }).where('email', 'in', names.map(demoEmail)).execute()

type Read = { to: string; subject: string; text: string }
const mails = async (): Promise<Read[]> =>
  (await deliveredMails(t)).map((mail) => ({
    to: mail.to?.[0]?.address?.split('@')[0] ?? '',
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replaceAll('\r\n', '\n'),
  }))
const mailsByReader = async () => Object.fromEntries((await mails()).map((mail) => [mail.to, mail]))

const MIN_WORDS = 3

/** The literal parts of English messages with three words or more, except those that are the same in Filipino. */
const ENGLISH = Object.entries(EN).flatMap(([key, message]) =>
  partsOf(message).flatMap((part, index) => {
    const words = part.trim().replace(/^[.,;:]\s*/, '')
    const isLong = words.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= MIN_WORDS
    const isSame = FIL[key as keyof typeof FIL].includes(words)
    return index % 2 === 0 && isLong && !isSame ? [words] : []
  }),
)
const englishIn = ({ subject, text }: Read): string[] =>
  ENGLISH.filter((words) => {
    const at = `${subject}\n${text}`.indexOf(words)
    return at >= 0 && !/\p{L}/u.test(`${subject}\n${text}`.charAt(at - 1))
  })

describe('the language of mails', () => {
  beforeAll(async () => {
    ofAll = await startApp({ settings: { MAIL_NOTIFICATIONS: 'each' } })
  })
  afterAll(() => ofAll.close())
  beforeEach(() => {
    t = ofAll
  })

  let people = 0
  /** A person whose language no other test changes; returns the name. */
  const somebody = async () => {
    const name = `reader.${++people}`
    await aPerson(t, name, { role: 'PENRO Encoder', region: 'R04A', office: 'PENRO Laguna' })
    return name
  }

  test('is the person’s own choice among the languages there are, and a row of the log', async () => {
    const name = await somebody()
    const me = await t.as(name)
    const now = async () => (await me.get('/my-profile/language')).json()
    const languages = [
      { code: 'en', name: 'English', unofficial: false },
      { code: 'fil', name: 'Filipino', unofficial: true },
    ]
    expect(await now()).toEqual({ language: 'en', languages })
    const saved = await me.patch('/my-profile/language', { language: 'fil', was: 'en' })
    expect([saved.statusCode, saved.json()]).toEqual([200, { language: 'fil', languages }])
    expect((await now()).language).toBe('fil')
    // again: saved and logged, and changes nothing
    expect((await me.patch('/my-profile/language', { language: 'fil' })).statusCode).toBe(200)
    const rows = await auditOf(t, 'User Management', await t.userId(name))
    expect(rows.map(({ event, changes }) => [event, changes])).toEqual([
      ['Updated', [{ field: 'language', old: 'English', new: 'Filipino' }]],
      ['Updated', []],
    ])
    expect((await (await t.as('laguna.approver')).get('/my-profile/language')).json().language).toBe('en')
    const guest = await t.as(null)
    expect((await guest.get('/my-profile/language')).statusCode).toBe(401)
    expect((await guest.patch('/my-profile/language', { language: 'fil' })).statusCode).toBe(401)
  })

  test.each([
    ['a language that is not there', 'ilo'],
    ['no code', ''],
    ['a property of every object', 'constructor'],
    ['a long text', 'fil'.repeat(99)],
    ['a number', 7],
    ['nothing', undefined],
  ])('%s is refused in one sentence', async (_what, language) => {
    const name = await somebody()
    const me = await t.as(name)
    const refused = await me.patch('/my-profile/language', { language })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { language: ['Choose one of the languages of mails.'] },
    ])
    expect((await me.get('/my-profile/language')).json().language).toBe('en')
    await expect(inLanguage('No language', name)).rejects.toThrow('users_language_form')
  })

  test('[S-144] is not replaced by a page that shows an older one; of two at once one is saved first', async () => {
    const name = await somebody()
    const me = await t.as(name)
    await me.patch('/my-profile/language', { language: 'fil' })
    await inLanguage('en', name)
    const stale = await me.patch('/my-profile/language', { language: 'fil', was: 'fil' })
    expect(stale.statusCode).toBe(409)
    expect(stale.json().saved_before.fields).toEqual([expect.objectContaining({ field: 'language' })])
    const both = await Promise.all([1, 2].map(() => me.patch('/my-profile/language', { language: 'fil' })))
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('nobody chooses for another person, whatever they may change of them', async () => {
    const name = await somebody()
    const id = await t.userId(name)
    const admin = await t.as('fmb.super')
    await admin.patch(`/users/${id}`, { language: 'fil', middle_name: 'Reyes' })
    expect((await (await t.as(name)).get('/my-profile/language')).json().language).toBe('en')
  })

  test('that was removed is English again, in mails, links and the page', async () => {
    const name = await somebody()
    await inLanguage('ceb', name)
    const me = await t.as(name)
    expect((await me.get('/my-profile/language')).json().language).toBe('en')
    await (await t.as(null)).post('/forgot-password', { email: demoEmail(name) })
    const mail = (await deliveredMails(t)).find(({ to }) => to?.[0]?.address === demoEmail(name))
    expect([mail?.subject, linkIn(mail).pathname]).toEqual(['Reset your password', '/reset-password'])
    expect(mail?.text).not.toContain(UNOFFICIAL)
    expect((await me.patch('/my-profile/language', { language: 'fil', was: 'en' })).statusCode).toBe(200)
  })
})

test('one change is mailed to each reader in their language; comments stay as they were written', async () => {
  t = await eachMail()
  await inLanguage('fil', 'laguna.encoder')
  const site = await aSite(t, { boundary: null, level: 'Region', name_of_partner: 'Samahan ng Mabitac' })
  const reply = await (await t.as('r4a.approver')).post(`/sites/returned/${site.id}`, {
    returned_reason: 'The area is wrong.',
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const { 'laguna.encoder': filipino, 'laguna.approver': english, ...others } = await mailsByReader()
  expect(others).toEqual({})
  expect(english?.subject).toBe(`${site.code}: returned by Region`)
  expect(english?.text).toBe(
    [
      'A SITES profile was returned by Region with comments.',
      `${site.code}, Samahan ng Mabitac`,
      '> The area is wrong.',
      `http://localhost:0/sitemap/view/${site.id}`,
      'You receive this mail for each event. You can choose other mails, or none, in "View Profile": http://localhost:0/dashboard?openProfile=true\n',
    ].join('\n\n'),
  )
  expect(filipino?.subject).toBe(`${site.code}: ibinalik ng Rehiyon`)
  expect(filipino?.text).toBe(
    [
      'Ibinalik ng Rehiyon ang isang profile ng SITES nang may mga komento. Itama ito at isumite muli.',
      `${site.code}, Samahan ng Mabitac`,
      '> The area is wrong.',
      `http://localhost:0/sitemap/edit/${site.id}`,
      'Natatanggap mo ang email na ito sa bawat pangyayari. Maaari kang pumili ng ibang mga email, o piliing walang matanggap, sa "View Profile": http://localhost:0/dashboard?openProfile=true',
      `${UNOFFICIAL}\n`,
    ].join('\n\n'),
  )
})

test('a decision on many is one mail in the language of its reader', async () => {
  t = await eachMail()
  await inLanguage('fil', 'r4a.approver')
  const records = [await aSite(t, { boundary: null }), await aSite(t, { boundary: null })]
  const approver = await t.as('laguna.approver')
  const ids = records.map(({ id }) => id)
  await opened(t, 'laguna.approver', 'sites', ids)
  const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', ids))
  expect(outcomes(bulk)).toEqual(ids.map(() => ['Decided', null]))
  const [mail, ...others] = (await mails()).filter(({ to }) => to === 'r4a.approver')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 profile ng SITES: naghihintay ng iyong pagsusuri')
  expect(mail?.text).toMatch(/^2 profile ng SITES: naghihintay na aprubahan o ibalik ng Rehiyon\.\n/)
})

test('daily and weekly mails, with their ages, counts and levels', async () => {
  t = await eachMail()
  await inLanguage('fil', 'laguna.approver', 'r4a.admin')
  const choose = (mail_choice: string, name: string) =>
    t.db.updateTable('users').set({ mail_choice }).where('email', '=', demoEmail(name)).execute()
  await choose('daily', 'laguna.approver')
  await choose('weekly', 'r4a.admin')
  const daysAgo = (days: number) => new Date(MONDAY.getTime() - days * 86_400_000).toISOString()
  const { id, code } = await aSite(t, {
    boundary: null,
    waiting_since: daysAgo(12),
    name_of_partner: 'Samahang Nauna',
  })
  const approved = await aSite(t, { boundary: null, site_status: 'Approved' })
  await anActivityRow(t, approved, { ...WAITING, waiting_since: daysAgo(1) })
  t.setNow(MONDAY)
  await sendDailyMails(t.services)
  await sendWeeklyMails(t.services)
  const { 'laguna.approver': daily, 'r4a.admin': weekly, ...others } = await mailsByReader()
  expect(others).toEqual({})
  expect(daily?.subject).toBe('Mga talang naghihintay sa iyo: 2')
  expect(daily?.text.split('\n').slice(0, 7)).toEqual([
    expect.stringMatching(/^Magandang araw, .+!$/),
    '',
    'Mga talang naghihintay sa iyo: 2. Nauuna ang pinakamatagal nang naghihintay.',
    '',
    `12 araw: ${code}, Samahang Nauna (profile ng SITES, susuriin)`,
    `http://localhost:0/sites/approval/view/${id}`,
    '',
  ])
  expect(daily?.text).toMatch(/^1 araw: .*\(aktibidad ng SITES, susuriin\)$/m)
  expect(weekly?.subject).toBe('Mga talang naghihintay sa iyong rehiyon: 2')
  expect(weekly?.text).toContain('(noong Dis 01, 2031)')
  expect(weekly?.text).toContain(
    '\n  PENRO: 1 profile, 1 aktibidad; median na 1 araw, pinakamatagal na 12 araw\n',
  )
  for (const mail of [daily, weekly]) {
    expect(mail?.text).toMatch(new RegExp(`\n\n${UNOFFICIAL}\n$`))
    expect(mail && englishIn(mail)).toEqual([])
  }
})

test('links to the sign-in pages are to those in the language of the reader', async () => {
  t = await eachMail()
  await inLanguage('fil', 'laguna.encoder')
  await (await t.as(null)).post('/forgot-password', { email: demoEmail('laguna.encoder') })
  const [mail] = await deliveredMails(t)
  expect([mail?.subject, linkIn(mail).pathname]).toEqual([
    'I-reset ang iyong password',
    '/fil/reset-password',
  ])
})

test('every mail to the staff is in Filipino for a person who chose it, and says that it is unofficial', async () => {
  t = await startAppForTest({ settings: oidcSettings('https://login.example') })
  t.setNow(MONDAY)
  await t.db.updateTable('users').set({ language: 'fil' }).execute()
  await queueEveryMail(t)
  const all = await mails()
  expect(all.length).toBeGreaterThan(60)
  const found = all.flatMap((mail) => englishIn(mail).map((words) => `${mail.subject}: ${words}`))
  expect([...new Set(found)]).toEqual([])
  expect(all.filter(({ text }) => !text.endsWith(`\n\n${UNOFFICIAL}\n`))).toEqual([])
  // each text of the mails was in one of them
  const shown = all.map(({ subject, text }) => `${subject}\n${text}`).join('\n')
  const unseen = Object.entries(FIL).filter(
    ([key, message]) =>
      key.startsWith('mails.') &&
      !partsOf(message).every((part, index) => index % 2 === 1 || shown.includes(part.trim())),
  )
  expect(unseen.map(([key]) => key)).toEqual([])
})

full.test(
  'mails about faults are in the language of each reader, with what was found as on the page',
  async () => {
    t = await eachMail()
    t.setNow(MONDAY)
    await inLanguage('fil', 'fmb.super')
    const { email, password } = await sealBreakGlass(t.services)
    const reply = await (await t.as(null)).post('/login', { email, password })
    expect(reply.statusCode, reply.body).toBe(200)
    const { 'fmb.super': filipino, 'fmb.admin': english, ...others } = await mailsByReader()
    expect(others).toEqual({})
    expect(english?.subject).toBe('The break-glass account was used')
    expect(english?.text.split('\n\n').slice(1)).toEqual([
      `On Dec 01, 2031 06:30 AM the break-glass account for emergencies (${email}) logged in from the network 127.0.0.1. It may do what an administrator of FMB may, and issue reset codes alone.`,
      'If you do not know who opened its envelope and why, ask the operator of the server at once. The audit log lists everything that the account does:',
      'http://localhost:0/audit-logs',
      'Its password is spent. The operator seals it again with: npm run operator -- break-glass\n',
    ])
    expect(filipino?.subject).toBe('Ginamit ang break-glass account')
    expect(filipino?.text).toContain(`Noong Dis 01, 2031 06:30 AM, nag-log in`)
    expect(filipino?.text).toMatch(new RegExp(`\n\n${UNOFFICIAL}\n$`))

    await stopLog(t.services, 'The log is shorter than it was.')
    const stopped = (await mails()).filter(
      ({ subject }) => subject === 'Nangangailangan ng pansin ang audit log',
    )
    expect(stopped.map(({ to }) => to)).toEqual(['fmb.super'])
    expect(stopped[0]?.text.split('\n\n')).toContain('The log is shorter than it was.')
    expect(stopped[0] && englishIn(stopped[0])).toEqual([])
  },
)

test('a third language is a further catalogue: its mails need no more than that', async () => {
  const texts = Object.fromEntries(Object.entries(EN).map(([key, text]) => [key, `⟦${text}⟧`]))
  const app = await startAppForTest({ languages: { ...LANGUAGES, ilo: { name: 'Ilocano', texts } } })
  const me = await app.as('laguna.encoder')
  expect((await me.patch('/my-profile/language', { language: 'ilo' })).statusCode).toBe(200)
  await (await app.as(null)).post('/forgot-password', { email: demoEmail('laguna.encoder') })
  const [mail] = await deliveredMails(app)
  expect(mail?.subject).toBe('⟦Reset your password⟧')
  expect(linkIn(mail).pathname).toBe('/ilo/reset-password')
})
