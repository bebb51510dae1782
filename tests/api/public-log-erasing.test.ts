import { sql } from 'kysely'
import { beforeAll, beforeEach, afterAll, describe, expect, test } from 'vitest'
import { findLoggedRow } from '../../server/audit/logged-rows.queries.ts'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import { writeAudit } from '../../server/context/audit.ts'
import { erasedOf, FACT_FIELDS, FACT_PARTS, revealRow, withOnly } from '../../server/public-log/entry.ts'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { findingText } from '../../shared/audit/findings.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { publishNow, tamper } from '../support/records/audit-log.ts'
import { aSite } from '../support/records/factories.ts'
import { recordIds } from '../support/records/record-ids.ts'

let t: TestApp
const COMMENT = 'Ask Ben Cruz of Barangay 5.'
const WHY = 'Asked for by the person, decision 7 of the privacy officer'
const MARK = { field: 'content_erased', old: null, new: null }
const ORIGIN = { request_id: 'test', network_address: '127.0.0.1', user_agent: '' }

const ok = async (by: string, call: string, body?: object) => {
  const reply = await (await t.as(by)).post(call, body)
  expect(reply.statusCode, reply.body).toBe(200)
}
const rowOf = async (event: string, record: number) =>
  await t.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('event', '=', event)
    .where('auditable_id', '=', record)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const entryRow = (row: number) =>
  t.db.selectFrom('log_entries').selectAll().where('audit_log_id', '=', row).executeTakeFirstOrThrow()
const texts = async (outside?: string) =>
  (await verifyLog(t.services, outside ? { outside: { texts: [outside], key: null } } : {})).findings
    // the record then lacks facts in the log, which is a separate finding
    .filter(({ kind }) => kind !== 'record_altered')
    .map(findingText)
const today = manilaDay(new Date())
const RANGE = `startDate=${today}&endDate=${today}`
const listed = async (id: number) => {
  const reply = await (await t.as('fmb.super')).get(
    `/reports/datatable/audit-logs?${RANGE}&page=1&length=100`,
  )
  return (reply.json().data as { id: number; [column: string]: unknown }[]).find((row) => row.id === id)
}
const historyOf = async (site: number) =>
  (await (await t.as('laguna.encoder')).get(`/sites/${site}`)).json().history as {
    id: number
    action: string
    level: string | null
    comment: string | null
    erased_at: string | null
    erased_reason: string | null
  }[]
/** The parts of a valid proof, as its check shows them. */
const toldBy = async (by: string | null, call: string) => {
  const { body, statusCode } = await (await t.as(by)).get(call)
  expect(statusCode, body).toBe(200)
  const key = parseKey((await t.app.inject({ method: 'GET', url: '/log/key' })).body.trim())
  const checked = key && checkProof(body, key)
  if (!checked?.ok) throw new Error(checked?.why ?? 'no key')
  return Object.fromEntries(checked.shown.map((line) => line.split(/: (.*)/s) as [string, string]))
}

describe('a row that an operator erases', () => {
  let site: number
  let back: number
  let activity: number
  let checkpoint: string
  beforeAll(async () => {
    t = await startApp()
    site = (await aSite(t)).id
    await ok('laguna.approver', `/sites/returned/${site}`, { returned_reason: COMMENT })
    await ok('laguna.encoder', `/sites/submitted/${site}`)
    await ok('laguna.approver', `/sites/returned/${site}`, { returned_reason: 'And the map.' })
    await ok('laguna.encoder', `/sites/submitted/${site}`)
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      await ok(person, `/sites/approved/${site}`)
    back = (await aSite(t)).id
    await ok('laguna.approver', `/sites/returned/${back}`, { returned_reason: COMMENT })
    activity = (await anActivity(t, 'RET-PENRO', { site_profile_id: await anApprovedSite(t) })).id
    await ok('fmb.super', '/users/audit-logs', {
      model_name: 'User',
      id: await t.userId('laguna.encoder'),
    })
    await publishNow(t)
    checkpoint = (await t.services.files.named.get('checkpoint'))?.toString() ?? ''
  }, 60_000)
  afterAll(() => t.close())

  test('loses who, from where and what was written; what happened, to which record and its facts stay and are proved', async () => {
    const { id } = await rowOf('Approved (FMB)', site)
    const before = await toldBy(null, `/sites/dashboard/${site}/proof`)
    expect(before['facts']).toMatch(/"fmb_status","new":"Approved"/)
    expect(await listed(id)).toMatchObject({ user_email: 'fmb.approver@bureau.example' })
    await eraseRow(t.services, id, WHY)
    expect(await listed(id)).toMatchObject({
      event: 'Approved (FMB)',
      auditable_id: site,
      auditable_code: expect.stringMatching(/^SITES-/),
      user_name: null,
      user_email: null,
      role_name: null,
      field_change: expect.arrayContaining([
        { field: 'fmb_status', old: 'Submitted', new: 'Approved' },
        MARK,
      ]),
    })
    expect(await entryRow(id)).toMatchObject({ salt: null })
    const csv = (await (await t.as('fmb.super')).get(`/reports/audit-logs/export?${RANGE}`)).body
    expect(csv).toMatch(
      /,,,,Profiling of SITES,Approved \(FMB\),.*fmb status: Submitted to Approved.*; content erased/,
    )
    await publishNow(t)
    expect(await texts(checkpoint)).toEqual([])
    // the public proof is unchanged, and that of the history shows nothing more
    expect(await toldBy(null, `/sites/dashboard/${site}/proof`)).toEqual(before)
    const step = (await historyOf(site)).findLast(({ level }) => level === 'FMB')
    expect(await toldBy('laguna.encoder', `/sites/${site}/proofs/${step?.id}`)).toEqual(before)
    expect(await rowOf('Content Erased', 0).catch(() => null)).toBeNull()
    const explained = await t.db
      .selectFrom('audit_logs')
      .select(['user_name', 'field_change'])
      .where('event', '=', 'Content Erased')
      .executeTakeFirstOrThrow()
    expect(explained).toEqual({
      user_name: 'Operator at the server',
      field_change: [
        { field: 'row', old: null, new: String(id) },
        { field: 'reason', old: null, new: WHY },
      ],
    })
  })

  test('is no longer found by the names it had, in a list that was searched before', async () => {
    const { id } = await rowOf('Approved (Region)', site)
    const region = await t.as('r4a.admin')
    const search = async () =>
      (
        (await region.get(`/reports/datatable/audit-logs?${RANGE}&length=100&search=r4a.approver`)).json()
          .data as {
          id: number
        }[]
      ).map((row) => row.id)
    expect(await search()).toContain(id)
    await eraseRow(t.services, id, WHY)
    expect(await search()).not.toContain(id)
  })

  test('empties the comment in the history of its record, which says when and why', async () => {
    const { id, auditable_code } = await rowOf('Returned (PENRO)', back)
    // temporary copies: the answer to a form, and a decision on many
    const said = JSON.stringify({ returned_reason: COMMENT })
    await sql`
      with many as (
        insert into bulk_decisions (kind, action, state, ended_at, created_by, request_id, network_address, user_agent)
        select 'site_profiles', 'return', 'Finished', now(), min(id), 'test', '', '' from users returning id, created_by
      ), answered as (
        insert into form_submissions (user_id, form_key, call, body_hash, record_code, answer)
        select created_by, gen_random_uuid(), 'POST', '', code, ${said}::text
        from many, unnest(${[auditable_code, 'SITES-OTHER']}::text[]) as code
      )
      insert into bulk_decision_rows (bulk_decision_id, record_id, revision, comments, state)
      select id, ${recordIds('site_profiles', back)}, 1, ${said}::jsonb, 'Decided' from many`.execute(t.db)
    const told = await eraseRow(t.services, id, WHY)
    expect(told).toEqual({ is_step: true, comments: 1, same_words: [] })
    const steps = await historyOf(back)
    expect(
      steps.map(({ action, comment, erased_at, erased_reason }) => [
        action,
        comment,
        erased_at,
        erased_reason,
      ]),
    ).toEqual([
      ['Submitted', null, null, null],
      ['Returned', null, expect.stringMatching(/^\d{4}-/), WHY],
    ])
    const shown = (await (await t.as('laguna.encoder')).get(`/sites/${back}`)).json()
    expect(shown.siteProfile.returned_reason).toBe('This comment was erased.')
    const whole = await sql<{ text: string }>`
      select row_to_json(audit_logs)::text as text from audit_logs where auditable_id = ${back}
      union all select row_to_json(site_profiles)::text from site_profiles where id = ${back}
      union all select row_to_json(review_steps)::text from review_steps where record_id = ${recordIds('site_profiles', back)}
      union all select comments::text from bulk_decision_rows where comments is not null
      union all select answer from form_submissions where record_code = ${auditable_code}`.execute(t.db)
    expect(whole.rows.map(({ text }) => text).join('\n')).not.toContain(COMMENT)
    // nothing of another record is erased
    const { rows } = await sql`select answer from form_submissions`.execute(t.db)
    expect(rows).toEqual([{ answer: said }])
  })

  test('leaves what a comment allows an office, and names the rows that repeat it', async () => {
    const { id } = await rowOf('Returned (PENRO)', activity)
    expect(await eraseRow(t.services, id, WHY)).toEqual({ is_step: true, comments: 1, same_words: [] })
    const shown = (await (await t.as('laguna.encoder')).get(`/sites/activities/${activity}`)).json()
    expect(shown.siteActivities).toMatchObject({
      returned_reason_1: null,
      returned_reason_2: 'This comment was erased.',
    })
    expect(shown.history.at(-1)).toMatchObject({ action: 'Returned', comments: [], erased_reason: WHY })
    const rows = await t.db
      .selectFrom('audit_logs')
      .select('id')
      .where('event', '=', 'Returned (PENRO)')
      .where('auditable_id', '=', site)
      .where('auditable_type', '=', 'Profiling of SITES')
      .orderBy('id')
      .execute()
    const [first, second] = rows.map((row) => row.id)
    expect(await eraseRow(t.services, first ?? 0, WHY)).toEqual({
      is_step: true,
      comments: 1,
      same_words: [second],
    })
    const comments = (await historyOf(site)).filter(({ action }) => action === 'Returned')
    expect(comments.map(({ comment }) => comment)).toEqual([null, 'And the map.'])
  })

  test('about an account keeps its number and says neither whose address it has nor who looked', async () => {
    const { id } = await t.db
      .selectFrom('audit_logs')
      .select('id')
      .where('event', '=', 'View')
      .where('auditable_type', '=', 'User Management')
      .executeTakeFirstOrThrow()
    await eraseRow(t.services, id, WHY)
    const whole = await sql<{ text: string }>`
      select row_to_json(audit_logs)::text || row_to_json(audit_erasures)::text as text
      from audit_logs join audit_erasures on audit_log_id = audit_logs.id where id = ${id}`.execute(t.db)
    expect(whole.rows[0]?.text).not.toMatch(/bureau\.example|127\.0\.0\.1|Super/)
    expect(await listed(id)).toMatchObject({
      event: 'View',
      auditable_id: await t.userId('laguna.encoder'),
      auditable_code: null,
      field_change: [MARK],
    })
    await publishNow(t)
    const { findings, notes } = await verifyLog(t.services, { outside: { texts: [checkpoint], key: null } })
    expect(findings).toEqual([])
    expect(notes).toContain('Personal data of 6 rows was erased by an operator; each reason is in the log.')
  })

  test('is refused in a sentence where it is not there, is erased already, explains an erasure or names nobody', async () => {
    const refused = (row: number, sentence: string) =>
      expect(eraseRow(t.services, row, 'Why')).rejects.toThrow(sentence)
    await refused(999_999, 'The audit log has no row 999999.')
    const { id } = await rowOf('Approved (PENRO)', site)
    const both = await Promise.allSettled([eraseRow(t.services, id, 'One'), eraseRow(t.services, id, 'Two')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await refused(id, `The content of row ${id} has been erased already.`)
    const newest = async (event: string) => {
      const row = t.db
        .selectFrom('audit_logs')
        .select('id')
        .where('event', '=', event as never)
      return (await row.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
    }
    const why = await newest('Content Erased')
    await refused(why, 'is not in the public log yet')
    const nobody = { request_id: null, network_address: null } as unknown as typeof ORIGIN
    const changes = [{ field: 'sha256', old: null, new: 'ab' }]
    await writeAudit(t.db, null, nobody, {
      module: 'Summary of Information',
      event: 'Published',
      id: 1,
      changes,
    })
    await publishNow(t)
    await refused(why, 'records that content was erased, and why')
    await refused(await newest('Published'), 'has no names and no comments: there is nothing to erase.')
  })

  test('keeps every field that is a fact, and the database lets nothing else become of a row', async () => {
    const changes = [...Array.from(FACT_FIELDS, String), 'returned_by', 'words'].map((field) => ({
      field,
      old: null,
      new: 'x',
    }))
    await writeAudit(t.db, null, ORIGIN, { module: 'System', event: 'Settings Changed', id: 7, changes })
    await publishNow(t)
    const { id } = await rowOf('Settings Changed', 7)
    const attempt = (set: string) => sql.raw(`update audit_logs set ${set} where id = ${id}`).execute(t.db)
    const row = await findLoggedRow(t.db, id)
    const { salt } = await entryRow(id)
    if (!row || !salt) throw new Error('no row')
    const left = erasedOf(row)
    const emptied = `network_address = null, request_id = null, field_change = '${JSON.stringify(left.field_change)}'`
    await expect(attempt(emptied)).rejects.toThrow('never changed')
    // recorded as erased, and still only the form of an erased row is accepted
    await t.db
      .insertInto('audit_erasures')
      .values({
        audit_log_id: id,
        erased_at: new Date().toISOString(),
        reason: 'none',
        kept: JSON.stringify(withOnly(revealRow(salt, row), FACT_PARTS)),
      })
      .execute()
    for (const set of [
      `user_name = 'x'`,
      `event = 'View'`,
      `field_change = '[]'`,
      `${emptied}, auditable_id = null`,
      `${emptied}, user_name = 'x'`,
      emptied.replace('"field":"sha256"', '"field":"sha257"'),
      emptied.replace('"new":"x"', '"new":"y"'),
      `network_address = null, request_id = null, field_change = '${JSON.stringify([MARK])}'`,
    ])
      await expect(attempt(set), set).rejects.toThrow('never changed')
    await attempt(emptied)
    await expect(attempt(emptied), 'once').rejects.toThrow('never changed')
    await expect(sql`delete from audit_erasures`.execute(t.db)).rejects.toThrow('never changed')
    await sql`update log_entries set salt = null where audit_log_id = ${id}`.execute(t.db)
    expect(await texts()).toEqual([
      `The content of row ${id} was erased, and no row of the log records by whom and why.`,
    ])
  })
})

/** Empties a row as the operator's command would, despite the triggers, keeping these parts. */
const emptyAsErased = async (id: number, kept: unknown, change: string) => {
  await tamper(
    t,
    `update audit_logs set user_id = null, user_name = null, user_email = null, role_name = null,
       network_address = null, request_id = null, field_change = '${change}' where id = ${id}`,
    `update log_entries set salt = null where audit_log_id = ${id}`,
    `insert into audit_erasures (audit_log_id, erased_at, reason, kept)
       values (${id}, now(), '${WHY}', ${kept === null ? 'null' : kept === 'json' ? `'null'` : `'${JSON.stringify(kept)}'`})`,
  )
  await writeAudit(t.db, null, ORIGIN, {
    module: 'System',
    event: 'Content Erased',
    actor: null as never,
    changes: [
      { field: 'row', old: null, new: String(id) },
      { field: 'reason', old: null, new: WHY },
    ],
  })
}
const changed = (id: number) =>
  new RegExp(`^Row ${id}, entry \\d+ of the log, was erased in part, and the part that must stay was changed`)

describe('somebody with the whole database', () => {
  let id: number
  let site: number
  beforeEach(async () => {
    t = await startAppForTest()
    site = (await aSite(t, { level: 'FMB' })).id
    await ok('fmb.approver', `/sites/approved/${site}`)
    id = (await rowOf('Approved (FMB)', site)).id
  })

  test('is found where columns of an erased row are others', async () => {
    await publishNow(t)
    await eraseRow(t.services, id, WHY)
    await publishNow(t)
    expect(await texts()).toEqual([])
    const { rows } = await sql<Record<string, string | null>>`
      select to_jsonb(audit_logs) ->> 'created_at' as created_at, auditable_id::text, auditable_code, region_id::text,
        office_id::text, access_level, event, auditable_type, field_change::text
      from audit_logs where id = ${id}`.execute(t.db)
    const is = Object.fromEntries(
      Object.entries(rows[0] ?? {}).map(([name, value]) => [name, value === null ? 'null' : `'${value}'`]),
    )
    const facts = is['field_change'] ?? ''
    for (const [column, value] of Object.entries({
      created_at: `'2026-01-01'`,
      auditable_id: `'999'`,
      auditable_code: `'SITES-1'`,
      region_id: `'999'`,
      office_id: `'999'`,
      access_level: `'PENRO'`,
      event: `'Approved (Region)'`,
      auditable_type: `'SITES Activities'`,
      field_change: facts.replace('"Approved"', '"Returned"'),
    })) {
      expect(value).not.toBe(is[column])
      await tamper(t, `update audit_logs set ${column} = ${value} where id = ${id}`)
      expect([column, await texts()]).toEqual([column, [expect.stringMatching(changed(id))]])
      await tamper(t, `update audit_logs set ${column} = ${is[column]} where id = ${id}`)
    }
    for (const set of [
      `user_name = 'Somebody else'`,
      `field_change = '[{"field": "returned_reason", "old": null, "new": "No."}]' || field_change`,
    ]) {
      await tamper(t, `update audit_logs set ${set} where id = ${id}`)
      expect([set, await texts()]).toEqual([set, [expect.stringMatching(changed(id))]])
      await tamper(t, `update audit_logs set user_name = null, field_change = ${facts} where id = ${id}`)
    }
    expect(await texts()).toEqual([])
  })

  test('is found where a row is emptied as if it were erased, whatever explains it', async () => {
    await publishNow(t)
    const row = await findLoggedRow(t.db, id)
    const { salt } = await entryRow(id)
    if (!row || !salt) throw new Error('no row')
    const shown = revealRow(salt, row)
    const mark = JSON.stringify([MARK])
    const hidden = withOnly(shown, ['what'])
    const before = await sql<{
      row: string
    }>`select to_jsonb(audit_logs) - 'search_text' as row from audit_logs where id = ${id}`.execute(t.db)
    for (const kept of [null, 'json', hidden, withOnly(shown, ['what', 'facts'])]) {
      await emptyAsErased(id, kept, mark)
      await publishNow(t)
      const found = await texts()
      expect([kept, found.length > 0]).toEqual([kept, true])
      expect(found.join('\n')).toMatch(new RegExp(`row ${id}\\b`, 'i'))
      await tamper(
        t,
        'alter table audit_erasures disable trigger user',
        `delete from audit_erasures where audit_log_id = ${id}`,
        'alter table audit_erasures enable trigger user',
        `update audit_logs set (user_id, user_name, user_email, role_name, network_address, request_id, field_change) =
           (select user_id, user_name, user_email, role_name, network_address, request_id, field_change
            from jsonb_populate_record(null::audit_logs, '${JSON.stringify(before.rows[0]?.row)}')) where id = ${id}`,
        `update log_entries set salt = '\\x${salt.toString('hex')}' where audit_log_id = ${id}`,
      )
      expect(await texts()).toEqual([])
    }
  })
})
