import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { claimsCheck } from '../../server/integrity/claims.check.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { formatDate, manilaDay } from '../../shared/lib/dates.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { API_KEY, type Caller, startApp, type TestApp } from '../support/product/app.ts'
import { anActivity, takeMails } from '../support/records/activity-factories.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { full } from '../support/full.ts'
import { aSite, eventsOf } from '../support/records/factories.ts'
import {
  aDraft,
  aRecord,
  published as publishedSummary,
  type RecordWithFacts,
  shown as shownSummary,
} from '../support/records/summaries.ts'
import { aPerson } from '../support/records/people.ts'
import { recordIds } from '../support/records/record-ids.ts'

/** Two people of FMB withdraw a final approval; the record is back with its office (S-170). */

const REASON = 'The consent of the community was not theirs to give.'
const webDir = path.resolve('dist/web')
type Path = 'sites' | 'sites/activities'

let t: TestApp
let approver: Caller
let second: Caller
beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir })
  approver = await t.as('fmb.approver')
  second = await t.as('fmb.super')
})
afterAll(async () => {
  await expectStoredCounts(t)
  await expectClaims(t)
  await t.close()
})

const ok = async (reply: ReturnType<Caller['post']>) => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}
const refused = async (reply: ReturnType<Caller['post']>, status: number) => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(status)
  return JSON.parse(body).message as string
}
const propose = (path: Path, id: number, by = approver, reason = REASON) =>
  by.post(`/${path}/withdrawals/propose/${id}`, { reason })
const decide = (what: 'confirm' | 'cancel', path: Path, id: number, withdrawal_id: number, by = second) =>
  by.post(`/${path}/withdrawals/${what}/${id}`, { withdrawal_id })
const shown = async (path: Path, id: number, by = second) => ok(by.get(`/${path}/${id}`))
const proposed = async (path: Path, id: number): Promise<number> => {
  await ok(propose(path, id))
  return (await shown(path, id)).withdrawal.id
}
const withdraw = async (path: Path, id: number) => ok(decide('confirm', path, id, await proposed(path, id)))

const APPROVERS = ['laguna.approver', 'r4a.approver', 'fmb.approver'] as const
async function climb(path: Path, id: number) {
  for (const person of APPROVERS) await ok((await t.as(person)).post(`/${path}/approved/${id}`))
}
async function anApprovedProfile(): Promise<{ id: number; code: string }> {
  const { id, code } = await aSite(t, { site_status: 'Submitted', level: 'PENRO' })
  await climb('sites', id)
  return { id, code }
}
const anApproval = async (site_profile_id: number) => (await anActivity(t, 'DONE', { site_profile_id })).id
const stepsOf = async (path: Path, id: number): Promise<string[]> =>
  (await shown(path, id)).history.map(({ action, level }: ReviewStep) => `${action} ${level ?? ''}`.trim())
const listed = async (code: string, query = ''): Promise<boolean> => {
  const csv = await (await t.as(null)).get(`/sites/activities/dashboard/sites.csv${query}`)
  return csv.body.includes(code)
}
const differences = async () => {
  const found: string[] = []
  await claimsCheck(t.services, {}, ({ sentence }) => found.push(sentence))
  return found
}

describe('an approved profile', () => {
  test('[S-170] is off the list once a second person confirms, and back with its office with the reason', async () => {
    const { id, code } = await anApprovedProfile()
    await takeMails(t)
    const before = await eventsOf(t, id)
    await ok(propose('sites', id))
    const asked = (await takeMails(t)).map(({ to, subject }) => [to, subject.includes(code)])
    expect(asked).toContainEqual(['fmb.super@bureau.example', true])
    expect(asked).not.toContainEqual(['fmb.approver@bureau.example', true])
    expect(await listed(code)).toBe(true)
    const { withdrawal } = await shown('sites', id)
    expect(withdrawal).toMatchObject({ reason: REASON, confirmed_at: null, confirmed_by: null })

    const { siteProfile } = await ok(decide('confirm', 'sites', id, withdrawal.id))
    expect(siteProfile).toMatchObject({
      site_status: 'Returned',
      fmb_status: 'Returned',
      penro_status: null,
      returned_by: 'FMB',
      approved_at: null,
      open_points: 1,
      returned_reason: expect.stringContaining(REASON),
    })
    expect(await stepsOf('sites', id)).toEqual(expect.arrayContaining(['Approved FMB', 'Withdrawn FMB']))
    expect((await eventsOf(t, id)).slice(before.length)).toEqual(['Withdrawal Proposed', 'Withdrawn (FMB)'])
    const mails = await takeMails(t)
    expect(mails.map(({ to }) => to)).toContain('laguna.encoder@bureau.example')
    expect(mails[0]?.text).toContain(REASON)
    for (const format of ['csv', 'geojson'])
      expect(
        (await (await t.as(null)).get(`/sites/activities/dashboard/sites.${format}`)).body,
      ).not.toContain(code)
    expect(await differences()).toEqual([])
  })

  test('[S-170] stays on the lists of earlier days, and goes through the chain again', async () => {
    const { id, code } = await anApprovedProfile()
    const activity = await anApproval(id)
    // as if it had been listed just before the last midnight in Manila: less than a day ago at any time of the day
    const then = sql`date_trunc('day', now() at time zone 'Asia/Manila') at time zone 'Asia/Manila' - interval '1 millisecond'`
    await sql`update approved_site_history set since = ${then}, until = case when until is not null then ${then} end
      where site_profile_id = ${id}`.execute(t.db)
    await withdraw('sites', id)
    const yesterday = `?as_of=${addDays(manilaDay(new Date()), -1)}`
    expect([await listed(code), await listed(code, yesterday)]).toEqual([false, true])
    const encoder = await t.as('laguna.encoder')
    const { data } = await ok(encoder.get(`/sites/${id}/points?page=1&length=10`))
    await encoder.patch(`/sites/${id}/points/${data[0].id}`, {
      text: 'The consent was asked again.',
      was: null,
    })
    await ok(encoder.post(`/sites/submitted/${id}`))
    await climb('sites', id)
    expect((await shown('sites', id)).siteProfile).toMatchObject({ site_status: 'Approved' })
    expect(await listed(code)).toBe(true)
    const row = await t.db
      .selectFrom('approved_sites')
      .selectAll()
      .where('site_profile_id', '=', id)
      .executeTakeFirst()
    expect(row?.site_activity_id).toBe(activity)
    // a second withdrawal of the newer approval
    await withdraw('sites', id)
    expect(await listed(code)).toBe(false)
  })
})

describe('an approved activity', () => {
  test('[S-170] leaves the place to the approval before it, even beside a draft that its office keeps open', async () => {
    const { id } = await anApprovedProfile()
    const earlier = await anApproval(id)
    const newer = await anApproval(id)
    const draft = await anActivity(t, 'DRAFT', { site_profile_id: id })
    const { siteActivities } = await withdraw('sites/activities', newer)
    expect(siteActivities).toMatchObject({ site_status: 'Returned', returned_by: 'FMB', approved_at: null })
    const row = await t.db
      .selectFrom('approved_sites')
      .selectAll()
      .where('site_profile_id', '=', id)
      .executeTakeFirst()
    expect(row?.site_activity_id).toBe(earlier)
    expect(
      (await shown('sites/activities', draft.id, await t.as('laguna.encoder'))).siteActivities.status,
    ).toBe('Activated')
  })
})

describe('what the public reads', () => {
  const page = async (url: string): Promise<[number, string]> => {
    const { statusCode, body } = await t.app.inject({ url })
    const text = body
      .slice(body.indexOf('<main'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    return [statusCode, text]
  }
  const issued = async (id: number): Promise<string> => {
    const [, text] = await page(`/site/approved/${id}/certificate`)
    return /Code: ([0-9A-Z-]{19})/.exec(text)?.[1]?.replaceAll('-', '') ?? text
  }

  test('[S-170] page and certificate say "Withdrawn" with the day and the reason, in both languages, until a newer approval', async () => {
    const { id, code } = await anApprovedProfile()
    const activity = await anApproval(id)
    const certificate = await issued(activity)
    expect((await page(`/c/${certificate}`))[1]).toContain('Valid and unchanged')
    await withdraw('sites', id)
    const day = formatDate(manilaDay(new Date()))
    for (const url of [`/site/approved/${activity}`, `/site/approved/${activity}/certificate`]) {
      const [status, text] = await page(url)
      expect(status, url).toBe(410)
      expect(text, url).toContain('Approval withdrawn')
      expect(text, url).toContain(code)
      expect(text, url).toContain(`was withdrawn on ${day}. Reason: ${REASON}`)
      expect(text, url).toContain('PENRO Laguna')
    }
    expect((await page(`/fil/site/approved/${activity}`))[1]).toContain(`Dahilan: ${REASON}`)
    const [status, text] = await page(`/c/${certificate}`)
    expect(status).toBe(200)
    expect(text).toContain('✕ Withdrawn')
    expect(text).toContain(`Reason: ${REASON}`)
    expect(text).not.toContain('Valid and unchanged')
    expect((await page('/site/approved'))[1]).not.toContain(code)
    for (const url of ['/feed.atom', '/site/approved.csv'])
      expect((await t.app.inject({ url })).body).not.toContain(code)

    await ok((await t.as('laguna.encoder')).post(`/sites/submitted/${id}`))
    await climb('sites', id)
    expect((await page(`/site/approved/${activity}`))[0]).toBe(200)
    // the certificate of the approval that was withdrawn stays withdrawn, and leads to the newer one
    const later = await t.app.inject({ url: `/c/${certificate}` })
    expect(later.body).toContain('Withdrawn')
    expect(later.body).toContain(`href="/site/approved/${activity}"`)
    expect(await issued(activity)).not.toBe(certificate)
  })

  test('a draft of a withdrawn profile stays unknown, and a withdrawal whose reason was changed is withheld', async () => {
    const { id } = await anApprovedProfile()
    const activity = await anApproval(id)
    const draft = await anActivity(t, 'DRAFT', { site_profile_id: id })
    await withdraw('sites', id)
    expect((await page(`/site/approved/${draft.id}`))[0]).toBe(404)
    const change = (reason: string) =>
      sql`update approval_withdrawals set reason = ${reason} where record_id = ${recordIds('site_profiles', id)}`.execute(
        t.db,
      )
    await change('The partner asked for it.')
    expect((await page(`/site/approved/${activity}`))[0]).toBe(409)
    await change(REASON)
    expect((await page(`/site/approved/${activity}`))[0]).toBe(410)
  })
})

describe('what else showed the record', () => {
  const words = async (url: string): Promise<string> => {
    const { body } = await t.app.inject({ url })
    return body
      .slice(body.indexOf('<main'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  }
  /** A draft of 2025 that cites these records under (c). */
  const citing = async (year: number, records: readonly RecordWithFacts[]) => {
    const { id } = await aDraft(t, { year })
    for (const { id: site_activity_id, sites_criteria_indicator_id } of records)
      await ok(
        (await t.as('fmb.admin')).post(`/summaries/${id}/statements`, {
          safeguard: 'c',
          site_activity_id,
          sites_criteria_indicator_id,
          chosen: true,
        }),
      )
    return id
  }
  const rowOf = async (id: number): Promise<SummaryRow> =>
    (await ok(second.get('/summaries?page=1&length=100'))).data.find((row: SummaryRow) => row.id === id)

  test('[S-170] a summary frozen before says the day at the citation, at its head and in the list; a draft leaves it out and says so', async () => {
    const gone = await aRecord(t, { what_happened: 'Consent was given.' })
    const stays = await aRecord(t, { what_happened: 'Consent was asked for.' })
    const site = await aRecord(t, { what_happened: 'Consent was written down.' })
    const id = await citing(2026, [gone, stays, site])
    await publishedSummary(t, id)
    const draft = await citing(2027, [gone, stays])
    const day = formatDate(manilaDay(new Date()))
    const note = `The approval of this record was withdrawn on ${day}.`
    expect((await rowOf(id)).withdrawn_records).toEqual([])
    expect(await words('/summary/2026')).not.toContain('withdrawn')

    // a newer record has taken its place, so that the public list stays as it is
    await anActivity(t, 'DONE', { site_profile_id: gone.site_profile_id })
    await withdraw('sites/activities', gone.id)
    const { code } = (await shown('sites', gone.site_profile_id)).siteProfile
    const one = [{ code, reporting_year: 2025, withdrawn_at: expect.stringMatching(/^\d{4}-.*Z$/) }]
    expect((await rowOf(id)).withdrawn_records).toEqual(one)
    const page = await words('/summary/2026')
    expect(page).toContain(`Approvals of records cited here were withdrawn: ${code} (2025) on ${day}.`)
    expect(page.split(note)).toHaveLength(2)
    expect(page.slice(page.indexOf(note) - 100, page.indexOf(note))).toContain(code)
    const filipino = (await t.app.inject({ url: '/fil/summary/2026' })).body
    expect(filipino).toMatch(/<p class="[^"]+" lang="fil">Binawi ang pag-apruba sa talang ito noong/)
    const call = await t.app.inject({
      url: '/api/summaries/published/2026',
      headers: { 'x-api-key': API_KEY },
    })
    expect(call.json().data.withdrawn_records).toEqual(one)

    // and with the approval of a site all of its records
    await withdraw('sites', site.site_profile_id)
    expect((await rowOf(id)).withdrawn_records).toHaveLength(2)
    expect((await words('/summary/2026')).split(note)).toHaveLength(3)

    const { document, gaps, summary } = await shownSummary(t, draft)
    expect(document.safeguards[2]?.statements.map(({ what_happened }) => what_happened)).toEqual([
      'Consent was asked for.',
    ])
    expect(gaps).toContainEqual({
      section: 'c',
      message: `A chosen statement of ${code} (2025) is left out: the approval was withdrawn on ${day}.`,
      blocks: false,
    })
    expect(summary.withdrawn_records).toEqual([])
  })

  full.test(
    '[S-170] the map of the public list, its counts, the boundaries beside others and the dashboard leave it out',
    async () => {
      const { id, code } = await anApprovedProfile()
      const activity = await anApproval(id)
      const read = async () => {
        const anyone = await t.as(null)
        const counts = (await ok(anyone.get('/sites/dashboard/count'))).data as { count: number }[]
        const { features } = (await ok(anyone.get('/sites/activities/dashboard/sites.geojson'))) as {
          features: { properties: { code: string } }[]
        }
        const { data: figures } = await ok(second.get('/reports/dashboard-figures'))
        const { totalCount } = await ok(second.get('/reports/datatable/dashboard?page=1&length=10'))
        return {
          counted: counts.reduce((sum, { count }) => sum + count, 0),
          points: features.length,
          hasPoint: features.some(({ properties }) => properties.code === code),
          figures: figures.sites as number,
          dashboard: totalCount as number,
          pictures: await Promise.all(
            ['map.svg', 'map-small.svg'].map(
              async (name) => (await t.app.inject({ url: `/site/approved/${activity}/${name}` })).statusCode,
            ),
          ),
        }
      }
      const before = await read()
      expect(before).toMatchObject({ hasPoint: true, pictures: [200, 200] })
      await withdraw('sites', id)
      expect(await read()).toEqual({
        counted: before.counted - 1,
        points: before.points - 1,
        hasPoint: false,
        figures: before.figures - 1,
        dashboard: before.dashboard - 1,
        pictures: [404, 404],
      })
    },
  )

  full.test(
    '[S-170] erasing the rows of a withdrawal takes its reason from every page, and its people from the log; the day stays',
    async () => {
      const { id } = await anApprovedProfile()
      const activity = await anApproval(id)
      await withdraw('sites', id)
      await publishNow(t)
      const { rows } = await sql<{ id: number }>`
      select id from audit_logs where auditable_type = 'Profiling of SITES' and auditable_id = ${id}
        and event in ('Withdrawal Proposed', 'Withdrawn (FMB)') order by id`.execute(t.db)
      expect(rows).toHaveLength(2)
      for (const row of rows) await eraseRow(t.services, Number(row.id), 'Asked for by the person')
      const page = await words(`/site/approved/${activity}`)
      expect(page).toContain(`was withdrawn on ${formatDate(manilaDay(new Date()))}.`)
      const record = JSON.stringify(await shown('sites', id, await t.as('laguna.encoder')))
      const points = (await (await t.as('laguna.encoder')).get(`/sites/${id}/points?page=1&length=10`)).body
      const log = JSON.stringify(
        (
          await sql`select * from audit_logs where id in (${sql.join(rows.map((row) => row.id))})`.execute(
            t.db,
          )
        ).rows,
      )
      for (const [where, text] of Object.entries({ page, record, points, log }))
        expect([where, text.includes(REASON)]).toEqual([where, false])
      expect(log).not.toContain('fmb.')
      expect(await differences()).toEqual([])
    },
  )
})

describe('refused', () => {
  test('of a record that is not there, without a reason, and without an identity check', async () => {
    const { id } = await anApprovedProfile()
    await refused(propose('sites', 999_999), 404)
    await refused(propose('sites', id, approver, 'x'), 422)
    await refused(propose('sites', id, approver, 'x'.repeat(501)), 422)
    const late = new Date(Date.now() + 16 * 60_000)
    t.setNow(late)
    onTestFinished(() => t.setNow(null))
    expect(JSON.parse((await propose('sites', id)).body).code).toBe('proof')
    t.setNow(null)
    const open = await proposed('sites', id)
    t.setNow(late)
    expect(JSON.parse((await decide('confirm', 'sites', id, open)).body).code).toBe('proof')
    expect((await shown('sites', id)).siteProfile.site_status).toBe('Approved')
  })

  test('[S-170] to one person alone, and to two accounts of which one made or reset the other within seven days', async () => {
    const { id } = await anApprovedProfile()
    const open = await proposed('sites', id)
    expect(await refused(decide('confirm', 'sites', id, open, approver), 409)).toBe(
      'This takes a second person.',
    )
    const other = await aPerson(t, 'other.approver', { role: 'FMB Approver' })
    await sql`insert into audit_logs (auditable_type, auditable_id, event, user_id)
      values ('User Management', ${other}, 'Created', ${await t.userId('fmb.approver')})`.execute(t.db)
    expect(await refused(decide('confirm', 'sites', id, open, await t.as('other.approver')), 409)).toContain(
      'This takes two people',
    )
    expect((await shown('sites', id)).siteProfile.site_status).toBe('Approved')
  })

  test('in another state, a second proposal, a proposal that was taken back or replaced', async () => {
    const { id: pending } = await aSite(t, { site_status: 'Submitted', level: 'FMB' })
    expect(await refused(propose('sites', pending), 409)).toContain('Only a final approval')
    const { id, code } = await anApprovedProfile()
    const first = await proposed('sites', id)
    expect(await refused(propose('sites', id, second), 409)).toContain(
      'has proposed to withdraw this approval',
    )
    await ok(decide('cancel', 'sites', id, first, second))
    expect(await refused(decide('confirm', 'sites', id, first), 409)).toContain('was confirmed or taken back')
    const next = await proposed('sites', id)
    await refused(decide('confirm', 'sites', id, first), 409)
    expect(await listed(code)).toBe(true)
    await ok(decide('confirm', 'sites', id, next))
    await refused(decide('confirm', 'sites', id, next), 409)
    await refused(decide('cancel', 'sites', id, next), 409)
  })

  test('of two people who confirm at once one wins, and the record has one withdrawal', async () => {
    const { id } = await anApprovedProfile()
    const open = await proposed('sites', id)
    const third = await aPerson(t, 'third.approver', { role: 'FMB Approver' })
    expect(third).toBeGreaterThan(0)
    const both = [second, await t.as('third.approver')]
    const replies = await Promise.all(both.map((by) => decide('confirm', 'sites', id, open, by)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await eventsOf(t, id)).filter((event) => event === 'Withdrawn (FMB)')).toHaveLength(1)
  })
})

describe('a forger with the database', () => {
  const tamper = (statement: string) =>
    t.db.transaction().execute(async (db) => {
      for (const table of ['site_profiles', 'approval_withdrawals', 'audit_logs'])
        await sql.raw(`alter table ${table} disable trigger user`).execute(db)
      await sql.raw(statement).execute(db)
      for (const table of ['site_profiles', 'approval_withdrawals', 'audit_logs'])
        await sql.raw(`alter table ${table} enable trigger user`).execute(db)
    })

  test('[S-170] who adds the second row alone, or changes the day or the reason, hides nothing and is named', async () => {
    const { id, code } = await anApprovedProfile()
    await ok(propose('sites', id))
    const alone = `insert into audit_logs (auditable_type, auditable_id, auditable_code, event, user_id, access_level, request_id, role_name, field_change)
      select auditable_type, auditable_id, auditable_code, 'Withdrawn (FMB)', user_id, access_level, request_id, role_name, field_change
      from audit_logs where auditable_id = ${id} and event = 'Withdrawal Proposed'`
    await tamper(alone)
    expect(await differences()).toEqual([
      expect.stringContaining(
        `"Withdrawn (FMB)" of ${code}, is no step of a review: the same person had proposed it.`,
      ),
      expect.stringContaining(`the table review_steps does not have it.`),
    ])
    await tamper(`delete from audit_logs where auditable_id = ${id} and event = 'Withdrawn (FMB)'`)
    expect(await differences()).toEqual([])
    const { withdrawal } = await shown('sites', id)
    await ok(decide('confirm', 'sites', id, withdrawal.id))
    const change = (column: string, value: string) =>
      tamper(`update approval_withdrawals set ${column} = ${value} where id = ${withdrawal.id}`)
    await change('reason', `'Asked for by the partner.'`)
    expect(await differences()).toEqual([
      `The log says that the reason of the withdrawal of ${code} is ${REASON}; the table approval_withdrawals says Asked for by the partner..`,
    ])
    await change('reason', `'${REASON}'`)
    await change('confirmed_at', `confirmed_at - interval '30 days'`)
    expect(await differences()).toEqual([expect.stringContaining(`the time of withdrawal of ${code} is`)])
    await change('confirmed_at', `confirmed_at + interval '30 days'`)
    expect(await differences()).toEqual([])
  })
})
