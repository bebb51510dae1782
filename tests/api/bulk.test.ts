import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUpBulks, continueBulks, runBulk } from '../../server/pending/bulk.jobs.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import { NOT_DECIDED } from '../../shared/review/bulk.ts'
import { BULK_MAX, type BulkCandidate } from '../../shared/review/bulk.schema.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { sentence } from '../support/oracles/worded.ts'
import {
  activityAudit,
  activityOf,
  anActivity,
  anApprovedSite,
  takeMails,
} from '../support/records/activity-factories.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { begin, type Choice, chosen, decided, newest, opened, outcomes } from '../support/records/bulk.ts'
import { auditOf, aSite, eventsOf } from '../support/records/factories.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { runJobs } from '../support/records/mails.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'
import { FULL, full } from '../support/full.ts'

const STILL_RUNNING = sentence('still_deciding')

/** Decisions on many records: each row as if it had been decided alone. */

const OPEN_FIRST = /^Open it first: /

const t = withServer()
let approver: Caller
let region: Caller
beforeAll(async () => {
  approver = await t.as('laguna.approver')
  region = await t.as('r4a.approver')
  await aPerson(t, 'laguna.colleague', { role: 'PENRO Approver', region: 'R04A', office: 'PENRO Laguna' })
})
afterAll(async () => {
  await expectStoredCounts(t)
  if (FULL) await expectClaims(t)
})

type Made = Awaited<ReturnType<typeof aSite>>
/** Sets the stored area and warnings of a boundary, whatever its map. */
async function marked(id: number, ...kinds: string[]) {
  await t.db
    .updateTable('site_boundaries')
    .set({ area_ha: '100.50', warnings: JSON.stringify(kinds.map((kind) => ({ kind }))) })
    .where('site_profile_id', '=', id)
    .execute()
  await storeWarnings(t)
}
async function aCleanSite(): Promise<Made> {
  const site = await aSite(t)
  await marked(site.id)
  return site
}
const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id)
async function sites(count: number) {
  const made: Made[] = []
  while (made.length < count) made.push(await aCleanSite())
  return made
}
const siteOf = (id: number) =>
  t.db.selectFrom('site_profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const carried = async (by: Caller, wanted: readonly number[], path = 'sites'): Promise<BulkCandidate[]> => {
  const reply = await by.get(`/${path}/bulk/records?ids=${wanted.join(',')}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const say = (by: Caller, id: number, revision: number) =>
  by.post('/sites/audit-logs', { model_name: 'SiteProfile', id, revision })
/** Loads the record and then reports that the page shows it. */
async function view(by: Caller, id: number, revision: number) {
  await by.get(`/sites/${id}`)
  return say(by, id, revision)
}

describe('approving', () => {
  test('each row is one approval: status, history, log, mails and revision are those of the single call', async () => {
    const [alone, one, two] = (await sites(3)) as [Made, Made, Made]
    await takeMails(t)
    expect((await approver.post(`/sites/approved/${alone.id}`, {})).statusCode).toBe(200)
    const mailsAlone = (await takeMails(t)).map(({ to }) => to)

    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', ids([one, two])))
    expect(bulk).toMatchObject({ action: 'approve', state: 'Finished', refusal: null })
    expect(outcomes(bulk)).toEqual([
      ['Decided', null],
      ['Decided', null],
    ])
    const own = [
      'id',
      'record_id',
      'code',
      'updated_at',
      'waiting_since',
      'agreement_id',
      'map_kml_id',
      'submitted_at',
    ]
    const plain = async (id: number) => ({
      ...(await siteOf(id)),
      ...Object.fromEntries(own.map((field) => [field, null])),
      created_at: null,
    })
    expect(await plain(one.id)).toEqual(await plain(alone.id))
    expect(await eventsOf(t, two.id)).toEqual(await eventsOf(t, alone.id))
    const [[line, noted], single] = [
      (await auditOf(t, one.id)).slice(-2),
      (await auditOf(t, alone.id)).at(-1),
    ]
    for (const field of ['user_id', 'user_name', 'role_name', 'network_address'] as const)
      expect(line?.[field]).toEqual(single?.[field])
    expect(line?.field_change).toEqual(single?.field_change)
    // in addition to the row of a single decision
    expect(noted?.field_change).toEqual([
      { field: 'decided_in_bulk', old: null, new: 'Yes' },
      { field: 'opened_before', old: null, new: 'No' },
    ])
    const history = (await approver.get(`/sites/${one.id}`)).json().history
    expect(history.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['Submitted', 'Encoder'],
      ['Approved', single?.user_name],
    ])
    const mails = (await takeMails(t)).map(({ to }) => to)
    // people who are notified of both get one mail (S-140)
    expect(mails).toEqual(mailsAlone)
  })

  test('[S-140] the log says once that many were decided on together, and at the end what became of each', async () => {
    const rows = await t.db
      .selectFrom('audit_logs')
      .select(['event', 'field_change', 'user_name'])
      .where('event', 'like', 'Bulk Approval %')
      .orderBy('id')
      .execute()
    const codes = (await newest(approver, 'sites')).rows.map(({ code }) => code)
    const { user_name = null } = rows[0] ?? {}
    expect(rows).toEqual([
      {
        event: 'Bulk Approval Started',
        field_change: [{ field: 'records', old: null, new: '2' }],
        user_name,
      },
      {
        event: 'Bulk Approval Ended',
        field_change: [{ field: 'approved', old: null, new: codes.join(', ') }],
        user_name,
      },
    ])
    expect(codes).toHaveLength(2)
  })

  test('one that was returned meanwhile neither stops nor hides the others, and says by whom', async () => {
    const records = await sites(3)
    const wanted = await chosen(t, 'sites', ids(records))
    const stale = records[1]?.id ?? 0
    const admin = await t.as('laguna.colleague')
    expect((await admin.post(`/sites/returned/${stale}`, { returned_reason: 'No map.' })).statusCode).toBe(
      200,
    )
    const bulk = await decided(t, approver, 'sites', 'approve', wanted)
    expect(outcomes(bulk)).toEqual([
      ['Decided', null],
      [
        'Refused',
        expect.stringMatching(/^SITES-TEST-\S+ was returned at PENRO by \S.*, PENRO Approver, on /),
      ],
      ['Decided', null],
    ])
    expect(bulk.state).toBe('Finished')
    expect((await siteOf(stale)).site_status).toBe('Returned')
  })

  test('one that changed and still waits is refused; so is one that was switched off, with who and when', async () => {
    const [changed, off] = await sites(2)
    const wanted = await chosen(t, 'sites', ids([changed as { id: number }, off as { id: number }]))
    await t.db
      .updateTable('site_profiles')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', changed?.id ?? 0)
      .execute()
    const admin = await t.as('laguna.admin')
    await admin.post(`/sites/deactivate/${off?.id}`, { deactivate_reason: 'Entered twice' })
    const bulk = await decided(t, approver, 'sites', 'approve', wanted)
    expect(outcomes(bulk)).toEqual([
      ['Refused', 'It changed after you looked at it. Please open it and decide.'],
      ['Refused', expect.stringMatching(/^This record was deactivated by /)],
    ])
  })

  test('what somebody encoded themselves is refused where somebody else can approve (S-70)', async () => {
    const [own] = await sites(1)
    const created_by = await t.userId('laguna.approver')
    const id = own?.id ?? 0
    await t.db.updateTable('site_profiles').set({ created_by }).where('id', '=', id).execute()
    const [seen] = await carried(approver, [id])
    expect(seen?.refusal).toEqual({ approve: expect.stringMatching(/^You submitted/), return: null })
    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', [id]))
    expect(outcomes(bulk)).toEqual([['Refused', expect.stringMatching(/^You submitted this record/)]])
  })
})

describe('what needs opening', () => {
  test('a record with a warning or a change is refused until this person has opened it as it is now', async () => {
    const site = await aCleanSite()
    await marked(site.id, 'outside_region')
    const [before] = await carried(approver, [site.id])
    expect(before).toMatchObject({ opened: false, changed: false, refusal: { approve: null } })
    expect(before?.marks).toEqual(['Outside its region'])
    const wanted = await chosen(t, 'sites', [site.id])
    const refused = await decided(t, approver, 'sites', 'approve', wanted)
    expect(outcomes(refused)).toEqual([['Refused', expect.stringMatching(OPEN_FIRST)]])
    expect(await eventsOf(t, site.id)).toEqual([])

    // a colleague's view, an encoder's, and one of another revision do not count
    await view(await t.as('laguna.colleague'), site.id, site.revision)
    await view(await t.as('laguna.encoder'), site.id, site.revision)
    await view(approver, site.id, site.revision + 1)
    await view(approver, site.id, site.revision - 1)
    expect((await carried(approver, [site.id]))[0]?.opened).toBe(false)
    const kept = await t.db.selectFrom('record_openings').select('user_id').execute()
    expect(kept).toEqual([{ user_id: await t.userId('laguna.colleague') }])

    await view(approver, site.id, site.revision)
    expect((await carried(approver, [site.id]))[0]?.opened).toBe(true)
    expect(outcomes(await decided(t, approver, 'sites', 'approve', wanted))).toEqual([['Decided', null]])
    // the next level has not opened it
    expect((await carried(region, [site.id]))[0]).toMatchObject({ opened: false, refusal: { approve: null } })
  })

  test('[S-140] the log names the warnings that were accepted, in bulk and alone, and whether each was opened', async () => {
    const [alone, seen, unseen] = (await sites(3)) as [Made, Made, Made]
    for (const { id } of [alone, seen, unseen]) await marked(id, 'outside_region', 'too_small')
    expect((await approver.post(`/sites/approved/${alone.id}`, {})).statusCode).toBe(200)
    await view(approver, seen.id, seen.revision)
    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', ids([seen, unseen])))
    expect(outcomes(bulk).map(([state]) => state)).toEqual(['Decided', 'Refused'])
    const accepted = {
      field: 'accepted_warnings',
      old: null,
      new: 'Outside its region; Very small for a site',
    }
    const changesOf = async (id: number) => (await auditOf(t, id)).at(-1)?.field_change as object[]
    expect(await changesOf(alone.id)).toContainEqual(accepted)
    const together = await changesOf(seen.id)
    expect(together).toContainEqual(accepted)
    expect(together).toContainEqual({ field: 'opened_before', old: null, new: 'Yes' })
    expect(await eventsOf(t, unseen.id)).toEqual([])
    const ended = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Bulk Approval Ended')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const [first, second] = bulk.rows
    expect(ended.field_change).toEqual([
      { field: 'approved', old: null, new: first?.code },
      {
        field: 'refused',
        old: null,
        new: `${second?.code}: Open it first: Outside its region; Very small for a site.`,
      },
    ])
  })

  test('[S-140] what was not sent to a person is not opened by saying so', async () => {
    const site = await aCleanSite()
    await marked(site.id, 'outside_region')
    const isOpened = async () => (await carried(approver, [site.id]))[0]?.opened
    await say(approver, site.id, site.revision)
    expect(await isOpened()).toBe(false)
    // a colleague's page does not count
    await (await t.as('laguna.colleague')).get(`/sites/${site.id}`)
    await say(approver, site.id, site.revision)
    expect(await isOpened()).toBe(false)
    // nor does one from before a warning was added
    await approver.get(`/sites/${site.id}`)
    await marked(site.id, 'outside_region', 'too_small')
    await say(approver, site.id, site.revision)
    expect(await isOpened()).toBe(false)
    await view(approver, site.id, site.revision)
    expect(await isOpened()).toBe(true)
  })

  test('a warning that came after the look needs another one', async () => {
    const [site] = await sites(1)
    const id = site?.id ?? 0
    await view(approver, id, site?.revision ?? 0)
    await marked(id, 'outside_region')
    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', [id]))
    expect(outcomes(bulk)).toEqual([['Refused', 'Open it first: Outside its region.']])
  })

  test('an activity that came back changed is one of them; a refusal of its own comes first', async () => {
    const site_profile_id = await anApprovedSite(t)
    const { id } = await anActivity(t, 'RET-PENRO', { site_profile_id })
    const encoder = await t.as('laguna.encoder')
    expect((await encoder.post(`/sites/activities/submitted/${id}`)).statusCode).toBe(200)
    const wanted = await chosen(t, 'sites/activities', [id])
    const refused = await decided(t, approver, 'sites/activities', 'approve', wanted)
    expect(outcomes(refused)).toEqual([['Refused', 'Open it first: changed since it was returned.']])
    const early = await decided(t, region, 'sites/activities', 'approve', wanted)
    expect(outcomes(early)).toEqual([['Refused', 'This record is not waiting for Region.']])
    await opened(t, 'laguna.approver', 'sites/activities', [id])
    const bulk = await decided(t, approver, 'sites/activities', 'approve', wanted)
    expect(outcomes(bulk)).toEqual([['Decided', null]])
    expect((await activityAudit(t, id)).at(-2)?.event).toBe('Approved (PENRO)')
  })
})

describe('returning', () => {
  test('one comment for all and one each go to record, history and log as one', async () => {
    const [first, second] = (await sites(2)) as [Made, Made]
    const [one, two] = (await chosen(t, 'sites', ids([first, second]))) as [Choice, Choice]
    const records = [one, { ...two, comments: { returned_reason: 'And the year.' } }]
    const comments = { returned_reason: ' Please sign the agreement. ' }
    await approver.post('/drafts/site-bulk', { content: JSON.stringify({ comments }) })
    const bulk = await decided(t, approver, 'sites', 'return', records, comments)
    expect((await approver.get('/drafts/site-bulk')).json().draft).toBeNull()
    expect(outcomes(bulk)).toEqual([
      ['Decided', null],
      ['Decided', null],
    ])
    expect((await siteOf(first.id)).returned_reason).toBe('Please sign the agreement.')
    const both = 'Please sign the agreement.\n\nAnd the year.'
    expect((await siteOf(second.id)).returned_reason).toBe(both)
    const { history } = (await approver.get(`/sites/${second.id}`)).json()
    expect(history.at(-1)).toMatchObject({ action: 'Returned', level: 'PENRO', comment: both })
    const line = (await auditOf(t, second.id)).at(-2)
    expect(line?.event).toBe('Returned (PENRO)')
    expect(line?.field_change).toContainEqual({ field: 'returned_reason', old: null, new: both })
  })

  test('the comments of activities are those of the eight principles, merged one by one', async () => {
    const made = [
      await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) }),
      await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) }),
    ]
    const [one, two] = await chosen(t, 'sites/activities', ids(made))
    if (!one || !two) throw new Error('There are two.')
    const own = { returned_reason_2: 'With dates.', returned_reason_7: 'A photograph.' }
    const bulk = await decided(
      ...([t, approver, 'sites/activities', 'return'] as const),
      [one, { ...two, comments: own }],
      { returned_reason_2: 'Please add the minutes.' },
    )
    expect(outcomes(bulk)).toEqual([
      ['Decided', null],
      ['Decided', null],
    ])
    expect(await activityOf(t, one.id)).toMatchObject({
      site_status: 'Returned',
      returned_reason_2: 'Please add the minutes.',
      returned_reason_7: null,
    })
    expect(await activityOf(t, two.id)).toMatchObject({
      returned_reason_2: 'Please add the minutes.\n\nWith dates.',
      returned_reason_7: 'A photograph.',
    })
  })

  test('nothing begins where a comment is missing or both together are too long', async () => {
    const [site] = await sites(1)
    const [record] = await chosen(t, 'sites', [site?.id ?? 0])
    if (!record) throw new Error('There is one.')
    const missing = await begin(approver, 'sites', 'return', [record], { returned_reason: '  ' })
    expect(missing.statusCode).toBe(422)
    expect(missing.json().errors).toEqual({
      'records.0.comments.returned_reason': ['Comment is required.'],
    })
    const long = 'x'.repeat(600)
    const own = { ...record, comments: { returned_reason: long } }
    const tooLong = await begin(approver, 'sites', 'return', [own], { returned_reason: long })
    expect(tooLong.json().errors).toEqual({
      'records.0.comments.returned_reason': ['Comment cannot exceed 1,000 characters.'],
    })
    expect((await siteOf(record.id)).site_status).toBe('Submitted')
  })
})

describe('what is refused whole', () => {
  test('nothing, too many, the same twice, what is no action', async () => {
    const [site] = await sites(1)
    const [record] = await chosen(t, 'sites', [site?.id ?? 0])
    if (!record) throw new Error('There is one.')
    const many = Array.from({ length: BULK_MAX + 1 }, (_, index) => ({ id: index + 1, revision: 1 }))
    for (const [records, sentence] of [
      [[], 'Choose at least one record.'],
      [many, 'At most 200 records can be decided on together.'],
      [[record, record], 'Each record can be named once.'],
    ] as const) {
      const reply = await begin(approver, 'sites', 'approve', records)
      expect(reply.json().errors).toEqual({ records: [sentence] })
    }
    const reply = await approver.post('/sites/bulk', { action: 'delete', records: [record] })
    expect(reply.json().errors).toEqual({ action: ['Action must be approve or return.'] })
    const ids = many.map(({ id }) => id).join(',')
    expect((await approver.get(`/sites/bulk/records?ids=${ids}`)).statusCode).toBe(422)
  })

  test('a record of another office, of nobody, or a draft elsewhere: the whole is not found, and nothing is told', async () => {
    const [mine] = await sites(1)
    const other = await aSite(t, { office: 'PENRO Quezon', boundary: null })
    const draft = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
    const wanted = await chosen(t, 'sites', [mine?.id ?? 0, other.id])
    expect((await begin(approver, 'sites', 'approve', wanted)).statusCode).toBe(404)
    expect((await begin(approver, 'sites', 'approve', [{ id: 999_999, revision: 1 }])).statusCode).toBe(404)
    const drafts = await chosen(t, 'sites/activities', [draft.id])
    expect((await begin(region, 'sites/activities', 'approve', drafts)).statusCode).toBe(404)
    expect(ids(await carried(approver, [mine?.id ?? 0, other.id, 999_999]))).toEqual([mine?.id])
    expect(await carried(region, [draft.id], 'sites/activities')).toEqual([])
    expect((await siteOf(mine?.id ?? 0)).penro_status).toBe('Submitted')
  })

  test('somebody with only the other right', async () => {
    const role = await aRole(t, {
      name: 'PENRO Returner',
      access_level: 'PENRO',
      permissions: ['site_maps_return'],
    })
    await aPerson(t, 'laguna.returner', { role, region: 'R04A', office: 'PENRO Laguna' })
    const [site] = await sites(1)
    const wanted = await chosen(t, 'sites', [site?.id ?? 0])
    const returner = await t.as('laguna.returner')
    expect((await begin(returner, 'sites', 'approve', wanted)).statusCode).toBe(403)
    const bulk = await decided(t, returner, 'sites', 'return', wanted, { returned_reason: 'No.' })
    expect(outcomes(bulk)).toEqual([['Decided', null]])
  })
})

describe('twice, late and in between', () => {
  test('the same form sent again begins nothing; another one waits until the first has ended', async () => {
    const records = await sites(2)
    const wanted = await chosen(t, 'sites', ids(records))
    const headers = {
      'x-api-key': API_KEY,
      authorization: `Bearer ${approver.token}`,
      [FORM_KEY]: randomUUID(),
    }
    const payload = { action: 'approve', records: wanted }
    const send = () => t.app.inject({ method: 'POST', url: '/api/sites/bulk', headers, payload })
    const [first, again] = await Promise.all([send(), send()])
    expect(first.json()).toEqual(again.json())
    const second = await begin(approver, 'sites', 'approve', wanted)
    expect(second.statusCode).toBe(409)
    expect(second.json().message).toBe(STILL_RUNNING)
    await Promise.all([runBulk(t.services, first.json().bulk.id), runBulk(t.services, first.json().bulk.id)])
    expect(outcomes(await newest(approver, 'sites'))).toEqual([
      ['Decided', null],
      ['Decided', null],
    ])
    expect((await send()).json()).toEqual(first.json())
    for (const { id } of records) expect(await eventsOf(t, id)).toEqual(['Approved (PENRO)'])
  })

  full.test('the queue works it through, also where the server that took it is gone', async () => {
    const records = await sites(2)
    await begin(approver, 'sites', 'approve', await chosen(t, 'sites', ids(records)))
    await runJobs(t)
    expect((await newest(approver, 'sites')).state).toBe('Finished')
    const more = await sites(1)
    await begin(approver, 'sites', 'approve', await chosen(t, 'sites', ids(more)))
    await t.db.deleteFrom('form_submissions').execute()
    await t.database.pool.query('delete from graphile_worker._private_jobs')
    await continueBulks(t.services)
    await runJobs(t)
    expect(outcomes(await newest(approver, 'sites'))).toEqual([['Decided', null]])
  })

  test('[S-140] each person has one mail, with every record that was decided on, its comment and its link', async () => {
    await aPerson(t, 'laguna.second', { role: 'PENRO Encoder', region: 'R04A', office: 'PENRO Laguna' })
    const records = await sites(4)
    const refused = records[3] as Made
    await t.db.updateTable('site_profiles').set({ revision: 99 }).where('id', '=', refused.id).execute()
    await takeMails(t)
    const choices = records.map(({ id }) => ({ id, revision: 1, comments: { returned_reason: `Of ${id}.` } }))
    const bulk = await decided(t, approver, 'sites', 'return', choices)
    expect(outcomes(bulk).map(([state]) => state)).toEqual(['Decided', 'Decided', 'Decided', 'Refused'])
    const mails = await takeMails(t)
    expect(mails.map(({ to }) => to.split('@')[0])).toEqual(['laguna.encoder', 'laguna.second'])
    for (const { subject, text } of mails) {
      expect(subject).toBe('3 SITES profiles: returned by PENRO')
      const lines = text.split(/\r?\n/)
      for (const { id, code } of records.slice(0, 3)) {
        expect(lines.filter((line) => line.startsWith(`${code}, `))).toHaveLength(1)
        expect(lines).toContain(`> Of ${id}.`)
        expect(lines).toContain(`http://localhost:0/sitemap/edit/${id}`)
      }
      expect(text).not.toContain(refused.code)
      expect(text.match(/Please correct it and submit it again\./g)).toHaveLength(3)
    }
    // a second run by another server mails nothing again
    await runBulk(t.services, bulk.id)
    await continueBulks(t.services)
    expect(await takeMails(t)).toEqual([])
  })

  test('[S-140] a server that is killed before the mails have left: the next one sends them, once', async () => {
    const records = await sites(2)
    await takeMails(t)
    const bulk = await decided(t, approver, 'sites', 'approve', await chosen(t, 'sites', ids(records)))
    const [mail, ...others] = await takeMails(t)
    expect([mail?.to, mail?.subject, others]).toEqual([
      'r4a.approver@bureau.example',
      '2 SITES profiles: waiting for your review',
      [],
    ])
    const letter = { subject: 'approved', one: 'One.', many: 'More.', advice: null, noun: 'SITES profile' }
    const more = { code: 'C-1', name: 'N', comment: null, path: '/x' }
    const letters = JSON.stringify([{ to: 'somebody@bureau.example', letter: { ...letter, ...more } }])
    await t.db
      .updateTable('bulk_decision_rows')
      .set({ letters })
      .where('bulk_decision_id', '=', bulk.id)
      .execute()
    await continueBulks(t.services)
    expect((await takeMails(t)).map(({ to, subject }) => [to, subject])).toEqual([
      ['somebody@bureau.example', '2 SITES profiles: approved'],
    ])
    await continueBulks(t.services)
    expect(await takeMails(t)).toEqual([])
  })

  test('it waits for no mail: those of the approvals before come after it in the queue', async () => {
    const [alone, one] = (await sites(2)) as [Made, Made]
    await takeMails(t)
    expect((await approver.post(`/sites/approved/${alone.id}`, {})).statusCode).toBe(200)
    await begin(approver, 'sites', 'approve', await chosen(t, 'sites', [one.id]))
    const { rows } = await t.database.pool.query<{ task_identifier: string }>(
      'select task_identifier from graphile_worker.jobs order by priority, run_at, id',
    )
    const tasks = rows.map(({ task_identifier }) => task_identifier)
    expect(tasks[0]).toBe('run_bulk')
    expect(tasks).toContain('send_mails')
    await runJobs(t)
    expect((await newest(approver, 'sites')).state).toBe('Finished')
  })

  test('a server that stops finishes the row at hand and goes on with the next one later', async () => {
    const records = await sites(3)
    const reply = await begin(approver, 'sites', 'approve', await chosen(t, 'sites', ids(records)))
    const { id } = reply.json().bulk
    await runBulk(t.services, id, AbortSignal.abort())
    expect(outcomes(await newest(approver, 'sites')).flat()).toEqual(Array(3).fill(['Waiting', null]).flat())
    await runBulk(t.services, id)
    expect((await newest(approver, 'sites')).state).toBe('Finished')
  })

  /** Starts a decision on two rows, changes something about the person, and runs it. */
  async function afterChange(name: string, change: (user_id: number) => Promise<unknown>) {
    await aPerson(t, name, { role: 'PENRO Approver', region: 'R04A', office: 'PENRO Laguna' })
    const by = await t.as(name)
    const records = await sites(2)
    const reply = await begin(by, 'sites', 'approve', await chosen(t, 'sites', ids(records)))
    expect(reply.statusCode, reply.body).toBe(200)
    await change(await t.userId(name))
    await runBulk(t.services, reply.json().bulk.id)
    const rows = await t.db
      .selectFrom('bulk_decision_rows')
      .innerJoin('bulk_decisions', 'bulk_decisions.id', 'bulk_decision_rows.bulk_decision_id')
      .select(['bulk_decisions.state as bulk', 'bulk_decision_rows.state', 'sentence', 'refusal'])
      .where('bulk_decision_id', '=', reply.json().bulk.id)
      .execute()
    for (const { id } of records) expect(await eventsOf(t, id)).toEqual([])
    return rows
  }
  const left = (sentence: string) => ({ bulk: 'Ended', state: 'Left', sentence, refusal: sentence })

  test('an account that is switched off, signed out or without the right decides on nothing more', async () => {
    const off = await afterChange('laguna.off', (id) =>
      t.db.updateTable('users').set({ status: 'Deactivated' }).where('id', '=', id).execute(),
    )
    expect(off).toEqual([left(NOT_DECIDED.off), left(NOT_DECIDED.off)])
    const out = await afterChange('laguna.out', (id) =>
      t.db.deleteFrom('sessions').where('user_id', '=', id).execute(),
    )
    expect(out).toEqual([left(NOT_DECIDED.signed_out), left(NOT_DECIDED.signed_out)])
    const encoders = await t.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'PENRO Encoder')
      .executeTakeFirstOrThrow()
    const lost = await afterChange('laguna.lost', (id) =>
      t.db.updateTable('users').set({ role_id: encoders.id }).where('id', '=', id).execute(),
    )
    expect(lost).toEqual([left(NOT_DECIDED.right), left(NOT_DECIDED.right)])
  })

  test('nobody reads what another one decided; it is forgotten after thirty days', async () => {
    expect((await (await t.as('quezon.approver')).get('/sites/bulk')).json()).toEqual({ bulk: null })
    const { id } = await newest(approver, 'sites')
    await cleanUpBulks({ db: t.db, now: () => new Date(Date.now() + 29 * DAY_MS) })
    expect((await newest(approver, 'sites')).id).toBe(id)
    await cleanUpBulks({ db: t.db, now: () => new Date(Date.now() + 31 * DAY_MS) })
    expect((await approver.get('/sites/bulk')).json()).toEqual({ bulk: null })
    expect(await t.db.selectFrom('bulk_decision_rows').select('id').execute()).toEqual([])
  })

  full.test(
    'a row at which the server fails for a reason of its own is left after three tries; the others go on',
    async () => {
      const records = await sites(3)
      const reply = await begin(approver, 'sites', 'approve', await chosen(t, 'sites', ids(records)))
      await t.database.pool.query(`
      create function fail_one() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$;
      create trigger fail_one before update on site_profiles for each row
        when (new.id = ${records[1]?.id}) execute function fail_one()`)
      await runBulk(t.services, reply.json().bulk.id)
      await t.database.pool.query('drop trigger fail_one on site_profiles')
      const bulk = await newest(approver, 'sites')
      expect(outcomes(bulk)).toEqual([
        ['Decided', null],
        ['Refused', expect.stringMatching(/^The server could not decide/)],
        ['Decided', null],
      ])
      expect(bulk.state).toBe('Finished')
    },
  )
})
