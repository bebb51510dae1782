import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { claimsCheck } from '../../server/integrity/claims.check.ts'
import { readTextsAnew, runningTexts } from '../../server/texts/running-texts.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { codesOf } from '../support/records/people.ts'
import { checkedTable, textNowOf, textsTable } from '../support/records/texts.ts'

const [ENGLISH, SHIPPED] = [LANGUAGES.en.texts, LANGUAGES.fil?.texts ?? {}]

const t = withServer({ webDir: path.resolve('dist/web') })
let admin: Caller
let other: Caller
beforeAll(async () => {
  admin = await t.as('fmb.admin')
  other = await t.as('fmb.super')
  for (const person of ['fmb.admin', 'fmb.super']) await t.logLogin(person)
})

const url = (key: string) => `/translations/fil/texts/${key}`
const seenOf = async (key: string) => (await textNowOf(t, key)).seen
const propose = async (by: Caller, key: string, text: string, reviewed = true) =>
  by.patch(url(key), { text, reviewed, seen: await seenOf(key) })
const confirm = async (by: Caller, key: string) => by.post(`${url(key)}/confirm`, { seen: await seenOf(key) })
const takeBack = async (by: Caller, key: string) =>
  by.post(`${url(key)}/take-back`, { seen: await seenOf(key) })
const shown = async (key: string) => (await runningTexts(t.services, 'fil')).texts[key]
const logged = async (key: string) =>
  (
    await t.db
      .selectFrom('audit_logs')
      .select(['event', 'user_email'])
      .where('auditable_code', '=', `fil ${key}`)
      .orderBy('id')
      .execute()
  ).map(({ event, user_email }) => [event, user_email?.split('@')[0]])
const differences = async () => {
  const found: string[] = []
  await claimsCheck(t.services, {}, ({ sentence }) => found.push(sentence))
  return found
}

describe('[S-169] an official word in another language', () => {
  test('is shown once a second person of FMB confirms what one has proposed', async () => {
    const key = 'record.not_compliant'
    const reply = await propose(admin, key, 'Hindi sumunod')
    expect([reply.statusCode, reply.json().translation]).toMatchObject([
      200,
      { text: SHIPPED[key], is_official: true, proposal: { text: 'Hindi sumunod', reviewed: true } },
    ])
    expect(await shown(key)).toBe(SHIPPED[key])
    const waiting = (await other.get('/translations/fil?status=waiting')).json()
    expect(waiting.data).toMatchObject([{ key, proposal: { proposed_by: 'Benigno Salonga' } }])

    const alone = await confirm(admin, key)
    expect([alone.statusCode, alone.json().message]).toEqual([409, 'This takes a second person.'])
    const seen = await seenOf(key)
    const both = await Promise.all([1, 2].map(() => other.post(`${url(key)}/confirm`, { seen })))
    expect(codesOf(both)).toEqual([200, 409])
    expect(await shown(key)).toBe('Hindi sumunod')
    expect(await textNowOf(t, key)).toMatchObject({ state: 'reviewed', proposal: null })
    expect(await logged(key)).toEqual([
      ['Text Proposed', 'fmb.admin'],
      ['Text Confirmed', 'fmb.super'],
    ])
    expect(await differences()).toEqual([])
    const late = await confirm(other, key)
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'No change of this text is waiting any more. Please reload the page.',
    ])
  })

  test('is not confirmed by an account that the other has reset within seven days', async () => {
    const key = 'record.principle_2'
    await propose(admin, key, 'Lantad na pamamahala')
    const change = { user_id: await t.userId('fmb.admin'), auditable_id: await t.userId('fmb.super') }
    const made = { ...change, auditable_type: 'User Management', event: 'Password Reset by Administrator' }
    await t.db.insertInto('audit_logs').values(made).execute()
    const refused = await confirm(other, key)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringMatching(/^This takes two people, and one of the two accounts has made, raised or reset/),
    ])
    expect(await shown(key)).toBe(SHIPPED[key])
    await sql`alter table audit_logs disable trigger user`.execute(t.db)
    await sql`delete from audit_logs where event = 'Password Reset by Administrator'`.execute(t.db)
    await sql`alter table audit_logs enable trigger user`.execute(t.db)
  })

  test('is taken back by who proposed it alone; a newer proposal takes its place', async () => {
    const key = 'record.principle_3'
    await propose(admin, key, 'Una')
    const theirs = await takeBack(other, key)
    expect([theirs.statusCode, theirs.json().message]).toEqual([
      409,
      'Only the person who proposed this text can take it back.',
    ])
    expect((await propose(other, key, 'Ikalawa')).statusCode).toBe(200)
    expect((await confirm(other, key)).statusCode).toBe(409)
    expect((await takeBack(other, key)).json().translation).toMatchObject({ proposal: null })
    expect((await confirm(admin, key)).statusCode).toBe(409)
    expect(await shown(key)).toBe(SHIPPED[key])
    expect((await logged(key)).map(([event]) => event)).toEqual([
      'Text Proposed',
      'Text Proposed',
      'Proposal Taken Back',
    ])
  })

  test('is never equal to another one of its kind: under the field, in a table, and when it is confirmed', async () => {
    const [one, two] = ['record.principle_4', 'record.principle_5']
    const equal = 'Official words of one kind must differ.'
    const typed = await propose(admin, one, ` ${SHIPPED[two]?.toUpperCase()} `)
    expect([typed.statusCode, typed.json().errors.text]).toEqual([
      422,
      [`This is the text of “${ENGLISH[two]}” already. ${equal}`],
    ])
    const { table } = await checkedTable(
      admin,
      textsTable([
        [one, ENGLISH[one], 'Iisa'],
        [two, ENGLISH[two], 'iisa'],
        ['record.principle_2', ENGLISH['record.principle_2'], 'Iba pa'],
      ]),
    )
    expect(table.lines.map(({ fault }) => fault)).toEqual([
      null,
      `This is the text of “${ENGLISH[one]}” already. ${equal}`,
      'A change of this official word is waiting for a second person.',
    ])
    await propose(admin, one, 'Iisa')
    await propose(admin, two, 'IISA')
    expect((await confirm(other, one)).statusCode).toBe(200)
    expect((await confirm(other, two)).statusCode).toBe(422)
  })

  test('is proposed by a table and by the review of a part, whose other texts are saved', async () => {
    const [official, plain] = ['certificates.valid', 'certificates.check_this']
    const { table_id, table } = await checkedTable(
      admin,
      textsTable([
        [official, ENGLISH[official], 'May bisa pa', 'x'],
        [plain, ENGLISH[plain], 'Suriin ito', 'x'],
      ]),
    )
    const saved = await admin.post('/translations/fil/table', { table_id, seen: table.seen })
    expect(saved.json()).toEqual({ saved: 2, proposed: 1 })
    expect([await shown(official), await shown(plain)]).toEqual([SHIPPED[official], 'Suriin ito'])
    const { languages } = (await admin.get('/translations')).json()
    const { seen } = languages[0].parts.find(({ part }: { part: string }) => part === 'approved')
    const part = await other.post('/translations/fil/review-part', { part: 'approved', seen })
    expect(part.json()).toMatchObject({ proposed: 4 })
    expect((await textNowOf(t, 'approved.not_compliant_means')).state).toBe('not reviewed')
  })
})

test('[S-169] a certificate in Filipino, and the page of its code, have the official English beside them', async () => {
  const { id } = await anActivity(t, 'DONE', { site_profile_id: await anApprovedSite(t) })
  const open = async (address: string) =>
    (await t.app.inject({ url: address })).body.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
  const page = await open(`/fil/site/approved/${id}/certificate`)
  expect(page).toMatch(/Sumusunod \((Very|Somewhat) Compliant\)|\(Not Compliant\)/)
  expect(page).toMatch(/\(The .* certifies that this REDD\+ site and its evidence were reviewed .*\)/)
  const [, code] = /([0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3})/.exec(page) ?? []
  expect(await open(`/fil/c/${code}`)).toContain('(Valid and unchanged)')
  expect(await open(`/site/approved/${id}/certificate`)).not.toContain('(Not Compliant)')
})

describe('[S-168] a translation of an official word that the log does not state', () => {
  const key = 'record.somewhat_compliant'
  const forge = async (text: string, reviewer: string) => {
    await sql`insert into text_reviews (language, key, english, text, is_corrected, reviewed_by, reviewed_at, updated_by, updated_at)
      select 'fil', ${key}, ${ENGLISH[key]}, ${text}, true, id, now(), id, now() from users where email = ${reviewer}`.execute(
      t.db,
    )
    await readTextsAnew(t.services)
  }
  const isHidden = async (says: RegExp) => {
    expect(await shown(key)).toBe(SHIPPED[key])
    expect(await textNowOf(t, key)).toMatchObject({ text: SHIPPED[key], state: 'not reviewed' })
    expect(await differences()).toEqual([expect.stringMatching(says)])
    await sql`delete from text_reviews where key = ${key}`.execute(t.db)
  }

  test('one row in the table changes nothing public, and is named', async () => {
    await forge('Lubos na sumusunod', 'fmb.admin@bureau.example')
    await isHidden(
      /^The table text_reviews says that record\.somewhat_compliant .* no row of the log confirms it\./,
    )
  })

  test('nor does one administrator who writes both rows of the log', async () => {
    const text = 'Ganap na sumusunod'
    expect((await propose(admin, key, text)).statusCode).toBe(200)
    await forge(text, 'fmb.admin@bureau.example')
    await sql`insert into audit_logs (user_id, access_level, request_id, auditable_type, auditable_code, event, field_change)
      select user_id, access_level, request_id, auditable_type, auditable_code, 'Text Confirmed', field_change
      from audit_logs where event = 'Text Proposed' and auditable_code = ${`fil ${key}`}`.execute(t.db)
    await isHidden(/rows \d+ and \d+ of the log are by one person\./)
  })
})
