import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENTERED } from '../../bench/log-reviews.ts'
import { quarantine } from '../../server/quarantine/quarantine.actions.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { pdfBytes } from '../support/records/factories.ts'
import { aMov, anApprovedSite, batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { sealNow, tamper } from '../support/records/audit-log.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { full } from '../support/full.ts'

/** What the log records of a draft, and who may read it (S-112). */
const t = withServer()

const READERS = ['fmb.super', 'fmb.admin', 'fmb.approver', 'r4a.admin', 'laguna.admin'] as const
const OUTSIDE = READERS.slice(0, 4)

const range = () => {
  const today = manilaDay(new Date())
  return `startDate=${today}&endDate=${today}`
}

type Told = { event: string; code: string | null; text: string }

/** The rows of today as the list shows them to this person, oldest first; checks that the counts match the rows. */
async function told(person: string): Promise<Told[]> {
  const caller = await t.as(person)
  const reply = await caller.get(
    `/reports/datatable/audit-logs?${range()}&length=100&order[0][column]=created_at&order[0][dir]=asc`,
  )
  expect(reply.statusCode, reply.body).toBe(200)
  const { data, totalCount, filteredCount } = reply.json()
  expect([person, totalCount, filteredCount]).toEqual([person, data.length, data.length])
  return data.map((row: { event: string; auditable_code: string | null }) => ({
    event: row.event,
    code: row.auditable_code,
    text: JSON.stringify(row),
  }))
}

const about = (rows: Told[], words: string[]) =>
  rows.filter(({ text }) => words.some((word) => text.includes(word)))
const eventsAbout = async (person: string, words: string[]) =>
  about(await told(person), words).map(({ event }) => event)

/** Whether the file that this person may download contains any of these words. */
async function downloaded(person: string, words: string[]): Promise<boolean> {
  const reply = await (await t.as(person)).get(`/reports/audit-logs/export?${range()}`)
  expect(reply.statusCode).toBe(200)
  return words.some((word) => reply.body.includes(word))
}

const ok = async (reply: ReturnType<Caller['post']>) => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}

async function aDraft(name: string) {
  const encoder = await t.as('laguna.encoder')
  // not today, when the log tells of the draft alone
  const site_profile_id = await anApprovedSite(t)
  await tamper(
    t,
    `update audit_logs set created_at = '2026-01-05' where request_id = '${ENTERED}'
    and id in (select audit_log_id from audit_unsealed)`,
  )
  const file = (await ok(encoder.upload('csv', name, 'a,b\n1,2\n'))).data as { id: number }
  const first = principleNumber(await batchOne(t), 1)
  const { siteActivities } = await ok(
    encoder.post('/sites/activities', {
      site_profile_id,
      sites_principle_id: first.id,
      criteria_means: [{ sites_criteria_indicator_id: first.indicators[0], upload_id: [file.id] }],
    }),
  )
  return {
    encoder,
    first,
    file: file.id,
    id: siteActivities.id as number,
    code: siteActivities.site_profile_code as string,
  }
}

describe('[S-112] a draft', () => {
  let draft: Awaited<ReturnType<typeof aDraft>>
  const NAME = 'minutes-of-the-secret-meeting.csv'
  const words = () => [NAME, draft.code]

  beforeAll(async () => {
    draft = await aDraft(NAME)
    const { encoder, id, first } = draft
    await ok(encoder.post('/sites/audit-logs', { model_name: 'SiteActivities', id }))
    await ok(
      encoder.post(`/sites/activities/${id}/disabled/indicator`, {
        site_activity_id: id,
        id: first.indicators[1],
        type: 'indicator',
        isDisabled: true,
      }),
    )
  })

  test('is told of inside its office only: neither code, indicator nor file name leaves it', async () => {
    const inside = ['File Uploaded', 'Created', 'View', 'MOV Disabled']
    expect(await eventsAbout('laguna.admin', words())).toEqual(inside)
    for (const person of OUTSIDE) {
      expect((await (await t.as(person)).get(`/sites/activities/${draft.id}`)).statusCode, person).toBe(404)
      expect([person, await eventsAbout(person, words())]).toEqual([person, []])
    }
    const role = await aRole(t, {
      name: 'PENRO Auditor',
      access_level: 'PENRO',
      permissions: ['audit_access'],
    })
    await aPerson(t, 'quezon.auditor', { role, region: 'R04A', office: 'PENRO Quezon' })
    expect(await eventsAbout('quezon.auditor', words())).toEqual([])
    for (const person of ['fmb.admin', 'r4a.admin'])
      expect(await downloaded(person, words()), person).toBe(false)
  })

  test('is not counted either, sealed or not, and no search finds it', async () => {
    await sealNow(t)
    for (const person of READERS) await told(person)
    const found = async (person: string) =>
      (await (await t.as(person)).get(`/reports/datatable/audit-logs?${range()}&search=${NAME}`)).json()
        .filteredCount
    expect([await found('laguna.admin'), await found('r4a.admin'), await found('fmb.super')]).toEqual([
      2, 0, 0,
    ])
  })

  test('writes no View for somebody outside, who is not told that it is there', async () => {
    for (const person of ['r4a.approver', 'fmb.super']) {
      const reply = await (await t.as(person)).post('/sites/audit-logs', {
        model_name: 'SiteActivities',
        id: draft.id,
      })
      expect([person, reply.statusCode]).toEqual([person, 404])
    }
  })

  test('tells its whole story once it is submitted, without a change of what was sealed', async () => {
    const sealed = () => t.db.selectFrom('log_entries').selectAll().orderBy('log_index').execute()
    const before = await sealed()
    await ok(draft.encoder.post(`/sites/activities/submitted/${draft.id}`))
    expect(await sealed()).toEqual(before)
    const story = ['File Uploaded', 'Created', 'View', 'MOV Disabled', 'Submitted']
    for (const person of READERS)
      expect([person, await eventsAbout(person, words())]).toEqual([person, story])
    expect(await downloaded('r4a.admin', words())).toBe(true)
    await sealNow(t)
    for (const person of READERS) await told(person)
  })

  test('that is returned is a draft no more: what is added to it is told at once', async () => {
    await ok(
      (await t.as('laguna.approver')).post(`/sites/activities/returned/${draft.id}`, {
        returned_reason_1: 'More.',
      }),
    )
    const { encoder, id, first, file } = draft
    const more = (await ok(encoder.upload('csv', 'after-the-return.csv', 'a,b\n'))).data.id as number
    expect(await eventsAbout('r4a.admin', ['after-the-return'])).toEqual([])
    await ok(
      encoder.post(`/sites/activities/verification/${id}`, {
        sites_principle_id: first.id,
        criteria_means: [{ sites_criteria_indicator_id: first.indicators[0], upload_id: [file, more] }],
      }),
    )
    expect(await eventsAbout('r4a.admin', ['after-the-return'])).toEqual(['File Uploaded', 'Updated'])
  })
})

test('[S-112] a draft that is switched off stays in its office', async () => {
  const draft = await aDraft('never-submitted.csv')
  const admin = await t.as('laguna.admin')
  await ok(
    admin.post(`/sites/activities/deactivate/${draft.id}`, { deactivate_reason: 'It was begun by mistake.' }),
  )
  expect(await eventsAbout('laguna.admin', [draft.code])).toEqual(['Created', 'Deactivated'])
  for (const person of OUTSIDE)
    expect([person, await eventsAbout(person, [draft.code])]).toEqual([person, []])
})

test('[S-112] the quarantine of a file of a draft is told in its office, that of any other in the country', async () => {
  const draft = await aDraft('with-a-virus.csv')
  const loose = await aMov(t, 'laguna.encoder', 'loose-with-a-virus.pdf', { scan_status: 'checking' })
  await t.db.updateTable('files').set({ scan_status: 'checking' }).where('id', '=', draft.file).execute()
  for (const id of [draft.file, loose]) await quarantine(t.services, id, 'Eicar')
  const quarantined = async (person: string) =>
    about(await told(person), ['with-a-virus']).filter(({ event }) => event === 'File Quarantined').length
  expect(await quarantined('laguna.admin')).toBe(2)
  for (const person of OUTSIDE) expect([person, await quarantined(person)]).toEqual([person, 0])
  await t.db.updateTable('files').set({ scan_status: 'clean' }).where('id', '=', draft.file).execute()
  await ok(draft.encoder.post(`/sites/activities/submitted/${draft.id}`))
  for (const person of OUTSIDE) expect([person, await quarantined(person)]).toEqual([person, 1])
})

test('[S-112] the upload of an agreement is told when its profile is', async () => {
  const encoder = await t.as('laguna.encoder')
  const file = (await ok(encoder.upload('pdf', 'agreement-of-tomorrow.pdf', pdfBytes()))).data as {
    id: number
  }
  expect(await eventsAbout('laguna.admin', ['agreement-of-tomorrow'])).toEqual(['File Uploaded'])
  expect(await eventsAbout('fmb.admin', ['agreement-of-tomorrow'])).toEqual([])
  const site = await anApprovedSite(t)
  await t.db.updateTable('files').set({ unused_since: null }).where('id', '=', file.id).execute()
  await t.db.updateTable('site_profiles').set({ agreement_id: file.id }).where('id', '=', site).execute()
  expect(await eventsAbout('fmb.admin', ['agreement-of-tomorrow'])).toEqual(['File Uploaded'])
})

full.test(
  '[S-112] a page of a million rows reads its rows by index and looks drafts up one by one',
  async () => {
    await sql`
    insert into audit_logs (created_at, user_name, auditable_type, event)
    select timestamptz '2023-05-01 00:00+08' + n * interval '10 seconds', 'Row ' || n, 'Reports', 'Exported'
    from generate_series(1, 20000) as n`.execute(t.db)
    await sql`analyze audit_logs, audit_draft_rows`.execute(t.db)
    const { rows } = await sql<{ 'QUERY PLAN': object[] }>`
    explain (format json) select id from audit_logs
    where created_at >= '2023-05-01 00:00+08' and created_at < '2023-05-08 00:00+08'
      and not exists (select from audit_draft_rows where audit_draft_rows.audit_log_id = audit_logs.id)
    order by created_at desc, id desc limit 10`.execute(t.db)
    const plan = JSON.stringify(rows[0])
    expect(plan).toContain('audit_logs_created_idx')
    expect(plan).not.toContain('"Sort"')
  },
)
