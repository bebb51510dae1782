import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { type Note, NOTES_AN_HOUR, type NotedPlace } from '../../shared/notes/notes.schema.ts'
import { activityAudit, anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { aSite, auditOf } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { aPerson, aRole, codesOf } from '../support/records/people.ts'
import { full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

/** Notes: messages between the offices of a record's chain, which decide nothing. */

const TEXT = 'Is this the newest map? Ask Ben Cruz of Barangay 5.'
const RECORD = { about: 'record' } as const

const t = withServer()

const add = async (by: string | null, path: string, body: object) =>
  (await t.as(by)).post(`${path}/notes`, body)
const added = async (by: string, path: string, body: object = {}): Promise<Note> => {
  const reply = await add(by, path, { place: RECORD, text: TEXT, ...body })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().note
}
const listed = async (
  by: string,
  path: string,
  query = '',
): Promise<{ data: Note[]; has_earlier: boolean }> => {
  const reply = await (await t.as(by)).get(`${path}/notes${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const placesOf = async (by: string, path: string): Promise<{ total: number; places: NotedPlace[] }> =>
  (await (await t.as(by)).get(`${path}/notes/places`)).json()
const people = async (by: string, path: string, search = '') =>
  (
    (await (await t.as(by)).get(`${path}/notes/people?search=${encodeURIComponent(search)}`)).json()
      .people as {
      name: string
    }[]
  ).map(({ name }) => name)
const site = async (wanted: Parameters<typeof aSite>[1] = {}) => `/sites/${(await aSite(t, wanted)).id}`
const idOf = (path: string) => Number(path.split('/').at(-1))
const draft = async () =>
  `/sites/activities/${(await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })).id}`

/** This many notes of a person, entered at once. */
const manyNotes = async (path: string, count: number, by = 'laguna.encoder', minutes = 24 * 60) =>
  sql`with written as (
      insert into threads (kind, record_id, place, label)
      select 'note', ${recordIds('site_profiles', idOf(path))}, '{"about": "record"}', 'The profile'
      from generate_series(1, ${count}) returning id
    )
    insert into thread_steps (kind, thread_id, action, text, user_id, user_name, role_name, level, office, at)
    select 'note', id, 'Added', 'Note ' || row_number() over (order by id), ${await t.userId(by)}, 'Isabel Muñoz',
      'PENRO Encoder', 'PENRO', 'PENRO Laguna', ${new Date(Date.now() - minutes * 60_000).toISOString()}
    from written`.execute(t.db)

describe('a note', () => {
  test('is read by the chain with its author as they were, place and time, and logged without its text', async () => {
    const made = await aSite(t)
    const path = `/sites/${made.id}`
    const about = { about: 'file', file_id: made.map_kml_id }
    const note = await added('laguna.encoder', path, { place: about })
    expect(note).toMatchObject({
      text: TEXT,
      place: about,
      label: 'Location Map: boundary.kml',
      mentioned: [],
      by: 'Isabel Muñoz',
      role: 'PENRO Encoder',
      level: 'PENRO',
      office: 'PENRO Laguna',
      erased_at: null,
    })
    const answer = await added('r4a.approver', path, {
      text: 'It is not.\n\nPlease send the new one.',
      place: about,
    })
    expect(answer).toMatchObject({
      office: expect.stringMatching(/IV-A/),
      text: 'It is not.\n\nPlease send the new one.',
    })
    expect((await added('fmb.approver', path)).office).toBe('FMB')
    for (const reader of ['laguna.encoder', 'laguna.approver', 'r4a.approver', 'fmb.super'])
      expect((await listed(reader, path)).data.map(({ by }) => by)).toEqual([
        'Isabel Muñoz',
        'Esperanza Tolentino',
        'Corazon Dimaculangan',
      ])
    expect((await listed('laguna.encoder', path, `?place=file:${made.map_kml_id}`)).data).toEqual([
      note,
      answer,
    ])
    expect(await placesOf('laguna.encoder', path)).toEqual({
      total: 3,
      places: [
        { place: RECORD, label: 'The profile', notes: 1 },
        { place: about, label: 'Location Map: boundary.kml', notes: 2 },
      ],
    })
    const rows = (await auditOf(t, made.id)).filter(({ event }) => event === 'Note Added')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      field_change: [
        { field: 'note', old: null, new: String(note.id) },
        { field: 'place', old: null, new: 'Location Map: boundary.kml' },
      ],
    })
    expect(JSON.stringify(rows)).not.toContain('Ben Cruz')
  })

  test('changes nothing of the record: no revision, no state', async () => {
    const path = await site()
    const row = () =>
      t.db.selectFrom('site_profiles').selectAll().where('id', '=', idOf(path)).executeTakeFirst()
    const before = await row()
    await added('r4a.approver', path)
    expect(await row()).toEqual(before)
  })

  test('of an activity is about its places: a principle, an indicator, a file, the year', async () => {
    const activity = await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })
    const path = `/sites/activities/${activity.id}`
    const [entry] = activity.verification
    const upload = entry?.upload[0]
    if (!entry || !upload) throw new Error('There is no evidence.')
    const notes = [
      await added('laguna.encoder', path, { place: { about: 'principle', principle_number: 3 } }),
      await added('laguna.encoder', path, {
        place: { about: 'indicator', sites_criteria_indicator_id: entry.sites_criteria_indicator_id },
      }),
      await added('laguna.encoder', path, { place: { about: 'file', file_id: upload.upload_id } }),
      await added('laguna.encoder', path, { place: { about: 'field', field: 'reporting_year' } }),
    ]
    expect(notes.map(({ label }) => label)).toEqual([
      'Principle #3',
      expect.stringMatching(/^1\.1\.1 /),
      `1.1.1 ${upload.upload_file_name}`,
      'Reporting year',
    ])
    const log = (await activityAudit(t, activity.id)).filter(({ event }) => event === 'Note Added')
    expect(log).toHaveLength(4)
  })

  test('about a place the record does not have is refused; about one it had, there is an answer', async () => {
    const made = await aSite(t)
    const path = `/sites/${made.id}`
    for (const place of [
      { about: 'file', file_id: 999_999 },
      { about: 'field', field: 'password_hash' },
      { about: 'principle', principle_number: 1 },
    ]) {
      const reply = await add('laguna.encoder', path, { place, text: TEXT })
      expect([reply.statusCode, reply.json().errors.place]).toEqual([
        422,
        ['This record has no such place. Please choose it again.'],
      ])
    }
    const place = { about: 'file', file_id: made.map_kml_id }
    await added('r4a.approver', path, { place })
    const { id: other } = await aSite(t)
    await sql`update site_profiles set map_kml_id = (select map_kml_id from site_profiles where id = ${other})
      where id = ${made.id}`
      .execute(t.db)
      .catch(() => undefined)
    expect(await added('laguna.encoder', path, { place })).toMatchObject({
      label: 'Location Map: boundary.kml',
    })
  })

  test.each([
    ['a blank', { text: ' \n ' }, 'text', 'Note is required.'],
    ['2,001 characters', { text: 'x'.repeat(2001) }, 'text', 'Note cannot exceed 2,000 characters.'],
    ['no text', { text: undefined }, 'text', 'Note is required.'],
    ['one person twice', { mentioned: [1, 1] }, 'mentioned', 'Each person can be mentioned once.'],
    [
      'too many people',
      { mentioned: Array.from({ length: 21 }, (_, index) => index + 1) },
      'mentioned',
      'A note can mention at most 20 people.',
    ],
  ])('of %s is refused with one sentence', async (_, body, field, sentence) => {
    const path = await site()
    const reply = await add('laguna.encoder', path, { place: RECORD, text: TEXT, ...body })
    expect([reply.statusCode, reply.json().errors[field]]).toEqual([422, [sentence]])
    expect((await placesOf('laguna.encoder', path)).total).toBe(0)
  })

  test('keeps hostile text as it was typed, in the form in which all texts are stored', async () => {
    const path = await site()
    const hostile = `<img src=x onerror=alert(1)> '; drop table threads; -- {{7*7}} =HYPERLINK("x") @everyone`
    expect((await added('laguna.encoder', path, { text: hostile })).text).toBe(hostile)
    // an invisible character that turns the line around, and a null
    const { text } = await added('laguna.encoder', path, { text: 'a\u202eb\u0000c' })
    expect([...text].filter((sign) => ['\u202e', '\u0000'].includes(sign))).toEqual([])
    expect((await listed('r4a.approver', path)).data).toHaveLength(2)
  })

  test.each(['?place=x', '?place=file:0', '?place=file:1e9', '?before=x', '?place=field:'])(
    'list with %s answers one sentence, not an error of the server',
    async (query) => {
      const reply = await (await t.as('laguna.encoder')).get(`${await site()}/notes${query}`)
      expect(reply.statusCode, reply.body).toBe(422)
    },
  )
})

describe('who', () => {
  full.test(
    'signed out 401; other offices 404 like a record that does not exist; nothing is written',
    async () => {
      const path = await site()
      const [foreign, missing] = [
        await add('zds.approver', path, { place: RECORD, text: TEXT }),
        await add('zds.approver', '/sites/999999', { place: RECORD, text: TEXT }),
      ]
      expect(codesOf([await add(null, path, { place: RECORD, text: TEXT }), foreign, missing])).toEqual([
        401, 404, 404,
      ])
      expect(foreign.json().message).toBe(missing.json().message)
      expect((await placesOf('laguna.encoder', path)).total).toBe(0)
    },
  )

  test('notes of a draft are its office’s until it is submitted, and its row of the log as well', async () => {
    const path = await draft()
    await added('laguna.encoder', path)
    const reads = async () =>
      codesOf(
        await Promise.all(
          ['laguna.approver', 'r4a.approver', 'fmb.super'].map(async (who) =>
            (await t.as(who)).get(`${path}/notes`),
          ),
        ),
      )
    const rows = async (who: string) => {
      const day = manilaDay(new Date())
      const log = await (await t.as(who)).get(
        `/reports/datatable/audit-logs?startDate=${day}&endDate=${day}&length=100&order[0][column]=id&order[0][dir]=desc`,
      )
      return (log.json().data as { event: string; auditable_type: string; auditable_id: number }[]).filter(
        (row) =>
          row.event === 'Note Added' &&
          row.auditable_type === 'SITES Activities' &&
          row.auditable_id === idOf(path),
      ).length
    }
    expect(await reads()).toEqual([200, 404, 404])
    expect([await rows('laguna.admin'), await rows('r4a.admin'), await rows('fmb.super')]).toEqual([1, 0, 0])
    expect(await people('laguna.encoder', path)).not.toContain('Esperanza Tolentino')
    expect(
      (await (await t.as('laguna.encoder')).post(path.replace(/(\d+)$/, 'submitted/$1'))).statusCode,
    ).toBe(200)
    expect(await reads()).toEqual([200, 200, 200])
    expect([await rows('r4a.admin'), await rows('fmb.super')]).toEqual([1, 1])
  })

  test('a deactivated record: its creator and those who may activate it; others learn who deactivated it', async () => {
    const path = await site({ deactivated_by: 'laguna.admin' })
    await added('laguna.encoder', path)
    await added('r4a.admin', path)
    expect((await (await t.as('laguna.approver')).get(`${path}/notes`)).statusCode).toBe(404)
  })

  test('nobody whose role is switched off, nor without a key to the records', async () => {
    const path = await site()
    const none = await aRole(t, {
      name: 'Watcher of logs',
      access_level: 'FMB',
      permissions: ['audit_access'],
    })
    await aPerson(t, 'no.key', { role: none })
    expect((await add('no.key', path, { place: RECORD, text: TEXT })).statusCode).toBe(403)
    const role = await aRole(t, { name: 'Off', access_level: 'FMB', permissions: ['site_map_access'] })
    await aPerson(t, 'off.person', { role })
    expect((await (await t.as('off.person')).get(`${path}/notes`)).statusCode).toBe(200)
    await sql`update roles set status = 'Deactivated', deactivate_reason = 'Audit', deactivated_at = now()
      where id = ${role}`.execute(t.db)
    expect(
      codesOf([
        await (await t.as('off.person')).get(`${path}/notes`),
        await add('off.person', path, { place: RECORD, text: TEXT }),
      ]),
    ).toEqual([403, 403])
    expect(await people('laguna.encoder', path, 'test person')).toEqual([])
  })

  test('the people to mention are those who may see the record, by name, without the caller and without addresses', async () => {
    const path = await site()
    const reply = await (await t.as('laguna.encoder')).get(`${path}/notes/people?search=`)
    expect(reply.body).not.toContain('@')
    const names = await people('laguna.encoder', path)
    expect(names).toEqual(
      expect.arrayContaining(['Honorio Bautista', 'Esperanza Tolentino', 'Amihan Villanueva']),
    )
    for (const other of ['Isabel Muñoz', 'Katrina Luna', 'Faisal Abdurahman', 'Paolo Reyes'])
      expect(names).not.toContain(other)
    // without accents and case, also across first and last name
    expect(await people('r4a.approver', path, 'bel mun')).toEqual(['Isabel Muñoz'])
    expect(await people('r4a.approver', path, '%')).toEqual([])
    for (let n = 0; n < 30; n += 1)
      await aPerson(t, `many.${n}`, { role: 'FMB Approver', first_name: 'Zenaida' })
    expect(await people('r4a.approver', path, 'zenaida')).toHaveLength(20)
  })
})

describe('a mention', () => {
  const mailsSince = async (before: number) =>
    (await deliveredMails(t)).slice(before).map((mail) => ({
      to: mail.to?.[0]?.address?.split('@')[0],
      subject: mail.subject,
      text: mail.text ?? '',
    }))
  const choose = async (who: string, mail_choice: string) =>
    (await t.as(who)).patch('/my-profile/mails', { mail_choice })

  test('mails who, place, record and link at once by the choice of mails, never the text, never the author', async () => {
    const made = await aSite(t)
    const path = `/sites/${made.id}`
    await choose('laguna.approver', 'weekly')
    await choose('fmb.approver', 'off')
    const before = (await deliveredMails(t)).length
    const mentioned = await Promise.all(
      ['r4a.approver', 'laguna.approver', 'fmb.approver'].map((who) => t.userId(who)),
    )
    const note = await added('laguna.encoder', path, {
      text: `@Esperanza Tolentino ${TEXT}`,
      place: { about: 'field', field: 'project_area' },
      mentioned,
    })
    expect(note.mentioned.map(({ name }) => name).toSorted()).toEqual([
      'Corazon Dimaculangan',
      'Esperanza Tolentino',
      'Honorio Bautista',
    ])
    const mails = await mailsSince(before)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['laguna.approver', 'r4a.approver'])
    const [mail] = mails
    expect(mail?.subject).toBe(`${made.code}: you were mentioned in a note`)
    expect(mail?.text).toContain('Isabel Muñoz, PENRO Laguna, mentioned you in a note about Project Area')
    expect(mail?.text).toContain(`/sitemap/view/${made.id}#notes`)
    expect(mail?.text).not.toContain('Ben Cruz')
  })

  test('an approver without the page of the record is led to the approval', async () => {
    const path = await site()
    const role = await aRole(t, {
      name: 'Only approves',
      access_level: 'FMB',
      permissions: ['site_maps_approval'],
    } as const)
    const id = await aPerson(t, 'only.approves', { role })
    const before = (await deliveredMails(t)).length
    await added('laguna.encoder', path, { mentioned: [id] })
    expect((await mailsSince(before))[0]?.text).toContain(`/sites/approval/view/${idOf(path)}#notes`)
  })

  test('of a person outside, of a deactivated one, of the author or of nobody is refused, and nothing is mailed', async () => {
    const path = await site()
    const before = (await deliveredMails(t)).length
    const ids = await Promise.all(
      ['zds.approver', 'quezon.encoder', 'left.encoder', 'laguna.encoder'].map((who) => t.userId(who)),
    )
    for (const outside of [...ids, 999_999]) {
      const inside = await t.userId('r4a.approver')
      const reply = await add('laguna.encoder', path, {
        place: RECORD,
        text: TEXT,
        mentioned: [inside, outside],
      })
      expect([reply.statusCode, reply.json().errors]).toEqual([
        422,
        { 'mentioned.1': ['This person cannot be mentioned here. Please choose the name again.'] },
      ])
    }
    expect((await placesOf('laguna.encoder', path)).total).toBe(0)
    expect(await mailsSince(before)).toEqual([])
  })
})

describe('nothing is lost', () => {
  const send = async (by: string, path: string, body: object, key: string) => {
    const { token } = await t.as(by)
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: key }
    return t.app.inject({ method: 'POST', url: `/api${path}/notes`, headers, payload: body })
  }

  test('a note sent again with its key, also at once, is added and mailed once; the draft is gone with it', async () => {
    const path = await site()
    const before = (await deliveredMails(t)).length
    const encoder = await t.as('laguna.encoder')
    const kept = { record_id: idOf(path), content: '{"text":"half"}' }
    expect((await encoder.post('/drafts/site-note', kept)).statusCode).toBe(200)
    const body = { place: RECORD, text: TEXT, mentioned: [await t.userId('r4a.approver')] }
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => send('laguna.encoder', path, body, key)))
    expect(codesOf(replies)).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect((await placesOf('laguna.encoder', path)).total).toBe(1)
    expect((await deliveredMails(t)).length).toBe(before + 1)
    expect((await encoder.get(`/drafts/site-note?record_id=${idOf(path)}`)).json().draft).toBe(null)
    expect((await send('laguna.encoder', path, { ...body, text: 'Another.' }, key)).statusCode).toBe(409)
    // the key of one person is no key of another
    expect((await send('r4a.approver', path, { place: RECORD, text: TEXT }, key)).statusCode).toBe(200)
    expect((await placesOf('laguna.encoder', path)).total).toBe(2)
  })

  test('twenty notes of three people at once all stay, in one order for everyone', async () => {
    const path = await site()
    const writers = ['laguna.encoder', 'r4a.approver', 'fmb.approver']
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        added(writers[index % 3] ?? '', path, { text: `Note ${index}` }),
      ),
    )
    const { data } = await listed('laguna.approver', path)
    expect(data.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(new Set(data.map(({ text }) => text)).size).toBe(20)
  })

  test('a draft that is discarded takes its notes with it', async () => {
    const path = await draft()
    const { id } = await added('laguna.encoder', path)
    const reply = await (await t.as('laguna.encoder')).post(path.replace(/(\d+)$/, 'discard/$1'))
    expect(reply.statusCode, reply.body).toBe(200)
    const { rows } = await sql`select from thread_steps where kind = 'note' and thread_id = ${id}`.execute(
      t.db,
    )
    expect(rows).toEqual([])
  })

  test('pages go backwards from the newest; of 10,000 notes none is twice or missing, and a page is quick', async () => {
    const path = await site()
    await manyNotes(path, 10_000)
    const seen: number[] = []
    const began = performance.now()
    const newest = await listed('r4a.approver', path)
    const { total } = await placesOf('r4a.approver', path)
    const took = performance.now() - began
    expect(total).toBe(10_000)
    expect(newest.data.at(-1)?.text).toBe('Note 10000')
    expect(took, 'milliseconds for the page and the counts').toBeLessThan(1_500)
    let page = newest
    for (let n = 0; n < 4; n += 1) {
      seen.unshift(...page.data.map(({ id }) => id))
      // somebody writes meanwhile
      await added('laguna.encoder', path)
      page = await listed('r4a.approver', path, `?before=${page.data[0]?.id}`)
    }
    expect(seen).toHaveLength(120)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => (seen[0] ?? 0) + index))
    const first = await listed('r4a.approver', path, `?before=${(seen[0] ?? 0) - 9_870}`)
    expect([first.data.length, first.has_earlier]).toEqual([10, false])
  })
})

describe('the text', () => {
  test('erased with its row of the log: empty in the thread, which says when and why, and in every stored answer', async () => {
    const made = await aSite(t)
    const path = `/sites/${made.id}`
    const key = randomUUID()
    const { token } = await t.as('laguna.encoder')
    await t.app.inject({
      method: 'POST',
      url: `/api${path}/notes`,
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: key },
      payload: { place: RECORD, text: TEXT, mentioned: [await t.userId('r4a.approver')] },
    })
    const other = await added('r4a.approver', path, { text: 'Thank you.' })
    await publishNow(t)
    const row = (await auditOf(t, made.id)).find(({ event }) => event === 'Note Added') as
      | { id?: number }
      | undefined
    const { id } = await t.db
      .selectFrom('audit_logs')
      .select('id')
      .where('event', '=', 'Note Added')
      .where('auditable_id', '=', made.id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row).toBeDefined()
    expect(await eraseRow(t.services, Number(id), 'Asked for by Ben')).toMatchObject({
      thread: 'note',
      is_step: false,
    })
    const { data } = await listed('r4a.approver', path)
    expect(data[0]).toMatchObject({
      text: '',
      mentioned: [],
      by: 'Isabel Muñoz',
      erased_reason: 'Asked for by Ben',
    })
    expect(data[0]?.erased_at).not.toBe(null)
    expect(data[1]).toEqual(other)
    const { rows } = await sql`select from form_submissions where strpos(answer, 'Ben Cruz') > 0
      and form_key = ${key}`.execute(t.db)
    expect(rows).toHaveLength(0)
    await expect(
      sql`update thread_steps set text = 'Back' where kind = 'note' and thread_id = ${data[0]?.id}`.execute(
        t.db,
      ),
    ).rejects.toThrow()
  })

  test('is in no public reply, no list, no report, no export of the log, and in no other call of the record', async () => {
    const { id, code } = await aSite(t, { site_status: 'Approved' })
    await added('laguna.encoder', `/sites/${id}`, { text: 'Unmistakable words of a note.' })
    const day = manilaDay(new Date())
    const reader = await t.as('fmb.super')
    const bodies = await Promise.all([
      ...[
        `/sites/${id}`,
        '/sites/datatable',
        `/sites/${id}/changes`,
        `/sites/${id}/points`,
        '/sites/activities/dashboard/datatable',
        '/sites/activities/dashboard/sites.csv',
        '/sites/activities/dashboard/sites.geojson',
        `/sites/activities/dashboard/${id}`,
        '/reports/export?downloadAs=csv',
        '/reports/datatable/dashboard',
        `/reports/audit-logs/export?startDate=${day}&endDate=${day}`,
        `/reports/datatable/audit-logs?startDate=${day}&endDate=${day}&length=100`,
      ].map(async (url) => (await reader.get(url)).body),
      t.app.inject({ method: 'GET', url: `/site/${code}` }).then(({ body }) => body),
    ])
    expect(bodies.join('\n')).toContain(code)
    expect(bodies.join('\n')).toContain('Note Added')
    expect(bodies.join('\n')).not.toContain('Unmistakable')
    // no table besides its own has it
    const { rows } = await sql<{ table_name: string }>`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db)
    const holding: string[] = []
    for (const { table_name } of rows) {
      const found =
        await sql`select from ${sql.table(table_name)} as one where one::text like '%Unmistakable%' limit 1`.execute(
          t.db,
        )
      if (found.rows.length > 0) holding.push(table_name)
    }
    expect(holding).toEqual(['thread_steps'])
  })
})

test('a flood is refused with the time to wait, on all records together and also at once', async () => {
  await aPerson(t, 'busy.encoder', { role: 'PENRO Encoder', region: 'R04A', office: 'PENRO Laguna' })
  const [one, other] = [await site(), await site()]
  await manyNotes(one, NOTES_AN_HOUR - 3, 'busy.encoder', 10)
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      add('busy.encoder', index % 2 ? one : other, { place: RECORD, text: TEXT }),
    ),
  )
  expect(codesOf(replies).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  const refused = replies.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json().message).toBe(
    'You have added 60 notes within an hour. Please send this one again in 50 minutes.',
  )
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(2_900)
  // others write on
  await added('r4a.approver', one)
  t.setNow(new Date(Date.now() + 51 * 60_000))
  await added('busy.encoder', one)
})
