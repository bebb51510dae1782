import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { replayed } from '../../shared/land/finding-steps.ts'
import type { Finding, LandReport } from '../../shared/land/findings.schema.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { FULL, full } from '../support/full.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aFile, auditOf, aSite } from '../support/records/factories.ts'
import { aConsent, aCurrentLayer, aFinding, aScreening } from '../support/records/land-findings.ts'
import { aVersion } from '../support/records/land.ts'
import { aPerson } from '../support/records/people.ts'

/** What was found on the land of a profile: explained by its office, asked about, and accepted by name. */

const ROUNDS = FULL ? 10 : 2
const WORDS = 'The partner holds the consent of the elders; ask Ben Cruz of Barangay 5.'

const t = withServer()
let encoder: Caller
let approver: Caller
let region: Caller
let fmb: Caller
beforeAll(async () => {
  await aPerson(t, 'laguna.second', { role: 'PENRO Approver', region: 'R04A', office: 'PENRO Laguna' })
  encoder = await t.as('laguna.encoder')
  approver = await t.as('laguna.approver')
  region = await t.as('r4a.approver')
  fmb = await t.as('fmb.approver')
})
// a layer concerns every profile: each test has its own
afterEach(async () => {
  await sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'The test has ended'
    where withdrawn_at is null`.execute(t.db)
})

const landOf = async (by: Caller, id: number): Promise<LandReport> => {
  const reply = await by.get(`/sites/${id}/land`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().land
}
const findingsOf = async (id: number): Promise<Finding[]> =>
  (await landOf(await t.as('fmb.super'), id)).layers.flatMap(({ findings }) => findings)
const findingOf = async (site: number, id: number): Promise<Finding> => {
  const found = (await findingsOf(site)).find((one) => one.id === id)
  if (!found) throw new Error(`There is no finding ${id}.`)
  return found
}
/** The finding as an approval names it. */
const named = async (site: number, ...ids: number[]) =>
  (await findingsOf(site)).filter(({ id }) => ids.includes(id)).map(({ id, since }) => ({ id, since }))

async function found(wanted: Parameters<typeof aSite>[1] = {}) {
  const site = await aSite(t, wanted)
  const layer = await aCurrentLayer(t)
  const finding = await aFinding(t, site, layer)
  return { site, layer, finding }
}
const explain = (by: Caller, site: number, finding: number, body: object = { text: WORDS }) =>
  by.post(`/sites/${site}/findings/${finding}/explain`, body)
const approve = (by: Caller, site: number, accepted_findings?: object[]) =>
  by.post(`/sites/approved/${site}`, accepted_findings ? { accepted_findings } : {})
/** What the database says of a finding follows from its steps. */
async function expectReplayed(site: number) {
  for (const finding of await findingsOf(site))
    expect({ state: finding.state, accepted_levels: finding.accepted_levels.toSorted() }).toEqual({
      ...replayed(finding.steps),
      accepted_levels: replayed(finding.steps).accepted_levels.toSorted(),
    })
}
const noted = async (id: number) =>
  (await auditOf(t, id)).filter(({ event }) => event === 'Decision Noted').at(-1)?.field_change as
    | { field: string; new: string }[]
    | undefined
const code = (reply: { json: () => unknown }) =>
  (reply.json() as { refusal?: { code: string } }).refusal?.code ?? null

describe('an approval names what it accepts', () => {
  test('is refused with the names while findings are open, and nothing is written', async () => {
    const { site, finding } = await found()
    const refused = await approve(approver, site.id)
    expect([refused.statusCode, code(refused)]).toEqual([409, 'findings_open'])
    expect(refused.json().message).toMatch(
      /^Findings on the land are open: CADT R04-\d+, Dumagat of Pangil \(/,
    )
    const row = await t.db
      .selectFrom('site_profiles')
      .select('penro_status')
      .where('id', '=', site.id)
      .execute()
    expect(row).toEqual([{ penro_status: 'Submitted' }])
    expect((await findingOf(site.id, finding)).steps.map(({ action }) => action)).toEqual(['Found'])
  })

  test('accepts each by name at PENRO, Region and FMB, and the log says what, how large and whether explained', async () => {
    const { site, layer, finding } = await found()
    const other = await aFinding(t, site, layer, {
      overlap_ha: '3.00',
      share: '0.004',
      name: 'Elders of Rizal',
    })
    expect((await explain(encoder, site.id, finding)).statusCode).toBe(200)
    const half = await approve(approver, site.id, await named(site.id, finding))
    expect([half.statusCode, half.json().message]).toEqual([409, expect.stringContaining('Elders of Rizal')])
    for (const by of [approver, region, fmb]) {
      const reply = await approve(by, site.id, await named(site.id, finding, other))
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const { state, accepted_levels, steps } = await findingOf(site.id, finding)
    expect([state, accepted_levels]).toEqual(['accepted', ['PENRO', 'Region', 'FMB']])
    expect(steps.map(({ action, level, by }) => [action, level, by])).toEqual([
      ['Found', null, null],
      ['Explained', 'PENRO', 'Isabel Muñoz'],
      ['Accepted', 'PENRO', expect.any(String)],
      ['Accepted', 'Region', expect.any(String)],
      ['Accepted', 'FMB', expect.any(String)],
    ])
    expect(
      (await noted(site.id))?.find(({ field }) => field === 'accepted_findings')?.new.split('\n'),
    ).toEqual([
      expect.stringMatching(
        /^12\.40 ha \(3 %\) lie in CADT .*, according to NCIP, Mar 01, 2026\. Explained\.$/,
      ),
      expect.stringMatching(/^3\.00 ha \(0\.4 %\) lie in CADT .* Not explained\.$/),
    ])
    await expectReplayed(site.id)
    // each level reads how many are open for it, and at the end what was accepted
    const { rows: mails } = await sql<{ said: string }>`
      select distinct substring(payload::text from 'Findings on its land: [^.]*') as said
      from graphile_worker._private_jobs where payload::text like ${`%${site.code}%`} order by said`.execute(
      t.db,
    )
    expect(mails.map(({ said }) => said)).toEqual([
      'Findings on its land: 0 open, 2 accepted by name',
      'Findings on its land: 2 open, 2 accepted by name',
    ])
  })

  test('says in the log what was not compared, what failed, and that a consent is missing', async () => {
    const { site, finding } = await found()
    const [open, broken] = [
      await aCurrentLayer(t, { kind: 'tenure' }),
      await aCurrentLayer(t, { kind: 'forest_cover' }),
    ]
    await aScreening(t, site, broken, 'Too many features lie around.')
    expect((await approve(approver, site.id, await named(site.id, finding))).statusCode).toBe(200)
    const row = await noted(site.id)
    expect(row).toEqual(
      expect.arrayContaining([
        { field: 'land_not_checked', old: null, new: open.name },
        { field: 'land_check_failed', old: null, new: broken.name },
        {
          field: 'consent',
          old: null,
          new: expect.stringMatching(/^Consent is missing for CADT R04-\d+, Dumagat of Pangil\.$/),
        },
      ]),
    )
    await aConsent(t, site.id, [finding])
    expect((await approve(region, site.id, await named(site.id, finding))).statusCode).toBe(200)
    expect((await noted(site.id))?.some(({ field }) => field === 'consent')).toBe(false)
  })

  test('of a finding that changed, is gone, or belongs to another profile is refused', async () => {
    const { site, finding } = await found()
    const seen = await named(site.id, finding)
    await explain(encoder, site.id, finding)
    const other = await found()
    for (const accepted of [
      seen,
      await named(other.site.id, other.finding),
      [{ id: 999_999, since: seen[0]?.since }],
      [{ id: finding, since: 'yesterday' }],
    ]) {
      const reply = await approve(approver, site.id, accepted)
      expect([reply.statusCode, code(reply)]).toEqual([409, 'finding_changed'])
    }
    const twice = await named(site.id, finding)
    expect((await approve(approver, site.id, [...twice, ...twice])).statusCode).toBe(422)
    // the finding of the other profile must be named there, not here
    const both = [...(await named(site.id, finding))]
    expect((await approve(approver, site.id, both)).statusCode).toBe(200)
  })

  test('is asked again at a level only once the finding has changed since', async () => {
    const { site, layer, finding } = await found()
    expect((await approve(approver, site.id, await named(site.id, finding))).statusCode).toBe(200)
    await region.post(`/sites/returned/${site.id}`, { returned_reason: 'Please correct the year.' })
    expect((await encoder.post(`/sites/submitted/${site.id}`)).statusCode).toBe(200)
    // PENRO has accepted it as it is
    expect((await approve(approver, site.id)).statusCode).toBe(200)
    expect(code(await approve(region, site.id))).toBe('findings_open')
    expect((await approve(region, site.id, await named(site.id, finding))).statusCode).toBe(200)
    await aFinding(t, site, layer, { name: 'Found by a newer version' })
    expect((await approve(fmb, site.id, await named(site.id, finding))).json().message).toContain(
      'Found by a newer version',
    )
  })

  test('needs no name for land of a withdrawn layer, and none of outlines', async () => {
    const { site, layer } = await found()
    await sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'Old' where id = ${layer.id}`.execute(
      t.db,
    )
    await aCurrentLayer(t, { kind: 'municipal_boundary' })
    expect((await landOf(approver, site.id)).layers).toEqual([])
    expect((await approve(approver, site.id)).statusCode).toBe(200)
  })

  test('without layers is as ever', async () => {
    const site = await aSite(t)
    expect((await approve(approver, site.id)).statusCode).toBe(200)
    expect((await noted(site.id))?.some(({ field }) => field.startsWith('land')) ?? false).toBe(false)
  })
})

describe('the draft of a window', () => {
  full.test(
    '[S-166] goes with what was typed into it, in the same transaction, and stays when that is refused',
    async () => {
      const { site, finding } = await found()
      const keep = async (form: string, record_id: number) => {
        const reply = await encoder.post(`/drafts/${form}`, { record_id, content: '{"text":"half"}' })
        expect(reply.statusCode, reply.body).toBe(200)
      }
      const isKept = async (form: string, record_id: number) =>
        (await encoder.get(`/drafts/${form}?record_id=${record_id}`)).json().draft !== null
      const path = `/sites/${site.id}/findings/${finding}`

      await keep('finding-explain', finding)
      await keep('finding-ask', finding)
      expect((await explain(encoder, site.id, finding, { text: '' })).statusCode).toBe(422)
      expect(await isKept('finding-explain', finding)).toBe(true)
      expect((await explain(encoder, site.id, finding)).statusCode).toBe(200)
      expect([await isKept('finding-explain', finding), await isKept('finding-ask', finding)]).toEqual([
        false,
        true,
      ])
      const asked = await encoder.post(`${path}/requests`, { asked: 'NCIP', asked_on: '2026-02-03' })
      expect(asked.statusCode, asked.body).toBe(200)
      expect(await isKept('finding-ask', finding)).toBe(false)
      const [request] = (asked.json().finding as Finding).requests
      const request_id = request?.id ?? 0
      await keep('finding-answer', request_id)
      const answer = (answered_on: string) =>
        encoder.post(`${path}/requests/${request_id}/answer`, {
          answered_on,
          answer: 'no objection',
          revision: request?.revision,
        })
      const early = await answer('2026-02-02')
      expect(early.json().errors).toEqual({
        answered_on: ['Answered on cannot be before the day of the request.'],
      })
      expect(await isKept('finding-answer', request_id)).toBe(true)
      const answered = await answer('2026-02-20')
      expect(answered.statusCode, answered.body).toBe(200)
      expect(await isKept('finding-answer', request_id)).toBe(false)
    },
  )
})

describe('an explanation', () => {
  test('has words and a paper, is logged without its words, and voids what was accepted', async () => {
    const { site, finding } = await found()
    expect((await approve(approver, site.id, await named(site.id, finding))).statusCode).toBe(200)
    const file_id = await aFile(t, { name: 'consent.pdf' })
    const before = await findingOf(site.id, finding)
    const reply = await explain(encoder, site.id, finding, { text: `${WORDS}\n\nSee the paper.`, file_id })
    expect(reply.statusCode, reply.body).toBe(200)
    const now = reply.json().finding as Finding
    expect([now.state, now.accepted_levels]).toEqual(['explained', []])
    expect(now.since > before.since).toBe(true)
    expect(now.steps.at(-1)).toMatchObject({
      action: 'Explained',
      text: `${WORDS}\n\nSee the paper.`,
      by: 'Isabel Muñoz',
      file: { id: file_id, name: 'consent.pdf' },
    })
    expect(await findingOf(site.id, finding)).toEqual(now)
    const log = (await auditOf(t, site.id)).at(-1)
    expect(log).toMatchObject({ event: 'Finding Explained' })
    expect(JSON.stringify(log)).not.toContain('Ben Cruz')
    // readers of the profile open the paper, others do not
    for (const [person, status] of [
      ['r4a.approver', 200],
      ['quezon.encoder', 404],
    ] as const)
      expect((await (await t.as(person)).get(`/file/${file_id}`)).statusCode).toBe(status)
    const again = await explain(encoder, site.id, finding, { text: 'More.', file_id })
    expect([again.statusCode, Object.keys(again.json().errors)]).toEqual([422, ['file_id']])
    await expectReplayed(site.id)
  })

  test('is possible in every state of an activated profile', async () => {
    for (const wanted of [
      { site_status: 'Approved' },
      { site_status: 'Returned' },
      { level: 'FMB' },
    ] as const) {
      const { site, finding } = await found(wanted)
      expect((await explain(encoder, site.id, finding)).statusCode).toBe(200)
    }
    const off = await found({ deactivated_by: 'fmb.admin' })
    expect((await explain(encoder, off.site.id, off.finding)).statusCode).toBe(409)
  })

  test('of another profile’s finding, of one that is gone, or without words is refused', async () => {
    const { site, finding } = await found()
    const other = await found()
    expect((await explain(encoder, site.id, other.finding)).statusCode).toBe(404)
    expect((await explain(encoder, site.id, 999_999)).statusCode).toBe(404)
    for (const text of [undefined, '', '   ', 'x'.repeat(1001), 7]) {
      const reply = await explain(encoder, site.id, finding, { text })
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['text']])
    }
    for (const kind of ['csv', 'kml'] as const) {
      const reply = await explain(encoder, site.id, finding, {
        text: WORDS,
        file_id: await aFile(t, { kind }),
      })
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['file_id']])
    }
    const foreign = await aFile(t, { by: 'quezon.encoder' })
    expect((await explain(encoder, site.id, finding, { text: WORDS, file_id: foreign })).statusCode).toBe(422)
    await t.db
      .updateTable('land_findings')
      .set({ state: 'gone', geometry: null })
      .where('id', '=', finding)
      .execute()
    expect((await explain(encoder, site.id, finding)).statusCode).toBe(404)
  })

  test('sent again with its form key is saved once, and a finding has at most a hundred entries', async () => {
    const { site, finding } = await found()
    const key = crypto.randomUUID()
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: `/api/sites/${site.id}/findings/${finding}/explain`,
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${encoder.token}`, [FORM_KEY]: key },
        payload: { text: WORDS },
      })
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200])
    expect((await findingOf(site.id, finding)).steps).toHaveLength(2)
    await sql`insert into thread_steps (kind, thread_id, action, round, level, at, user_id, user_name, role_name, text)
      select 'finding', ${finding}, 'Explained', 1, 'PENRO', now(), ${await t.userId('laguna.encoder')}, 'Isabel', 'PENRO Encoder', 'No'
      from generate_series(1, 99)`.execute(t.db)
    expect(code(await explain(encoder, site.id, finding))).toBe('finding_full')
  })
})

describe('a request', () => {
  const asked = (by: Caller, site: number, finding: number, body: object = {}) =>
    by.post(`/sites/${site}/findings/${finding}/requests`, { asked: 'NCIP', asked_on: '2026-02-03', ...body })
  const answered = (by: Caller, site: number, finding: number, request: number, body: object = {}) =>
    by.post(`/sites/${site}/findings/${finding}/requests/${request}/answer`, {
      answered_on: '2026-03-04',
      answer: 'conditions',
      words: WORDS,
      revision: 1,
      ...body,
    })

  test('and its answer are recorded with days by office or reviewer; the answer voids what was accepted', async () => {
    const { site, finding } = await found()
    await explain(encoder, site.id, finding)
    const before = await findingOf(site.id, finding)
    const made = (await asked(encoder, site.id, finding)).json().finding as Finding
    const [request] = made.requests
    expect(request).toMatchObject({ asked: 'NCIP', asked_on: '2026-02-03', answer: null })
    expect(made.since, 'asking changes nothing that is accepted').toBe(before.since)
    expect((await approve(approver, site.id, await named(site.id, finding))).statusCode).toBe(200)
    const reply = await answered(region, site.id, finding, request?.id ?? 0)
    expect(reply.statusCode, reply.body).toBe(200)
    const now = reply.json().finding as Finding
    expect([now.state, now.accepted_levels]).toEqual(['explained', []])
    expect(now.requests[0]).toMatchObject({ answered_on: '2026-03-04', answer: 'conditions', words: WORDS })
    expect(now.steps.map(({ action }) => action)).toEqual([
      'Found',
      'Explained',
      'Asked',
      'Accepted',
      'Answered',
    ])
    expect(now.steps.at(-1)?.facts).toEqual({
      request: request?.id,
      asked: 'NCIP',
      on: '2026-03-04',
      answer: 'conditions',
    })
    const rows = (await auditOf(t, site.id)).filter(({ event }) => event === 'Request Recorded')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('Ben Cruz')
    await expectReplayed(site.id)

    const twice = await answered(encoder, site.id, finding, request?.id ?? 0, { revision: 2 })
    expect([twice.statusCode, code(twice)]).toEqual([409, 'request_answered'])
  })

  test('good news takes no acceptance away, an objection does', async () => {
    const { site, finding } = await found()
    const made = async () => (await asked(encoder, site.id, finding)).json().finding as Finding
    const [first] = (await made()).requests
    const { requests } = await made()
    const second = requests.find(({ id }) => id !== first?.id)
    expect((await approve(approver, site.id, await named(site.id, finding))).statusCode).toBe(200)
    const before = await findingOf(site.id, finding)
    const answer = async (request: number, word: string) => {
      const reply = await answered(region, site.id, finding, request, { answer: word, words: null })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().finding as Finding
    }
    const good = await answer(first?.id ?? 0, 'no objection')
    expect([good.state, good.accepted_levels, good.since]).toEqual(['accepted', ['PENRO'], before.since])
    await expectReplayed(site.id)
    const worse = await answer(second?.id ?? 0, 'objection')
    expect([worse.state, worse.accepted_levels]).toEqual(['found', []])
    await expectReplayed(site.id)
  })

  test('is refused with days that cannot be, and of another finding', async () => {
    const { site, finding } = await found()
    for (const body of [
      { asked: '' },
      { asked_on: '2026-13-01' },
      { asked_on: '2999-01-01' },
      { asked: 'x'.repeat(121) },
    ])
      expect((await asked(encoder, site.id, finding, body)).statusCode).toBe(422)
    const request = (await asked(encoder, site.id, finding)).json().finding.requests[0].id
    for (const body of [
      { answered_on: '2026-02-02' },
      { answered_on: '2999-01-01' },
      { answer: 'perhaps' },
      { words: 'x'.repeat(1001) },
    ])
      expect((await answered(encoder, site.id, finding, request, body)).statusCode).toBe(422)
    const other = await found()
    expect((await answered(encoder, other.site.id, other.finding, request)).statusCode).toBe(404)
    expect((await findingOf(site.id, finding)).requests[0]?.answer).toBeNull()
  })

  test('answered by two at once has one answer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { site, finding } = await found()
      const request = (await asked(encoder, site.id, finding)).json().finding.requests[0].id
      const replies = await Promise.all([
        answered(encoder, site.id, finding, request, { answer: 'objection' }),
        answered(approver, site.id, finding, request, { answer: 'no objection' }),
      ])
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      expect(
        (await findingOf(site.id, finding)).steps.filter(({ action }) => action === 'Answered'),
      ).toHaveLength(1)
    }
  })
})

/** The tasks about a finding that each of these people has. */
const PEOPLE = ['laguna.encoder', 'laguna.approver', 'r4a.approver', 'fmb.approver'] as const
async function tasksAbout(finding: number): Promise<string[]> {
  const all: string[] = []
  for (const person of PEOPLE) {
    const reply = await (await t.as(person)).get('/land/tasks?length=100')
    const rows = reply.json().data as { task: string; finding_id: number | null }[]
    for (const { task, finding_id } of rows) if (finding_id === finding) all.push(`${person}: ${task}`)
  }
  return all.filter((one) => !/consent_missing|objection/.test(one))
}
const decide = async (by: Caller, site: number, finding: number, body: object = {}) =>
  by.post(`/sites/${site}/findings/${finding}/decide`, {
    since: (await findingOf(site, finding)).since,
    decision: 'accept',
    ...body,
  })

full.describe('after the approval', () => {
  test('[S-163] a finding is explained, returned with words, and accepted by name at three levels, of one at a time', async () => {
    const { site, finding } = await found({ site_status: 'Approved' })
    expect(await tasksAbout(finding)).toEqual(['laguna.encoder: found'])
    expect(code(await decide(approver, site.id, finding))).toBe('finding_of_others')
    await explain(encoder, site.id, finding)
    expect(await tasksAbout(finding)).toEqual(['laguna.approver: explained'])
    expect(code(await decide(region, site.id, finding))).toBe('finding_of_others')
    for (const text of [undefined, '', '  ']) {
      const wordless = await decide(approver, site.id, finding, { decision: 'return', text })
      expect([wordless.statusCode, Object.keys(wordless.json().errors)]).toEqual([422, ['text']])
    }
    const back = await decide(approver, site.id, finding, { decision: 'return', text: WORDS })
    expect(back.statusCode, back.body).toBe(200)
    expect(back.json().finding).toMatchObject({ state: 'found', accepted_levels: [] })
    expect(await tasksAbout(finding)).toEqual(['laguna.encoder: found'])
    await expectReplayed(site.id)
    await explain(encoder, site.id, finding)
    const { since } = await findingOf(site.id, finding)
    for (const [by, next] of [
      [approver, ['r4a.approver: explained']],
      [region, ['fmb.approver: explained']],
      [fmb, []],
    ] as const) {
      const reply = await decide(by, site.id, finding)
      expect(reply.statusCode, reply.body).toBe(200)
      expect(await tasksAbout(finding)).toEqual(next)
      expect(code(await decide(by, site.id, finding))).toBe('finding_of_others')
    }
    expect(await findingOf(site.id, finding)).toMatchObject({
      since,
      state: 'accepted',
      accepted_levels: ['PENRO', 'Region', 'FMB'],
    })
    await expectReplayed(site.id)
    const rows = (await auditOf(t, site.id)).filter(({ event }) => event.startsWith('Finding'))
    expect(rows.map(({ event }) => event)).toEqual([
      'Finding Explained',
      'Finding Returned',
      'Finding Explained',
      ...Array<string>(3).fill('Finding Accepted'),
    ])
    expect(JSON.stringify(rows)).not.toContain('Ben Cruz')
    const site_status = await t.db
      .selectFrom('site_profiles')
      .select('site_status')
      .where('id', '=', site.id)
      .executeTakeFirst()
    expect(site_status).toEqual({ site_status: 'Approved' })
  })

  test('a decision is refused before the approval, of what changed, and when twice', async () => {
    const { site, finding } = await found({ site_status: 'Approved' })
    await explain(encoder, site.id, finding)
    expect((await decide(approver, site.id, finding, { decision: 'perhaps' })).statusCode).toBe(422)
    const stale = await decide(approver, site.id, finding, { since: '2020-01-01T00:00:00.000Z' })
    expect(code(stale)).toBe('finding_changed')
    const replies = await Promise.all(
      [approver, await t.as('laguna.second')].map((by) => decide(by, site.id, finding)),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const waiting = await found()
    await explain(encoder, waiting.site.id, waiting.finding)
    expect(code(await decide(approver, waiting.site.id, waiting.finding))).toBe('finding_with_profile')
  })

  test('[S-163] three acceptances survive an answer without objection, a paper and its renewal; an objection takes them away', async () => {
    const { site, layer, finding } = await found({ site_status: 'Approved' })
    await sql`update land_layers set kind = 'protected_area' where id = ${layer.id}`.execute(t.db)
    await explain(encoder, site.id, finding)
    for (const by of [approver, region, fmb])
      expect((await decide(by, site.id, finding)).statusCode).toBe(200)
    const before = await findingOf(site.id, finding)
    const request = async (asked: string) => {
      const path = `/sites/${site.id}/findings/${finding}/requests`
      const made = await encoder.post(path, { asked, asked_on: '2026-02-03' })
      return (made.json().finding as Finding).requests.at(-1)?.id ?? 0
    }
    const answer = async (id: number, word: string) => {
      const path = `/sites/${site.id}/findings/${finding}/requests/${id}/answer`
      const reply = await encoder.post(path, { answered_on: '2026-03-04', answer: word, revision: 1 })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await answer(await request('PAMB'), 'no objection')
    const paper = { kind: 'pamb_clearance', issuer: 'PAMB', issued_on: '2024-03-01', finding_ids: [finding] }
    const first = await encoder.post(`/sites/${site.id}/instruments`, paper)
    const renewal = { ...paper, issued_on: '2025-03-01', renews_id: first.json().instrument.id }
    expect((await encoder.post(`/sites/${site.id}/instruments`, renewal)).statusCode).toBe(201)
    expect(await findingOf(site.id, finding)).toMatchObject({
      state: 'accepted',
      accepted_levels: ['PENRO', 'Region', 'FMB'],
      since: before.since,
      consent: null,
    })
    expect(await tasksAbout(finding)).toEqual([])
    await answer(await request('PAMB'), 'objection')
    expect(await findingOf(site.id, finding)).toMatchObject({
      state: 'explained',
      accepted_levels: [],
      consent: 'objection',
    })
    expect(await tasksAbout(finding)).toEqual(['laguna.approver: explained'])
    await expectReplayed(site.id)
  })
})

full.test(
  '[S-161] of two domains one has its consent and the other an objection: every place names it, and three levels accept it by name',
  async () => {
    const site = await aSite(t)
    const layer = await aCurrentLayer(t, { name: 'Domains of the story' })
    const [pangil, rizal] = [
      await aFinding(t, site, layer, { code: null, name: 'Pangil' }),
      await aFinding(t, site, layer, { code: null, name: 'Rizal' }),
    ]
    const path = `/sites/${site.id}/findings/${rizal}/requests`
    const asked = await encoder.post(path, { asked: 'NCIP', asked_on: '2026-02-03' })
    const [request] = (asked.json().finding as Finding).requests
    const consent = {
      kind: 'certification_precondition',
      issuer: 'NCIP',
      issued_on: '2024-03-01',
      finding_ids: [pangil, rizal],
    }
    expect((await encoder.post(`/sites/${site.id}/instruments`, consent)).statusCode).toBe(201)
    expect((await landOf(encoder, site.id)).consent).toBe('recorded')
    const body = { answered_on: '2026-03-04', answer: 'objection', revision: 1 }
    expect((await encoder.post(`${path}/${request?.id}/answer`, body)).statusCode).toBe(200)
    const SAID = 'An objection is on record for Rizal'
    expect((await landOf(encoder, site.id)).consent).toBe('objection')
    const { marks } = (await encoder.get(`/sites/${site.id}`)).json() as { marks: string[] }
    expect(marks).toContain(SAID)
    expect(marks.join(' ')).not.toMatch(/consent/i)
    const tasks = (await encoder.get(`/land/tasks?task=objection&search=${site.code}`)).json()
    expect(tasks.data).toMatchObject([{ finding_id: rizal, words: `${SAID}.` }])
    expect((await encoder.get('/land/tasks?task=consent_missing')).json().data).toEqual([])
    const file = (await encoder.get('/land/export')).body
    expect(file).toContain(`${SAID}. Consent is recorded for Pangil.`)
    for (const by of [approver, region, fmb]) {
      const reply = await approve(by, site.id, await named(site.id, pangil, rizal))
      expect(reply.statusCode, reply.body).toBe(200)
      expect(await noted(site.id)).toContainEqual({ field: 'consent', old: null, new: `${SAID}.` })
    }
    const all = ['PENRO', 'Region', 'FMB']
    expect((await findingsOf(site.id)).map(({ accepted_levels }) => accepted_levels)).toEqual([all, all])
  },
)

describe('at the same moment', () => {
  test('two approvers: one accepts, the other is told who approved', async () => {
    const second = await t.as('laguna.second')
    for (let round = 0; round < ROUNDS; round += 1) {
      const { site, finding } = await found()
      const accepted = await named(site.id, finding)
      const replies = await Promise.all([
        approve(approver, site.id, accepted),
        approve(second, site.id, accepted),
      ])
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      const { steps } = await findingOf(site.id, finding)
      expect(steps.filter(({ action }) => action === 'Accepted')).toHaveLength(1)
    }
  })

  test('an explanation and an approval: the approval came first, or names what is no longer so', async () => {
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const { site, finding } = await found()
      const accepted = await named(site.id, finding)
      const calls = [() => explain(encoder, site.id, finding), () => approve(approver, site.id, accepted)]
      const [explained, approved] = await Promise.all(calls.map((call) => call()))
      expect(explained?.statusCode).toBe(200)
      const { steps, state } = await findingOf(site.id, finding)
      const actions = steps.map(({ action }) => action)
      if (approved?.statusCode === 200) expect(actions).toEqual(['Found', 'Accepted', 'Explained'])
      else {
        expect(approved && code(approved)).toBe('finding_changed')
        expect(actions).toEqual(['Found', 'Explained'])
      }
      expect(state).toBe('explained')
      await expectReplayed(site.id)
    }
  })

  test('a new version while approving: what was found before is still accepted by name, and "not checked" is noted', async () => {
    const { site, layer, finding } = await found()
    const accepted = await named(site.id, finding)
    await aVersion(t, layer.id, [])
    const land = await landOf(approver, site.id)
    expect(land.layers[0]).toMatchObject({ state: 'not_checked', findings: [{ id: finding }] })
    expect(land.consent).toBe('missing')
    expect(code(await approve(approver, site.id))).toBe('findings_open')
    expect((await approve(approver, site.id, accepted)).statusCode).toBe(200)
    expect(await noted(site.id)).toContainEqual({ field: 'land_not_checked', old: null, new: layer.name })
  })
})

describe('an operator erases', () => {
  test('the words of an explanation and of an answer with their rows of the log; states and papers stay', async () => {
    const { site, finding } = await found()
    const key = { [FORM_KEY]: crypto.randomUUID() }
    await t.app.inject({
      method: 'POST',
      url: `/api/sites/${site.id}/findings/${finding}/explain`,
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${encoder.token}`, ...key },
      payload: { text: WORDS, file_id: await aFile(t) },
    })
    const made = (
      await encoder.post(`/sites/${site.id}/findings/${finding}/requests`, {
        asked: 'NCIP',
        asked_on: '2026-02-03',
      })
    ).json().finding as Finding
    await encoder.post(`/sites/${site.id}/findings/${finding}/requests/${made.requests[0]?.id}/answer`, {
      answered_on: '2026-03-04',
      answer: 'objection',
      words: `${WORDS} No.`,
      revision: 1,
    })
    await publishNow(t)
    const before = await findingOf(site.id, finding)
    const rows = (await auditOf(t, site.id)).filter(({ event }) => /^(Finding|Request)/.test(event))
    expect(rows).toHaveLength(3)
    for (const row of rows) await eraseRow(t.services, row.id, 'Decision 7')
    const { rows: stored } = await sql<{ text: string }>`
      select row_to_json(thread_steps)::text as text from thread_steps where thread_id = ${finding}
      union all select row_to_json(land_requests)::text from land_requests where land_finding_id = ${finding}
      union all select row_to_json(audit_logs)::text from audit_logs where auditable_id = ${site.id}
      union all select answer from form_submissions where record_code = ${site.code}`.execute(t.db)
    expect(JSON.stringify(stored)).not.toContain('Ben Cruz')
    const now = await findingOf(site.id, finding)
    expect(now).toEqual({
      ...before,
      steps: before.steps.map((step) => ({ ...step, text: null })),
      requests: before.requests.map((one) => ({ ...one, words: null })),
    })
  })
})
