import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { read, utils } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/database/db.ts'
import { isUnofficial, runningTexts } from '../../server/texts/running-texts.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { LANGUAGES, type Languages } from '../../shared/texts/languages.ts'
import { isOfficial } from '../../shared/texts/official-words.ts'
import { partOf } from '../../shared/texts/parts.ts'
import type { Translation } from '../../shared/translations/translations.schema.ts'
import { API_KEY, type Caller, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'
import { anotherInstance } from '../support/product/instance.ts'
import { upload } from '../support/records/factories.ts'
import { auditCount, codesOf, withoutProof } from '../support/records/people.ts'
import { checkedTable, textNowOf, textsNow, textsTable } from '../support/records/texts.ts'

const KEY = 'common.close'
const AGO = 'record.months_ago'
const [ENGLISH, SHIPPED] = [LANGUAGES.en.texts, LANGUAGES.fil?.texts ?? {}]
const CHANGED = 'A text has changed since this page was opened. Please look at the texts again.'

const peopleOf = async (t: TestApp) => ({
  t,
  admin: await t.as('fmb.admin'),
  other: await t.as('fmb.super'),
})

/** A bureau for a test that looks at all of its texts. */
const aBureau = async () => peopleOf(await startAppForTest())

const ofThisFile = withServer()

const plain = Object.keys(ENGLISH).filter(
  (key) =>
    partOf(key) === 'certificates' &&
    !isOfficial(key) &&
    !/[{<]/.test(ENGLISH[key] ?? '{') &&
    SHIPPED[key] !== undefined,
)

/** The bureau of this file, and a text of it that no other test changes. */
async function aText() {
  const key = plain.pop()
  if (key === undefined) throw new Error('No text is left.')
  return { ...(await peopleOf(ofThisFile)), key, english: ENGLISH[key] ?? '', shipped: SHIPPED[key] ?? '' }
}

const save = (by: Caller, key: string, body: object) => by.patch(`/translations/fil/texts/${key}`, body)
const review = (by: Caller, body: object) => by.post('/translations/fil/review', body)
const running = async (t: TestApp, key = KEY) => (await runningTexts(t.services, 'fil')).texts[key]
/** The rows of the log about texts, or about one text. */
const loggedIn = async ({ db }: TestApp, key?: string) => {
  const rows = await db
    .selectFrom('audit_logs')
    .select(['user_email', 'auditable_type', 'auditable_code', 'event', 'field_change as changes'])
    .where('event', 'in', ['Text Corrected', 'Text Reviewed', 'Review Taken Back'])
    .$if(key !== undefined, (of) => of.where('auditable_code', '=', `fil ${key}`))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, changes: withoutProof(row.changes) }))
}
const stored = ({ db }: TestApp, key?: string) =>
  db
    .selectFrom('text_reviews')
    .selectAll()
    .$if(key !== undefined, (of) => of.where('key', '=', key ?? ''))
    .orderBy('id')
    .execute()

/** The same product with another wording of these texts, as a newer version has it; on the same database. */
const newer = (t: TestApp, changes: { en?: object; fil?: object }): TestApp => {
  const { en, fil = LANGUAGES.en } = t.services.languages
  const languages: Languages = {
    en: { ...en, texts: { ...en.texts, ...changes.en } },
    fil: { ...fil, texts: { ...fil.texts, ...changes.fil } },
  }
  return { ...t, services: { ...t.services, languages } }
}

describe('the list', () => {
  test('has every text beside its English, in the order of the product, none reviewed at first', async () => {
    const { admin } = await peopleOf(ofThisFile)
    const { data, ...counts } = (await admin.get('/translations/fil?length=100')).json()
    const all = Object.keys(ENGLISH)
    expect(counts).toEqual({ totalCount: all.length, filteredCount: all.length })
    expect(data.map(({ key }: Translation) => key)).toEqual(all.slice(0, 100))
    expect(data[0]).toEqual({
      key: all[0],
      part: partOf(all[0] ?? ''),
      english: ENGLISH[all[0] ?? ''],
      text: SHIPPED[all[0] ?? ''],
      shipped: SHIPPED[all[0] ?? ''],
      state: 'not reviewed',
      before: null,
      reviewed_by: null,
      reviewed_at: null,
      is_official: false,
      proposal: null,
      seen: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    const { languages } = (await admin.get('/translations')).json()
    expect(languages.map(({ code, name }: { code: string; name: string }) => [code, name])).toEqual([
      ['fil', 'Filipino'],
    ])
    expect(languages[0].parts.map(({ part }: { part: string }) => part)).toEqual([
      ...new Set(all.map(partOf)),
    ])
  })

  test('is searched in both languages and in the key, filtered and paged', async () => {
    const { admin, key } = await aText()
    const keysOf = async (query: string) =>
      (await admin.get(`/translations/fil?length=100&${query}`))
        .json()
        .data.map(({ key }: Translation) => key)
    expect(await keysOf('search=SKIP%20to')).toEqual(['common.skip'])
    expect(await keysOf('search=lumaktaw')).toEqual(['common.skip'])
    expect(await keysOf('search=common.skip')).toEqual(['common.skip'])
    const trouble = Object.keys(ENGLISH).filter((key) => partOf(key) === 'trouble')
    expect(await keysOf('part=trouble')).toEqual(trouble)
    const { seen } = (await admin.get(`/translations/fil/texts/${key}`)).json().translation
    await review(admin, { reviewed: true, texts: [{ key, seen }] })
    expect(await keysOf('status=reviewed')).toEqual([key])
    expect(await keysOf(`status=not%20reviewed&search=${key}`)).toEqual([])
    expect(await keysOf('part=trouble&length=10&page=99')).toEqual(
      trouble.slice(-(trouble.length % 10 || 10)),
    )
    for (const odd of ['status=x', 'part=', 'page=-1', 'length=x'])
      expect((await admin.get(`/translations/fil?${odd}`)).statusCode, odd).toBe(200)
  })

  test('of English, which is translated from, and of an unknown language or key is not found', async () => {
    const { admin } = await peopleOf(ofThisFile)
    for (const url of [
      'en',
      'xx',
      'fil/texts/common.nothing',
      'constructor',
      'fil/texts/common',
      '__proto__',
    ])
      expect((await admin.get(`/translations/${url}`)).statusCode, url).toBe(404)
    const body = { text: 'Close', reviewed: true, seen: 'x' }
    expect((await admin.patch(`/translations/en/texts/${KEY}`, body)).statusCode).toBe(404)
  })
})

describe('correcting a text', () => {
  test('replaces it at once, here and on another instance, with a row in the log', async () => {
    const { t, admin } = await aBureau()
    const second = await anotherInstance(t)
    expect(await running(t)).toBe('Isara')
    expect(await second.read('fmb.admin', `/translations/fil/texts/${KEY}`)).toContain('"Isara"')
    const { seen } = await textNowOf(t, KEY)
    const reply = await save(admin, KEY, { text: '  Sara  na ', reviewed: false, seen })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().translation).toMatchObject({
      key: KEY,
      text: 'Sara na',
      shipped: 'Isara',
      state: 'not reviewed',
      reviewed_by: null,
    })
    expect(await running(t)).toBe('Sara na')
    expect(await second.read('fmb.admin', `/translations/fil/texts/${KEY}`)).toContain('"Sara na"')
    expect(await loggedIn(t)).toEqual([
      {
        user_email: 'fmb.admin@bureau.example',
        auditable_type: 'System',
        auditable_code: `fil ${KEY}`,
        event: 'Text Corrected',
        changes: [
          { field: 'english', old: null, new: 'Close' },
          { field: 'translation', old: 'Isara', new: 'Sara na' },
        ],
      },
    ])
  })

  test('back to the text of the product lets a newer one of the product be shown', async () => {
    const { t, admin, key, shipped } = await aText()
    for (const text of ['Sara', shipped]) {
      const { seen } = await textNowOf(t, key)
      expect((await save(admin, key, { text, reviewed: false, seen })).statusCode).toBe(200)
    }
    expect(await running(newer(t, { fil: { [key]: 'Isara na' } }), key)).toBe('Isara na')
  })

  test('is refused with one sentence under the field, and nothing is written', async () => {
    const { t, admin } = await peopleOf(ofThisFile)
    const before = await auditCount(t)
    const { seen } = await textNowOf(t, AGO)
    const errorsOf = async (body: object) =>
      (await save(admin, AGO, { reviewed: true, seen, ...body })).json().errors
    expect(await errorsOf({ text: ' \u200b ' })).toEqual({ text: ['The translation is required.'] })
    expect(await errorsOf({ text: '{count} '.padEnd(1001, 'a') })).toEqual({
      text: ['The translation cannot exceed 1,000 characters.'],
    })
    expect(await errorsOf({ text: '<b>{count}</b> buwan' })).toEqual({
      text: ['The translation cannot contain < or >.'],
    })
    expect(await errorsOf({ text: 'mga buwan' })).toEqual({
      text: ['The translation must contain {count} as often as the English does.'],
    })
    expect(await errorsOf({ text: 7, reviewed: 'yes', seen: undefined })).toEqual({
      text: ['The translation is required.'],
      reviewed: ['Say whether the text is reviewed.'],
      seen: ['Say which text was seen.'],
    })
    const same = await save(admin, AGO, { text: SHIPPED[AGO], reviewed: false, seen })
    expect([same.statusCode, same.json().message]).toEqual([
      409,
      'Nothing differs from what is saved, so there is nothing to save.',
    ])
    expect([await stored(t, AGO), await auditCount(t)]).toEqual([[], before])
  })

  test('[S-144] of many at once one wins; the others are told who, when and what', async () => {
    const { t, admin, other, key } = await aText()
    const { seen } = await textNowOf(t, key)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        save(index % 2 ? admin : other, key, { text: `Sara ${index}`, reviewed: true, seen }),
      ),
    )
    expect(codesOf(replies)).toEqual([200, 409, 409, 409, 409, 409])
    const now = await textNowOf(t, key)
    expect(now.text).toBe(`Sara ${replies.findIndex(({ statusCode }) => statusCode === 200)}`)
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      expect(reply.json()).toMatchObject({
        code: 'conflict',
        saved_before: {
          by: now.reviewed_by,
          at: now.reviewed_at,
          fields: [{ field: 'translation', new: now.text }],
        },
      })
    expect([(await stored(t, key)).length, (await loggedIn(t, key)).length]).toEqual([1, 1])
  })

  test('sent again because the answer was lost, is saved once', async () => {
    const { t, admin, key } = await aText()
    const { seen } = await textNowOf(t, key)
    const headers = {
      'x-api-key': API_KEY,
      authorization: `Bearer ${admin.token}`,
      [FORM_KEY]: randomUUID(),
    }
    const payload = { text: 'Sara', reviewed: true, seen }
    const send = () =>
      t.app.inject({ method: 'PATCH', url: `/api/translations/fil/texts/${key}`, headers, payload })
    const replies = [await send(), ...(await Promise.all([send(), send()]))]
    expect(codesOf(replies)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect((await loggedIn(t, key)).length).toBe(1)
  })
})

describe('a review', () => {
  test('keeps who, when and the words, and lapses when the English or the translation comes anew', async () => {
    const { t, admin, key, english, shipped } = await aText()
    const seen = async () => [{ key, seen: (await textNowOf(t, key)).seen }]
    expect((await review(admin, { reviewed: true, texts: await seen() })).json()).toEqual({ saved: 1 })
    expect(await stored(t, key)).toMatchObject([
      { language: 'fil', key, english, text: shipped, is_corrected: false, revision: 1 },
    ])
    const reviewed = await textNowOf(t, key)
    expect(reviewed).toMatchObject({ state: 'reviewed', reviewed_by: expect.stringMatching(/^\S+ \S+/) })
    expect((await loggedIn(t, key))[0]).toMatchObject({
      event: 'Text Reviewed',
      changes: [
        { field: 'english', old: null, new: english },
        { field: 'translation', old: null, new: shipped },
        { field: 'reviewed', old: 'no', new: 'yes' },
      ],
    })
    const before = { english, text: shipped }
    expect(await textNowOf(newer(t, { en: { [key]: 'Shut' } }), key)).toMatchObject({
      state: 'changed',
      before,
    })
    expect(await textNowOf(newer(t, { fil: { [key]: 'Sara' } }), key)).toMatchObject({
      state: 'changed',
      text: 'Sara',
      before,
    })

    expect((await review(admin, { reviewed: false, texts: await seen() })).json()).toEqual({ saved: 1 })
    expect(await textNowOf(t, key)).toMatchObject({ state: 'not reviewed', reviewed_by: null })
    expect((await loggedIn(t, key)).at(-1)).toMatchObject({ event: 'Review Taken Back' })
  })

  test('of FMB’s own words outlives a newer text of the product, but not a newer English', async () => {
    const { t, admin, key, english: before, shipped } = await aText()
    const { seen } = await textNowOf(t, key)
    await save(admin, key, { text: 'Sara', reviewed: true, seen })
    const other = newer(t, { fil: { [key]: 'Isara na' } })
    expect(await textNowOf(other, key)).toMatchObject({ state: 'reviewed', text: 'Sara' })
    expect(await running(other, key)).toBe('Sara')
    const english = newer(t, { en: { [key]: 'Shut' } })
    expect(await textNowOf(english, key)).toMatchObject({
      state: 'changed',
      text: shipped,
      before: { english: before, text: 'Sara' },
    })
    expect(await running(english, key)).toBe(shipped)
  })

  test('of several is all or none, and of a part all of it as it was seen', async () => {
    const { t, admin, other } = await aBureau()
    const part = async () =>
      (await admin.get('/translations'))
        .json()
        .languages[0].parts.find((one: { part: string }) => one.part === 'trouble')
    const seen = await part()
    const texts = (await textsNow(t)).filter((text) => text.part === 'trouble')
    const [first, second] = texts.map(({ key, seen: asSeen }) => ({ key, seen: asSeen }))
    await save(other, second?.key ?? '', { text: 'Iba', reviewed: false, seen: second?.seen })
    const before = await stored(t)

    const several = await review(admin, { reviewed: true, texts: [first, second] })
    expect([several.statusCode, several.json().message]).toEqual([409, CHANGED])
    const whole = await admin.post('/translations/fil/review-part', { part: 'trouble', seen: seen.seen })
    expect([whole.statusCode, whole.json().message]).toEqual([409, CHANGED])
    expect(await stored(t)).toEqual(before)

    const again = { part: 'trouble', seen: (await part()).seen }
    const replies = await Promise.all(
      [admin, other].map((one) => one.post('/translations/fil/review-part', again)),
    )
    expect(codesOf(replies)).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ saved: texts.length })
    expect(await part()).toMatchObject({ texts: texts.length, reviewed: texts.length })
    const rows = (await loggedIn(t)).filter(({ event }) => event === 'Text Reviewed')
    expect(rows.map(({ auditable_code }) => auditable_code)).toEqual(texts.map(({ key }) => `fil ${key}`))
    const none = await admin.post('/translations/fil/review-part', { part: 'nothing', seen: 'x' })
    expect(none.statusCode).toBe(404)
    expect((await review(admin, { reviewed: true, texts: [] })).json().errors).toEqual({
      texts: ['Tick at least one text.'],
    })
  })

  test('of a text that is named twice is refused in one sentence', async () => {
    const { t, admin, key } = await aText()
    const { seen } = await textNowOf(t, key)
    const twice = await review(admin, {
      reviewed: true,
      texts: [
        { key, seen },
        { key: ` ${key}`, seen },
      ],
    })
    expect([twice.statusCode, twice.json().errors]).toEqual([422, { texts: ['A text is listed twice.'] }])
    expect([await stored(t, key), await loggedIn(t, key)]).toEqual([[], []])
  })

  test('says for pages and mails whether a part is unofficial', async () => {
    const { t, admin } = await aBureau()
    const isOpen = async (parts: readonly string[]) =>
      isUnofficial(await runningTexts(t.services, 'fil'), parts)
    expect(await isOpen(['common'])).toBe(true)
    const texts = (await textsNow(t)).filter(({ part }) => part === 'common')
    await review(admin, { reviewed: true, texts: texts.map(({ key, seen }) => ({ key, seen })) })
    expect([await isOpen(['common']), await isOpen(['common', 'trouble'])]).toEqual([false, true])
    expect(isUnofficial(await runningTexts(t.services, 'en'), ['common', 'trouble'])).toBe(false)
  })
})

describe('what pages are made of', () => {
  /** the texts as another process reads them, on connections of its own */
  const ofAnotherProcess = ({ database, services: { languages } }: TestApp) => {
    const { host, port, user, password, database: name } = database.pool.options
    const own = connect(
      { host, port, user, password, database: name } as Parameters<typeof connect>[0],
      () => undefined,
    )
    let isOpen = true
    const close = async () => {
      if (isOpen) await own.close()
      isOpen = false
    }
    onTestFinished(close)
    return { close, read: () => runningTexts({ readDb: own.kysely, languages }, 'fil') }
  }

  test('is read once for many pages, and another process follows within seconds', async () => {
    const { t, admin, key } = await aText()
    const other = ofAnotherProcess(t)
    const all = await Promise.all(Array.from({ length: 50 }, other.read))
    expect(new Set(all).size).toBe(1)
    const { seen } = await textNowOf(t, key)
    await save(admin, key, { text: 'Sara', reviewed: true, seen })
    await expect.poll(async () => (await other.read()).texts[key], { timeout: 4_000 }).toBe('Sara')
  })

  test('is the same in mails, on an instance that has just started and one that nobody has asked', async () => {
    const { t, admin } = await aBureau()
    const texts = (await textsNow(t)).filter(({ part }) => ['common', 'mails'].includes(part))
    await review(admin, { reviewed: true, texts: texts.map(({ key, seen }) => ({ key, seen })) })
    const isMarked = (languages: string) => languages.includes('"name":"Filipino","unofficial":true')
    const mine = async () => (await admin.get('/my-profile/language')).body
    expect(isMarked(await mine())).toBe(false)
    const second = await anotherInstance(t)
    expect(isMarked(await second.read('fmb.admin', '/my-profile/language'))).toBe(false)
    const now = await textNowOf(t, KEY)
    await save(admin, KEY, { text: 'Sara', reviewed: false, seen: now.seen })
    expect(isMarked(await mine())).toBe(true)
    // nobody has asked the second one: it looks for itself every five seconds
    await new Promise((resolve) => {
      setTimeout(resolve, 5_500)
    })
    expect(isMarked(await second.read('fmb.admin', '/my-profile/language'))).toBe(true)
  })

  test('is what came with the product while the database is away, or what was read last', async () => {
    const { t, admin, key, shipped } = await aText()
    const { seen } = await textNowOf(t, key)
    await save(admin, key, { text: 'Sara', reviewed: true, seen })
    const [never, once] = [ofAnotherProcess(t), ofAnotherProcess(t)]
    await never.close()
    expect((await never.read()).texts[key]).toBe(shipped)
    expect(isUnofficial(await never.read(), ['common'])).toBe(true)
    await once.read()
    await once.close()
    await new Promise((resolve) => {
      setTimeout(resolve, 2_100)
    })
    expect((await once.read()).texts[key]).toBe('Sara')
  })
})

describe('as a table', () => {
  const download = async (by: Caller) => {
    const reply = await by.get('/translations/fil/table')
    expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
    const book = read(reply.rawPayload)
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (!sheet) throw new Error('The workbook has no sheet.')
    return { reply, book, sheet, rows: utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' }) }
  }

  test('all texts go out and come back changed and ticked, by the person who uploads them', async () => {
    const { t, admin, other } = await aBureau()
    const { seen } = await textNowOf(t, KEY)
    await save(other, KEY, { text: 'Sara', reviewed: true, seen })
    const { reply, rows } = await download(admin)
    expect(reply.headers['content-disposition']).toMatch(/Texts in Filipino, \d{4}-\d\d-\d\d\.xlsx/)
    const [, headers = [], ...lines] = rows
    expect(headers).toEqual([
      'Key',
      'Part',
      'English',
      'Translation',
      'Reviewed: write x',
      'Reviewed by',
      'On',
      'Note',
      'Version',
    ])
    expect(lines.length).toBe(Object.keys(ENGLISH).length)
    const line = lines.find(([key]) => key === KEY) ?? []
    expect(line.slice(0, 5)).toEqual([KEY, 'Every page', 'Close', 'Sara', ''])
    expect(line[7]).toBe('Corrected by FMB. It came as: Isara')

    // as it was downloaded, it changes nothing
    const same = await checkedTable(admin, reply.rawPayload)
    expect(same.table).toMatchObject({ lines: [], unchanged: lines.length, good: 0 })

    const changed = lines.map((cells) => [cells[0], cells[2], cells[3], '', cells[8]])
    const at = (key: string) => changed.findIndex(([one]) => one === key)
    const row = (key: string) => at(key) + 2
    ;(changed[at('common.main')] as unknown[])[2] = 'Punong bahagi'
    ;(changed[at('common.skip')] as unknown[])[3] = 'X'
    ;(changed[at(AGO)] as unknown[])[2] = 'mga buwan'
    const { table_id, table } = await checkedTable(admin, textsTable(changed))
    expect(table).toMatchObject({ name: 'texts.xlsx', good: 2, unchanged: lines.length - 3 })
    expect(table.lines.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
      {
        row: row('common.main'),
        key: 'common.main',
        before: SHIPPED['common.main'],
        text: 'Punong bahagi',
        reviewed: false,
        fault: null,
      },
      {
        row: row('common.skip'),
        key: 'common.skip',
        before: null,
        text: null,
        reviewed: true,
        fault: null,
      },
      {
        row: row(AGO),
        key: AGO,
        before: SHIPPED[AGO],
        text: 'mga buwan',
        reviewed: false,
        fault: 'The translation must contain {count} as often as the English does.',
      },
    ])
    expect((await stored(t)).length).toBe(1)

    const saved = await admin.post('/translations/fil/table', { table_id, seen: table.seen })
    expect([saved.statusCode, saved.json()]).toEqual([200, { saved: 2 }])
    expect(await running(t, 'common.main')).toBe('Punong bahagi')
    expect(await textNowOf(t, 'common.skip')).toMatchObject({ state: 'reviewed' })
    expect(await textNowOf(t, 'common.main')).toMatchObject({ state: 'not reviewed' })
    const log = (await loggedIn(t)).slice(-2)
    expect(log.map(({ event }) => event).sort()).toEqual(['Text Corrected', 'Text Reviewed'])
    for (const { changes, user_email } of log) {
      expect(user_email).toBe('fmb.admin@bureau.example')
      expect(changes).toContainEqual({ field: 'file', old: null, new: 'texts.xlsx' })
    }
    // what the first person has changed is not written twice
    const again = await admin.post('/translations/fil/table', { table_id, seen: table.seen })
    expect([again.statusCode, again.json().message]).toEqual([409, CHANGED])
    const exported = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Exported')
      .execute()
    expect(JSON.stringify(exported)).toContain(`"new":"${lines.length}"`)
  })

  test('of a language file comes back as it went out, whatever blanks and letters the file has', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'language-')), 'ceb.json')
    onTestFinished(() => rmSync(path.dirname(file), { recursive: true }))
    const texts = { [KEY]: ' Isira\u200b  ni\u0303 ', [AGO]: '{count} ka bulan\nang milabay' }
    writeFileSync(file, JSON.stringify({ code: 'ceb', name: 'Cebuano', texts }))
    const t = await startAppForTest({ settings: { LANGUAGE_FILES: file } })
    const admin = await t.as('fmb.admin')
    const { text } = (await admin.get(`/translations/ceb/texts/${KEY}`)).json().translation
    expect(text).toBe('Isira n\u0129')
    const table = (await admin.get('/translations/ceb/table')).rawPayload
    const table_id = await upload(admin, 'table', 'texts.xlsx', table)
    const checked = (await admin.post('/translations/ceb/table/check', { table_id })).json()
    expect(checked.table).toMatchObject({ lines: [], good: 0 })
  })

  test('names each fault by its row, and saves none of these', async () => {
    const { t, admin } = await aBureau()
    const now = await textNowOf(t, KEY)
    const ago = await textNowOf(t, AGO)
    const { table_id, table } = await checkedTable(
      admin,
      textsTable([
        ['common.unknown', 'Close', 'Sara'],
        [KEY, 'Shut', 'Sara'],
        [AGO, ago.english, '<i>{count}</i>'],
        [AGO, ago.english, '{count} buwan na'],
        ['common.main', 'Main', ''],
        ['common.skip', ENGLISH['common.skip'], 'Lumaktaw', 'perhaps'],
        ['', 'Close', 'Sara'],
        ['common.dashboard', ENGLISH['common.dashboard'], 'Dashboard ng bureau', '', '0123456789abcdef'],
        ['common.log_in', ENGLISH['common.log_in'], SHIPPED['common.log_in'], 'yes', now.seen],
      ]),
    )
    expect(table.lines.map(({ row, fault }) => [row, fault])).toEqual([
      [2, 'The product has no text with this key.'],
      [3, 'The English is not the English of today: the table is old. Please download it again.'],
      [4, 'The translation cannot contain < or >.'],
      [5, 'This key is in an earlier row already.'],
      [6, 'The translation is required.'],
      [7, 'Write x if the text is reviewed; otherwise leave the cell empty.'],
      [8, 'The key is missing.'],
      [9, 'This text was changed after the table was downloaded. Please download it again.'],
      [10, null],
    ])
    expect(table.good).toBe(1)
    expect((await admin.post('/translations/fil/table', { table_id, seen: table.seen })).json()).toEqual({
      saved: 1,
    })
    expect((await stored(t)).map(({ key }) => key)).toEqual(['common.log_in'])
  })

  test('is saved only as it was seen: a text that another person saves in between stays', async () => {
    const { t, admin, other, key } = await aText()
    const now = await textNowOf(t, key)
    const checked = await checkedTable(admin, textsTable([[key, now.english, 'Sara', 'x']]))
    await save(other, key, { text: 'Pinid', reviewed: true, seen: now.seen })
    const body = { table_id: checked.table_id, seen: checked.table.seen }
    const late = await admin.post('/translations/fil/table', body)
    expect([late.statusCode, late.json().message]).toEqual([409, CHANGED])
    expect(await running(t, key)).toBe('Pinid')
  })

  test('is refused in one sentence when it is no table of texts, or another person’s', async () => {
    const { admin, other } = await peopleOf(ofThisFile)
    const check = async (by: Caller, table_id: number) => {
      const reply = await by.post('/translations/fil/table/check', { table_id })
      return [reply.statusCode, ...(reply.json().errors?.table_id ?? [])]
    }
    const given = async (bytes: Buffer | string, name = 'texts.xlsx') =>
      check(admin, await upload(admin, 'table', name, bytes))
    const theirs = await upload(other, 'table', 'texts.xlsx', textsTable([]))
    const gone = [422, 'This file was not found. Please upload it again.']
    expect([await check(admin, theirs), await check(admin, 999_999)]).toEqual([gone, gone])
    expect(await given(`Key,English,Translation\n${KEY},Close,Sara`, 'texts.csv')).toEqual([
      422,
      expect.stringContaining('xlsx'),
    ])
    const bomb = zipSync({
      'xl/worksheets/sheet1.xml': strToU8('<worksheet>'.padEnd(30 * 1_048_576, ' ')),
    })
    expect(await given(Buffer.from(bomb))).toEqual([
      422,
      expect.stringMatching(/^The table (unpacks to far more|is damaged)/),
    ])
    expect(await given(textsTable([]))).toEqual([200])
    // a small file: its cells share one text
    const long = 'ab'.repeat(15_000)
    const shared = textsTable(Array.from({ length: 200 }, () => [KEY, long, long]))
    expect(shared.length).toBeLessThan(100_000)
    expect(await given(shared)).toEqual([422, expect.stringMatching(/^The table unpacks to far more/)])
    const many = Array.from({ length: 5_001 }, (_, index) => [`common.k${index}`, 'a', 'b'])
    expect(await given(textsTable(many))).toEqual([422, 'The table has more than 5,000 rows.'])
    expect(await given(Buffer.concat([textsTable([]), Buffer.alloc(2 * 1_048_576)]))).toEqual([
      422,
      expect.stringContaining('2'),
    ])
  })
})
