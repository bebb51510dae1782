import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expiryTasks } from '../../server/land/instruments.queries.ts'
import { mailExpiries } from '../../server/land/instruments.jobs.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { aSite } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'

/** Mails to an office 90 and 30 days before an instrument expires, and the rows in its list. */

const START = '2031-03-01'
const atEight = (day: string) => new Date(`${day}T08:00:00+08:00`)

type Changes = {
  kind?: string
  other_kind?: string
  number?: string
  issued_on?: string | null
  valid_until?: string | null
  renews_id?: number
}

async function anInstrument(t: TestApp, site_profile_id: number, changes: Changes = {}): Promise<number> {
  const recorded_by = await t.userId('laguna.encoder')
  const { id } = await t.db
    .insertInto('land_instruments')
    .values({
      site_profile_id,
      kind: 'certification_precondition',
      issuer: 'NCIP',
      recorded_by,
      issued_on: '2030-01-01',
      valid_until: addDays(START, 90),
      recorded_at: `${START}T00:00:00Z`,
      updated_at: `${START}T00:00:00Z`,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Runs the daily job on a day; returns the new mails by their readers. */
function follow(t: TestApp) {
  let seen = 0
  return async (day: string) => {
    t.setNow(atEight(day))
    await mailExpiries(t.services)
    const all = await deliveredMails(t)
    const fresh = all.slice(seen)
    seen = all.length
    return fresh.map((mail) => ({
      to: mail.to?.[0]?.address?.split('@')[0] ?? '',
      subject: mail.subject ?? '',
      text: (mail.text ?? '').replaceAll('\r\n', '\n'),
    }))
  }
}

const tasksOn = async (t: TestApp, today: string) => {
  const { rows } = await sql<{ task: string; what: string; since: string; facts: { words: string } }>`
    select * from (${expiryTasks(sql`site_profiles.region_id > 0`, today)}) as tasks order by facts ->> 'words'`.execute(
    t.db,
  )
  return rows
}

test('the office is mailed 90 and 30 days before, each once, with the name, the day and a link', async () => {
  const t = await startAppForTest({ settings: { PUBLIC_URL: 'https://sis.bureau.example' } })
  const { id, code } = await aSite(t, { boundary: null, name_of_partner: 'Samahan ng Mabitac' })
  await anInstrument(t, id)
  const mailsOn = follow(t)
  expect(await mailsOn(addDays(START, -1))).toEqual([])
  const [first, ...others] = await mailsOn(START)
  expect(others).toEqual([])
  expect(first?.to).toBe('laguna.encoder')
  expect(first?.subject).toBe(`${code}: Certification Precondition expires in 90 days, on May 30, 2031`)
  expect(first?.text).toContain(`${code}, Samahan ng Mabitac\n`)
  expect(first?.text).toContain(`https://sis.bureau.example/sitemap/view/${id}#instruments`)
  expect(first?.text).toContain('You receive this mail 90 and 30 days before')
  // run again, and on the next days
  for (const day of [START, addDays(START, 1), addDays(START, 59)]) expect(await mailsOn(day)).toEqual([])
  const [second] = await mailsOn(addDays(START, 60))
  expect(second?.subject).toContain('expires in 30 days')
  expect(await mailsOn(addDays(START, 61))).toEqual([])
  expect(await mailsOn(addDays(START, 90))).toEqual([])
})

test('after days without a server the notice that is due is sent once, and not the one before it', async () => {
  const t = await startAppForTest()
  const { id } = await aSite(t, { boundary: null })
  await anInstrument(t, id)
  const mailsOn = follow(t)
  const [late, ...others] = await mailsOn(addDays(START, 65))
  expect(late?.subject).toContain('expires in 25 days')
  expect(others).toEqual([])
  expect(await mailsOn(addDays(START, 66))).toEqual([])
  // what expired meanwhile is not announced
  await anInstrument(t, id, { kind: 'ifma', valid_until: addDays(START, 65) })
  expect(await mailsOn(addDays(START, 66))).toEqual([])
})

test('two servers send one mail, and one mail has all instruments of the office', async () => {
  const t = await startAppForTest()
  const { id } = await aSite(t, { boundary: null })
  await anInstrument(t, id)
  await anInstrument(t, id, { kind: 'pamb_clearance', valid_until: addDays(START, 20) })
  t.setNow(atEight(START))
  await Promise.all([mailExpiries(t.services), mailExpiries(t.services)])
  const mails = await deliveredMails(t)
  expect(mails.map(({ subject }) => subject)).toEqual(['2 instruments of your office expire soon'])
  const text = mails[0]?.text ?? ''
  expect(text.indexOf('PAMB clearance')).toBeLessThan(text.indexOf('Certification Precondition'))
})

test('never about what was removed, renewed, or is of a deactivated profile; a new end is announced anew', async () => {
  const t = await startAppForTest()
  const site = await aSite(t, { boundary: null })
  const off = await aSite(t, { boundary: null, deactivated_by: 'fmb.admin' })
  const removed = await anInstrument(t, site.id, { kind: 'cbfma' })
  await t.db
    .updateTable('land_instruments')
    .set({ removed_at: `${START}T00:00:00Z`, removed_reason: 'Entered twice' })
    .where('id', '=', removed)
    .execute()
  await anInstrument(t, off.id)
  const ifma = await anInstrument(t, site.id, { kind: 'ifma' })
  await anInstrument(t, site.id, { kind: 'ifma', valid_until: '2056-01-01', renews_id: ifma })
  const sifma = await anInstrument(t, site.id, { kind: 'sifma' })
  await anInstrument(t, site.id, { kind: 'cbfma', valid_until: null, renews_id: sifma })
  const mailsOn = follow(t)
  expect(await mailsOn(START)).toEqual([])
  expect(await tasksOn(t, START)).toEqual([])

  const kept = await anInstrument(t, site.id)
  expect(await mailsOn(START)).toHaveLength(1)
  // a session is of the present
  t.setNow(new Date())
  const encoder = await t.as('laguna.encoder')
  const body = { kind: 'certification_precondition', issuer: 'NCIP', issued_on: '2020-01-01', revision: 1 }
  const path = `/sites/${site.id}/instruments/${kept}`
  expect((await encoder.patch(path, { ...body, valid_until: addDays(START, 80) })).statusCode).toBe(200)
  expect(await mailsOn(addDays(START, 1))).toHaveLength(1)
  t.setNow(new Date())
  const same = { ...body, revision: 2, number: '7', valid_until: addDays(START, 80) }
  expect((await encoder.patch(path, same)).statusCode).toBe(200)
  expect(await mailsOn(addDays(START, 2))).toEqual([])
})

test('[S-165] each of three that end is announced with number and issuer, until a person says which one was renewed', async () => {
  const t = await startAppForTest()
  const { id } = await aSite(t, { boundary: null, name_of_partner: 'Samahan ng Mabitac' })
  const ends = [20, 60, 85]
  const ids: number[] = []
  for (const [at, days] of ends.entries())
    ids.push(
      await anInstrument(t, id, { kind: 'cbfma', number: `R4-${at}`, valid_until: addDays(START, days) }),
    )
  // one of the kind that runs for years, and a renewal that is only asked for
  await anInstrument(t, id, { kind: 'cbfma', number: 'R4-9', valid_until: '2056-01-01' })
  await anInstrument(t, id, {
    kind: 'cbfma',
    issued_on: null,
    valid_until: null,
    renews_id: Number(ids[0]),
  })
  const whatOn = async (day: string) =>
    (await tasksOn(t, day)).flatMap(({ what }) => (what.startsWith('CBFMA') ? what : [])).sort()
  expect(await whatOn(START)).toEqual(['CBFMA R4-0', 'CBFMA R4-1', 'CBFMA R4-2'])
  const [mail] = await follow(t)(START)
  for (const number of ['R4-0', 'R4-1', 'R4-2']) expect(mail?.text).toContain(`CBFMA ${number} expires in`)
  expect(mail?.text).toContain('Samahan ng Mabitac')
  expect(mail?.text).toContain('Issued by NCIP')

  t.setNow(new Date())
  const encoder = await t.as('laguna.encoder')
  const body = { kind: 'cbfma', issuer: 'DENR', number: 'R4-10', issued_on: '2025-02-01' }
  const path = `/sites/${id}/instruments`
  const renewed = await encoder.post(path, { ...body, renews_id: ids[1] })
  expect(renewed.statusCode, renewed.body).toBe(201)
  expect(renewed.json().instrument).toMatchObject({ renews_id: ids[1], renews: 'CBFMA R4-1' })
  expect(await whatOn(START)).toEqual(['CBFMA R4-0', 'CBFMA R4-2'])

  const other = await aSite(t, { boundary: null })
  const foreign = await anInstrument(t, other.id)
  for (const wrong of [foreign, 999_999]) {
    const refused = await encoder.post(path, { ...body, renews_id: wrong })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { renews_id: ['Choose another instrument of this profile.'] },
    ])
  }
  const { id: own, revision } = renewed.json().instrument
  const first = await encoder.patch(`${path}/${ids[1]}`, { ...body, revision: 1, renews_id: own })
  expect(first.json().errors).toEqual({ renews_id: ['That instrument renews this one already.'] })
  // removed, it renews nothing
  const gone = await encoder.post(`${path}/${own}/remove`, { reason: 'Entered twice' })
  expect([revision, gone.statusCode]).toEqual([1, 204])
  expect(await whatOn(START)).toEqual(['CBFMA R4-0', 'CBFMA R4-1', 'CBFMA R4-2'])
})

test('by choice: not to people who have turned mails off, and the notice is not sent later', async () => {
  const t = await startAppForTest({ settings: { MAIL_NOTIFICATIONS: 'daily' } })
  const { id } = await aSite(t, { boundary: null })
  await anInstrument(t, id)
  const choose = async (mail_choice: string | null) =>
    t.db
      .updateTable('users')
      .set({ mail_choice })
      .where('id', '=', await t.userId('laguna.encoder'))
      .execute()
  await choose('off')
  const mailsOn = follow(t)
  expect(await mailsOn(START)).toEqual([])
  await choose(null)
  expect(await mailsOn(addDays(START, 1))).toEqual([])
  // the choice of one mail a day is for pending records; this mail is about the own profile
  expect(await mailsOn(addDays(START, 60))).toHaveLength(1)
})

test('the list names what expires within 90 days and what has expired, with the day from which it does', async () => {
  const t = await startAppForTest()
  const { id } = await aSite(t, { boundary: null })
  await anInstrument(t, id, { valid_until: addDays(START, 91) })
  await anInstrument(t, id, { kind: 'ifma', valid_until: addDays(START, 30) })
  await anInstrument(t, id, { kind: 'sifma', valid_until: addDays(START, 1) })
  await anInstrument(t, id, { kind: 'cbfma', valid_until: START })
  await anInstrument(t, id, { kind: 'other', other_kind: 'Barangay permit', valid_until: addDays(START, -1) })
  expect((await tasksOn(t, START)).map(({ task, what, facts }) => [task, what, facts.words])).toEqual([
    ['expired', 'Barangay permit', 'Issued by NCIP. Expired on Feb 28, 2031.'],
    ['expiring', 'SIFMA', 'Issued by NCIP. Expires in 1 day, on Mar 02, 2031.'],
    ['expiring', 'IFMA', 'Issued by NCIP. Expires in 30 days, on Mar 31, 2031.'],
    ['expiring', 'CBFMA', 'Issued by NCIP. Expires today.'],
  ])
  const [expired, soon] = await tasksOn(t, START)
  expect(new Date(expired?.since ?? '')).toEqual(new Date(`${START}T00:00:00+08:00`))
  expect(new Date(soon?.since ?? '')).toEqual(new Date(`${addDays(START, 1 - 90)}T00:00:00+08:00`))
})
