import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import type { StatementRow, SummaryRow, SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { anApprovedSite, batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { API_KEY, type Caller, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'
import { auditCount, auditOf, codesOf, regionId } from '../support/records/people.ts'
import {
  aDraft,
  aRecord,
  frozen,
  published,
  type RecordWithFacts,
  shown,
  summaryInput,
} from '../support/records/summaries.ts'
import { withoutSummaries } from '../support/records/without-summaries.ts'
import { full } from '../support/full.ts'

const MODULE = 'Summary of Information'
const CHANGED = { status: 409, message: 'This summary was changed by another user. Please reload.' }
const TEXT_CHANGED = {
  status: 409,
  message: 'This part was changed by another user. Reload to see it; your text stays here.',
  refusal: { code: 'text_changed', params: {} },
}

const bureau = withServer()

/** The bureau of this file without the summaries of the test before, or another one without records. */
async function aBureau(t = bureau) {
  if (t === bureau) await withoutSummaries(t.db)
  const [admin, approver] = [await t.as('fmb.admin'), await t.as('fmb.approver')]
  return { t, admin, approver }
}

/** Sends the same form so many times at once, as after lost answers. */
async function sentTimes(t: TestApp, count: number, by: Caller, url: string, payload: object) {
  const headers = {
    'x-api-key': API_KEY,
    authorization: `Bearer ${by.token}`,
    [FORM_KEY]: randomUUID(),
  }
  const send = (body: object = payload) =>
    t.app.inject({ method: 'POST', url: `/api${url}`, headers, payload: body })
  return { replies: await Promise.all(Array.from({ length: count }, () => send())), send }
}

const summariesIn = async ({ db }: TestApp) => db.selectFrom('summaries').selectAll().orderBy('id').execute()
const write = (by: Caller, id: number, section: string, text: string, written_at: string | null = null) =>
  by.post(`/summaries/${id}/texts`, { section, text, written_at })
async function written(by: Caller, id: number, section: string, text: string, from: string | null = null) {
  const reply = await write(by, id, section, text, from)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().text as SummaryText
}
const FMB_ADMIN = 'fmb.admin@bureau.example'

describe('beginning a summary', () => {
  test('makes a draft, told in the log', async () => {
    const { t, approver } = await aBureau()
    const region = await regionId(t, 'R04A')
    const reply = await approver.post('/summaries', summaryInput({ region_ids: [region] }))
    expect(reply.statusCode, reply.body).toBe(201)
    const { summary } = reply.json()
    expect(summary).toMatchObject({
      year: 2026,
      title: 'Third summary of information',
      reporting_years: [2025],
      status: 'Draft',
      frozen_at: null,
      published_at: null,
      sha256: null,
      updated_by: expect.stringMatching(/^\S+ \S+/),
      regions: [{ id: region, name: expect.stringContaining('CALABARZON') }],
    })
    expect(await auditOf(t, MODULE, summary.id)).toEqual([
      {
        event: 'Created',
        user_email: 'fmb.approver@bureau.example',
        auditable_code: 'Summary of 2026',
        changes: [
          { field: 'year', old: null, new: '2026' },
          { field: 'title', old: null, new: 'Third summary of information' },
          { field: 'reporting_years', old: null, new: '2025' },
          { field: 'regions', old: null, new: summary.regions[0].name },
        ],
      },
    ])
  })

  test('two drafts of a year may stand side by side, and the list is newest year first', async () => {
    const { t, admin } = await aBureau()
    const ids = [
      (await aDraft(t, { year: 2026 })).id,
      (await aDraft(t, { year: 2026, title: 'Another' })).id,
      (await aDraft(t, { year: 2028 })).id,
    ]
    const list = async (query = '') => (await admin.get(`/summaries${query}`)).json()
    const idsOf = async (query = '') => (await list(query)).data.map(({ id }: SummaryRow) => id)
    expect(await idsOf()).toEqual([ids[2], ids[1], ids[0]])
    expect(await idsOf('?search=another')).toEqual([ids[1]])
    expect(await idsOf('?search=2028')).toEqual([ids[2]])
    expect(await list('?length=1&page=2')).toMatchObject({ totalCount: 3, data: [{ id: ids[1] }] })
  })

  test('takes over what was written last for each part, with the day it was written', async () => {
    const { t, admin, approver } = await aBureau()
    const first = await aDraft(t, { year: 2022 })
    const old = await written(admin, first.id, 'national_circumstances', 'The land in 2022.')
    const second = await aDraft(t, { year: 2024 })
    const law = await written(approver, second.id, 'addressed_c', 'Republic Act 8371.')
    await written(admin, second.id, 'risks_and_benefits', 'Landslides.')
    const gone = (await shown(t, second.id)).texts.find(({ section }) => section === 'risks_and_benefits')
    await written(admin, second.id, 'risks_and_benefits', '', gone?.written_at)
    await frozen(t, first.id)
    await frozen(t, second.id)
    // what is not decided, or was withdrawn, is no source
    const draft = await aDraft(t, { year: 2025 })
    await written(admin, draft.id, 'grievance', 'A draft says so.')
    const wrong = await aDraft(t, { year: 2025 })
    const told = (await shown(t, wrong.id)).texts.find(({ section }) => section === 'addressed_c')
    await written(admin, wrong.id, 'addressed_c', 'A wrong law.', told?.written_at)
    await published(t, wrong.id)
    const withdrawal = await (await t.as('fmb.super')).post(`/summaries/${wrong.id}/withdraw`, {
      reason: 'The law is wrong.',
    })
    expect(withdrawal.json().summary).toMatchObject({ status: 'Withdrawn' })
    const listed = (await admin.get('/summaries?status=Withdrawn')).json().data
    expect(listed.map(({ id }: SummaryRow) => id)).toEqual([wrong.id])

    const third = await aDraft(t, { year: 2026 })
    const { texts, gaps } = await shown(t, third.id)
    // in document order; an emptied text is not copied, and the land is of 2022, as it was not confirmed for 2024
    expect(texts).toEqual([
      { ...old, taken_from: 2022 },
      { ...law, taken_from: 2024 },
    ])
    expect(law.written_by).not.toBe(old.written_by)
    expect(gaps.filter(({ message }) => message.endsWith('check it.'))).toEqual([
      {
        section: 'national_circumstances',
        message: '"National circumstances" is still the text of the summary of 2022: check it.',
        blocks: false,
      },
      {
        section: 'addressed_c',
        message: '"Safeguard (c): how it is addressed" is still the text of the summary of 2024: check it.',
        blocks: false,
      },
    ])
    // confirmed, it is no gap any more
    await written(admin, third.id, 'addressed_c', law.text, law.written_at)
    const left = (await shown(t, third.id)).gaps.filter(({ message }) => message.endsWith('check it.'))
    expect(left.map(({ section }) => section)).toEqual(['national_circumstances'])
    const { previous } = (await admin.get(`/summaries/${third.id}/previous`)).json()
    expect(previous).toMatchObject({ id: second.id, year: 2024 })
  })

  test('of a text that was confirmed for a later year, that year is told', async () => {
    const { t, admin } = await aBureau()
    const first = await aDraft(t, { year: 2022 })
    const old = await written(admin, first.id, 'national_circumstances', 'The land.')
    await frozen(t, first.id)
    const second = await aDraft(t, { year: 2024 })
    await written(admin, second.id, 'national_circumstances', 'The land.', old.written_at)
    await frozen(t, second.id)
    const { texts } = await shown(t, (await aDraft(t, { year: 2026 })).id)
    expect(texts).toEqual([{ ...old, taken_from: 2024 }])
  })

  test('with mistakes is refused with a sentence under each field', async () => {
    const { t, admin } = await aBureau()
    const errorsOf = async (body: object) => {
      const reply = await admin.post('/summaries', body)
      return [reply.statusCode, reply.json().errors]
    }
    expect(await errorsOf({})).toEqual([
      422,
      {
        year: ['Year is required.'],
        title: ['Title is required.'],
        reporting_years: ['Choose at least one reporting year.'],
        region_ids: ['Choose the regions, or none for the whole country.'],
      },
    ])
    expect(
      await errorsOf(
        summaryInput({ year: 1999, title: 'x', reporting_years: [2025, 2025], region_ids: [4, 4] }),
      ),
    ).toEqual([
      422,
      {
        year: ['Year must be from 2000 to 2100.'],
        title: ['Title must be at least 2 characters.'],
        reporting_years: ['A reporting year is listed twice.'],
        region_ids: ['A region is listed twice.'],
      },
    ])
    expect(await errorsOf(summaryInput({ region_ids: [4, 999_999] }))).toEqual([
      422,
      { region_ids: ['One of these regions does not exist.'] },
    ])
    expect(await summariesIn(t)).toEqual([])
  })

  test('sent again because the answer was lost, makes one', async () => {
    const { t, admin } = await aBureau()
    const { replies } = await sentTimes(t, 4, admin, '/summaries', summaryInput())
    expect(codesOf(replies)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await summariesIn(t)).toHaveLength(1)
  })
})

describe('changing what a draft covers', () => {
  test('is told in the log, field by field', async () => {
    const { t, approver } = await aBureau()
    const [calabarzon, zamboanga] = [await regionId(t, 'R04A'), await regionId(t, 'R09')]
    const draft = await aDraft(t, { region_ids: [calabarzon] })
    const reply = await approver.post(`/summaries/${draft.id}`, {
      ...summaryInput({ title: 'Fourth summary', reporting_years: [2024, 2025], region_ids: [zamboanga] }),
      updated_at: draft.updated_at,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const { summary } = reply.json()
    expect(summary).toMatchObject({ title: 'Fourth summary', reporting_years: [2024, 2025] })
    expect(summary.updated_at > draft.updated_at).toBe(true)
    expect((await shown(t, draft.id)).summary).toEqual(summary)
    expect((await auditOf(t, MODULE, draft.id)).at(-1)).toMatchObject({
      event: 'Updated',
      user_email: 'fmb.approver@bureau.example',
      changes: [
        { field: 'title', old: 'Third summary of information', new: 'Fourth summary' },
        { field: 'reporting_years_added', old: null, new: '2024' },
        { field: 'regions_added', old: null, new: summary.regions[0].name },
        { field: 'regions_removed', old: null, new: draft.regions[0]?.name },
      ],
    })
  })

  test('[S-144] who writes second is told who wrote first, when, and what', async () => {
    const { t, admin, approver } = await aBureau()
    const { id, updated_at } = await aDraft(t)
    const theirs = await written(admin, id, 'addressed_c', 'Their words.')
    const refused = await write(approver, id, 'addressed_c', 'My words.')
    expect(refused.json()).toMatchObject(TEXT_CHANGED)
    expect(refused.json().saved_before).toMatchObject({
      by: theirs.written_by,
      at: theirs.written_at,
      fields: [{ old: null, new: 'Their words.' }],
    })
    const edited = await approver.post(`/summaries/${id}`, { ...summaryInput(), updated_at })
    expect(edited.statusCode).toBe(409)
    expect(edited.json().saved_before).toMatchObject({ by: theirs.written_by, events: ['Updated'] })
  })

  test('of two who began from the same, one wins and the other is told', async () => {
    const { t, admin, approver } = await aBureau()
    const draft = await aDraft(t)
    const edit = (by: Caller, title: string) =>
      by.post(`/summaries/${draft.id}`, { ...summaryInput({ title }), updated_at: draft.updated_at })
    const replies = await Promise.all([edit(admin, 'Of the one'), edit(approver, 'Of the other')])
    expect(codesOf(replies)).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject(CHANGED)
    expect((await edit(admin, 'Later')).json()).toMatchObject(CHANGED)
    expect(await auditOf(t, MODULE, draft.id)).toHaveLength(2)
  })

  test('even when the clock stands still', async () => {
    const { t, admin } = await aBureau(await startAppForTest())
    t.setNow(new Date('2026-11-01T00:00:00Z'))
    const draft = await aDraft(t)
    const edit = () =>
      admin.post(`/summaries/${draft.id}`, { ...summaryInput(), updated_at: draft.updated_at })
    expect([(await edit()).statusCode, (await edit()).statusCode]).toEqual([200, 409])
  })

  test('a text or a choice in between counts as a change; bad input and a region that is none do not pass', async () => {
    const { t, admin } = await aBureau()
    const draft = await aDraft(t)
    const edit = (more: object, updated_at = draft.updated_at) =>
      admin.post(`/summaries/${draft.id}`, { ...summaryInput(more), updated_at })
    expect((await edit({ title: '' })).json().errors).toEqual({ title: ['Title is required.'] })
    expect((await edit({ region_ids: [999_999] })).json().errors).toEqual({
      region_ids: ['One of these regions does not exist.'],
    })
    expect((await admin.post(`/summaries/${draft.id}`, summaryInput())).json().errors).toEqual({
      updated_at: ['The form does not say what it began from.'],
    })
    await written(admin, draft.id, 'addressed_a', 'The law.')
    expect((await edit({})).json()).toMatchObject(CHANGED)
  })
})

describe('writing a part', () => {
  test('keeps it tidied, with its day and its writer; the log tells the paragraphs that differ', async () => {
    const { t, admin, approver } = await aBureau()
    const { id } = await aDraft(t)
    const first = await written(admin, id, 'addressed_c', '  Republic Act 8371.\r\nNCIP.\r\n')
    expect(first).toMatchObject({
      section: 'addressed_c',
      text: 'Republic Act 8371.\nNCIP.',
      taken_from: null,
    })
    const second = await written(
      approver,
      id,
      'addressed_c',
      'Republic Act 8371.\nThe NCIP gives consent.',
      first.written_at,
    )
    expect(second.written_by).not.toBe(first.written_by)
    expect(second.written_at > first.written_at).toBe(true)
    expect((await shown(t, id)).texts).toEqual([second])
    const field = 'Safeguard (c): how it is addressed'
    const [, one, two] = await auditOf(t, MODULE, id)
    expect([one, two]).toMatchObject([
      {
        event: 'Updated',
        user_email: FMB_ADMIN,
        changes: [{ field, old: null, new: 'Republic Act 8371.\nNCIP.' }],
      },
      {
        event: 'Updated',
        user_email: 'fmb.approver@bureau.example',
        changes: [{ field, old: 'NCIP.', new: 'The NCIP gives consent.' }],
      },
    ])
  })

  test('the same text confirms what was taken over, and keeps its day and its writer', async () => {
    const { t, admin, approver } = await aBureau()
    const earlier = await aDraft(t, { year: 2024 })
    const old = await written(admin, earlier.id, 'addressed_c', 'The law.')
    await frozen(t, earlier.id)
    const { id } = await aDraft(t)
    const before = (await shown(t, id)).summary
    const confirmed = await written(approver, id, 'addressed_c', 'The law.', old.written_at)
    expect(confirmed).toEqual({ ...old, taken_from: null })
    expect((await shown(t, id)).summary.updated_at > before.updated_at).toBe(true)
    expect((await auditOf(t, MODULE, id)).at(-1)?.changes).toEqual([
      { field: 'Safeguard (c): how it is addressed taken_from', old: '2024', new: null },
    ])
  })

  test('another text in place of one that was taken over is of today', async () => {
    const { t, admin, approver } = await aBureau()
    const earlier = await aDraft(t, { year: 2024 })
    const old = await written(admin, earlier.id, 'addressed_c', 'The law.')
    await frozen(t, earlier.id)
    const { id } = await aDraft(t)
    const now = await written(approver, id, 'addressed_c', 'The law of 2026.', old.written_at)
    expect(now).toMatchObject({ taken_from: null, text: 'The law of 2026.' })
    expect(now.written_at > old.written_at).toBe(true)
    expect((await shown(t, id)).texts).toEqual([now])
  })

  test('a paragraph that became two is told in the log as well', async () => {
    const { t, admin } = await aBureau()
    const { id } = await aDraft(t)
    const { written_at } = await written(admin, id, 'addressed_c', 'The law.\nThe rules.')
    await written(admin, id, 'addressed_c', 'The law.\n\nThe rules.', written_at)
    expect((await auditOf(t, MODULE, id)).at(-1)?.changes).toEqual([
      {
        field: 'Safeguard (c): how it is addressed',
        old: 'The law.\nThe rules.',
        new: 'The law.\n\nThe rules.',
      },
    ])
  })

  test('may be empty', async () => {
    const { t, admin } = await aBureau()
    const { id } = await aDraft(t)
    const { written_at } = await written(admin, id, 'addressed_c', 'The law.')
    expect(await written(admin, id, 'addressed_c', '  \n', written_at)).toMatchObject({ text: '' })
  })

  test('of two who began from the same, one wins and the other is told', async () => {
    const { t, admin, approver } = await aBureau()
    const { id } = await aDraft(t)
    const from = async (written_at: string | null) => {
      const replies = await Promise.all([
        write(admin, id, 'addressed_c', `${written_at} one`, written_at),
        write(approver, id, 'addressed_c', `${written_at} two`, written_at),
        write(admin, id, 'addressed_c', `${written_at} three`, written_at),
      ])
      expect(codesOf(replies)).toEqual([200, 409, 409])
      for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
        expect(reply.json()).toMatchObject(TEXT_CHANGED)
      return replies.find(({ statusCode }) => statusCode === 200)?.json().text.written_at as string
    }
    await from(await from(null))
    expect((await write(admin, id, 'addressed_c', 'Too late')).json()).toMatchObject(TEXT_CHANGED)
    expect((await write(admin, id, 'addressed_d', 'New', '2026-01-01T00:00:00.000Z')).json()).toMatchObject(
      TEXT_CHANGED,
    )
    // another part does not conflict
    await written(approver, id, 'addressed_d', 'Participation.')
  })

  test('sent again because the answer was lost, is written once, also by a page that has looked again', async () => {
    const { t, admin } = await aBureau()
    const { id } = await aDraft(t)
    const form = { section: 'addressed_c', text: 'The law.', written_at: null }
    const { replies, send } = await sentTimes(t, 3, admin, `/summaries/${id}/texts`, form)
    expect(codesOf(replies)).toEqual([200, 200, 200])
    const first: { text: SummaryText } | undefined = replies[0]?.json()
    const again = await send({ ...form, written_at: first?.text.written_at })
    expect(again.json()).toEqual(first)
    expect(await auditOf(t, MODULE, id)).toHaveLength(2)
  })

  test('[S-128] too long or of an unknown part is refused in a sentence, and letters that turn round are gone', async () => {
    const { t, admin } = await aBureau()
    const { id } = await aDraft(t)
    const errorsOf = async (section: string, text: string) =>
      (await write(admin, id, section, text)).json().errors
    expect(await errorsOf('addressed_c', 'x'.repeat(10_001))).toEqual({
      text: ['Safeguard (c): how it is addressed cannot exceed 10,000 characters.'],
    })
    expect(await errorsOf('addressed_h', 'The law.')).toEqual({ section: ['This part is not known.'] })
    expect((await shown(t, id)).texts).toEqual([])
    await written(admin, id, 'addressed_c', 'ñ'.repeat(10_000))
    await written(admin, id, 'addressed_b', '\u202Ethe law')
    expect((await shown(t, id)).texts.map(({ text }) => text)).toContain('the law')
  })
})

describe('choosing statements', () => {
  const MARK = 'Consent was given at the assembly.'
  async function withRecords() {
    const { t, admin, approver } = await aBureau(await startAppForTest())
    const own = await aRecord(t, { what_happened: MARK })
    const draft = await aDraft(t)
    const choose = (by: Caller, told: RecordWithFacts, safeguard = 'c', chosen = true, id = draft.id) => {
      const { id: site_activity_id, sites_criteria_indicator_id } = told
      return by.post(`/summaries/${id}/statements`, {
        safeguard,
        site_activity_id,
        sites_criteria_indicator_id,
        chosen,
      })
    }
    return { t, admin, approver, own, draft, choose }
  }
  const cited = async (t: TestApp, id: number) =>
    (await shown(t, id)).document.safeguards.flatMap(({ safeguard, statements }) =>
      statements.map(({ what_happened }) => `${safeguard} ${what_happened}`),
    )

  test('cites them under their safeguard, and counts them', async () => {
    const { t, admin, own, draft, choose } = await withRecords()
    const listed = await admin.get(`/summaries/${draft.id}/statements?safeguard=c`)
    expect(
      listed.json().data.map(({ what_happened, chosen }: StatementRow) => [what_happened, chosen]),
    ).toEqual([[MARK, false]])
    const reply = await choose(admin, own)
    expect([reply.statusCode, reply.json()]).toEqual([200, { chosen: 1 }])
    // principle 3 supports (d) as well
    expect((await choose(admin, own, 'd')).json()).toEqual({ chosen: 1 })
    expect(await cited(t, draft.id)).toEqual([`c ${MARK}`, `d ${MARK}`])
    const chosen = await admin.get(`/summaries/${draft.id}/statements?safeguard=c&chosen_only=true`)
    expect(chosen.json()).toMatchObject({ filteredCount: 1, data: [{ chosen: true }] })

    const { code } = listed.json().data[0]
    expect((await auditOf(t, MODULE, draft.id)).at(-1)).toMatchObject({
      event: 'Statement Chosen',
      user_email: FMB_ADMIN,
      changes: [{ field: 'Safeguard (d)', old: null, new: `${code}, 3.1.1` }],
    })
    expect((await choose(admin, own, 'c', false)).json()).toEqual({ chosen: 0 })
    expect(await cited(t, draft.id)).toEqual([`d ${MARK}`])
    expect((await auditOf(t, MODULE, draft.id)).at(-1)).toMatchObject({
      event: 'Statement Left Out',
      changes: [{ field: 'Safeguard (c)', old: `${code}, 3.1.1`, new: null }],
    })
  })

  full.test('twice, or by two at once, is as good as once', async () => {
    const { t, admin, approver, own, draft, choose } = await withRecords()
    const replies = await Promise.all([choose(admin, own), choose(approver, own), choose(admin, own)])
    expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual(
      Array.from({ length: 3 }, () => [200, { chosen: 1 }]),
    )
    const lines = await auditCount(t)
    const { updated_at } = (await shown(t, draft.id)).summary
    expect(updated_at > draft.updated_at).toBe(true)
    expect((await choose(admin, own)).json()).toEqual({ chosen: 1 })
    expect(await cited(t, draft.id)).toEqual([`c ${MARK}`])
    for (const _ of [1, 2]) expect((await choose(admin, own, 'c', false)).json()).toEqual({ chosen: 0 })
    // removing it is one row in the log; removing it again is none
    expect(await auditCount(t)).toBe(lines + 1)
  })

  test('what the summary cannot cite is refused', async () => {
    const { t, admin, own, draft, choose } = await withRecords()
    const pending = await aRecord(t, { what_happened: 'Not approved yet.', state: 'AT-FMB' })
    const another = await aRecord(t, { what_happened: 'Of 2023.', reporting_year: 2023 })
    const before = [await auditCount(t), await shown(t, draft.id)]
    const refused = {
      status: 409,
      message: 'This statement cannot be cited here any more. Please reload the list.',
    }
    for (const [told, safeguard] of [
      [pending, 'c'],
      [another, 'c'],
      // principle 3 supports neither (a) nor (g)
      [own, 'a'],
      [own, 'g'],
      [{ ...own, id: 999_999 }, 'c'],
      [{ ...own, sites_criteria_indicator_id: own.sites_criteria_indicator_id + 1 }, 'c'],
    ] as const)
      expect((await choose(admin, told, safeguard)).json()).toMatchObject(refused)
    expect([await auditCount(t), await shown(t, draft.id)]).toEqual(before)

    const body = { safeguard: 'h', site_activity_id: 0, sites_criteria_indicator_id: 'x' }
    expect((await admin.post(`/summaries/${draft.id}/statements`, body)).json().errors).toEqual({
      safeguard: ['Choose one of the safeguards (a) to (g).'],
      site_activity_id: ['Invalid ID'],
      sites_criteria_indicator_id: ['Invalid ID'],
      chosen: ['Say whether the statement is chosen.'],
    })
    expect((await admin.get(`/summaries/${draft.id}/statements`)).json().errors).toEqual({
      safeguard: ['Choose one of the safeguards (a) to (g).'],
    })
  })

  test('the newest crosswalk says which principles a safeguard cites', async () => {
    const { admin, own, choose } = await withRecords()
    const { version, lines } = (await admin.get('/crosswalk')).json().crosswalk
    const moved = lines.map((line: { principle_number: number; primary: string[] }) =>
      line.principle_number === 3 ? { ...line, primary: ['c', 'g'] } : line,
    )
    expect((await choose(admin, own, 'g')).statusCode).toBe(409)
    await admin.post('/crosswalk', { version, lines: moved })
    expect((await choose(admin, own, 'g')).json()).toEqual({ chosen: 1 })
  })

  test('one whose principle no longer answers its safeguard is not cited, and is again once it does', async () => {
    const { t, admin, own, draft, choose } = await withRecords()
    for (const safeguard of ['c', 'd']) await choose(admin, own, safeguard)
    const { version, lines } = (await admin.get('/crosswalk')).json().crosswalk
    const alone = lines.map((line: { principle_number: number; supporting: string[] }) =>
      line.principle_number === 3 ? { ...line, supporting: [] } : line,
    )
    await admin.post('/crosswalk', { version, lines: alone })
    expect(await cited(t, draft.id)).toEqual([`c ${MARK}`])
    // nor does it take the place of another one
    expect((await choose(admin, own, 'd')).json()).toEqual({ chosen: 0 })
    await admin.post('/crosswalk', { version: version + 1, lines })
    expect(await cited(t, draft.id)).toEqual([`c ${MARK}`, `d ${MARK}`])
  })

  full.test('at most twenty for a safeguard', { timeout: 60_000 }, async () => {
    const { t, admin, own, draft, choose } = await withRecords()
    const { site_profile_id } = own
    const user = await t.userId('fmb.admin')
    // the same record for many years of the same site, entered directly
    const years = Array.from({ length: 9 }, (_, index) => 2016 + index)
    const told = [own]
    for (const reporting_year of years) {
      const record = await aRecord(t, { what_happened: `In ${reporting_year}.`, site_profile_id })
      await t.db.updateTable('site_activities').set({ reporting_year }).where('id', '=', record.id).execute()
      told.push(record)
    }
    const second = await anotherIndicator(t, told)
    await admin.post(`/summaries/${draft.id}`, {
      ...summaryInput({ reporting_years: [...years, 2025] }),
      updated_at: draft.updated_at,
    })
    const all = [...told, ...second]
    await t.db
      .insertInto('summary_statements')
      .values(
        all.slice(0, 19).map((one) => ({
          summary_id: draft.id,
          safeguard: 'c',
          site_activity_id: one.id,
          sites_criteria_indicator_id: one.sites_criteria_indicator_id,
          chosen_by: user,
        })),
      )
      .execute()
    expect((await choose(admin, all[19] as RecordWithFacts)).json()).toEqual({ chosen: 20 })
    const [extra] = await anotherIndicator(t, [own], 2)
    expect((await choose(admin, extra as RecordWithFacts)).json()).toMatchObject({
      status: 409,
      message: 'A safeguard cites at most 20 statements. Remove another one first.',
    })
    // there is room under another safeguard
    expect((await choose(admin, extra as RecordWithFacts, 'd')).json()).toEqual({ chosen: 1 })
    await choose(admin, own, 'c', false)
    expect((await choose(admin, extra as RecordWithFacts)).json()).toEqual({ chosen: 20 })
  })

  /** Adds a statement under one more indicator of the principle of these records, entered directly. */
  async function anotherIndicator(
    t: TestApp,
    told: readonly RecordWithFacts[],
    step = 1,
  ): Promise<RecordWithFacts[]> {
    const more = told.map((one) => ({
      ...one,
      sites_criteria_indicator_id: one.sites_criteria_indicator_id + step,
    }))
    const { indicators } = principleNumber(await batchOne(t), 3)
    for (const { sites_criteria_indicator_id } of more)
      expect(indicators).toContain(sites_criteria_indicator_id)
    await t.db
      .insertInto('site_activity_statements')
      .values(
        more.map(({ id, sites_criteria_indicator_id }) => ({
          site_activity_id: id,
          sites_criteria_indicator_id,
          what_happened: `Of ${id} under ${sites_criteria_indicator_id}.`,
        })),
      )
      .execute()
    return more
  }
})

describe('the document of a draft', () => {
  test('is composed of what is so now', async () => {
    const { t, admin } = await aBureau()
    const { id } = await aDraft(t)
    const before = await shown(t, id)
    expect(before).toMatchObject({ since: null, document: { evidence: null, crosswalk_version: 1 } })
    const values = async () => (await shown(t, id)).document.annex.map(({ value }) => value)
    const none = await values()
    await aRecord(t, { what_happened: 'Consent was given.' })
    expect(await values()).not.toEqual(none)
    await written(admin, id, 'national_circumstances', 'Forests.\n\nSeas.')
    const { document, gaps } = await shown(t, id)
    expect(document.national_circumstances.paragraphs).toHaveLength(2)
    expect(gaps.map(({ section }) => section)).not.toContain('national_circumstances')
    expect(gaps.length).toBeGreaterThan(0)
  })
})

describe('the registered sites of a draft', () => {
  test('are those of the public list at its day, for its regions', async () => {
    const t = await startAppForTest()
    const visitor = await t.as(null)
    await aRecord(t, { what_happened: 'Consent was given.' })
    await aRecord(t, { what_happened: 'Trees were planted.', office: 'zds' })
    // on the list without a record, and not on it any more
    await anApprovedSite(t, 'laguna')
    const gone = await anApprovedSite(t, 'zds')
    await t.db
      .updateTable('site_profiles')
      .set({ status: 'Deactivated', deactivated_at: new Date().toISOString() })
      .where('id', '=', gone)
      .execute()
    const regions = [undefined, await regionId(t, 'R04A'), await regionId(t, 'R09')]
    const counts = []
    for (const region of regions) {
      const { id } = await aDraft(t, { region_ids: region === undefined ? [] : [region] })
      const { document } = await shown(t, id)
      const value = (key: string) => Number(document.annex.find((row) => row.key === key)?.value)
      const query = `as_of=${document.data_of}&length=1${region === undefined ? '' : `&region_id=${region}`}`
      const list = (await visitor.get(`/sites/activities/dashboard/datatable?${query}`)).json()
      expect(value('registered')).toBe(list.filteredCount)
      counts.push([value('registered'), value('sites'), value('without_record')])
    }
    expect(counts).toEqual([
      [3, 2, 1],
      [2, 1, 1],
      [1, 1, 0],
    ])
  })
})

describe('discarding a draft', () => {
  test('takes its texts and its choices away; the log keeps that it was there', async () => {
    const { t, admin, approver } = await aBureau()
    const told = await aRecord(t, { what_happened: 'Consent.' })
    const other = await aDraft(t, { year: 2024 })
    const { id } = await aDraft(t)
    await written(admin, id, 'addressed_c', 'The law.')
    const kept = await written(admin, other.id, 'addressed_d', 'Assemblies.')
    await admin.post(`/summaries/${id}/statements`, {
      safeguard: 'c',
      site_activity_id: told.id,
      chosen: true,
      sites_criteria_indicator_id: told.sites_criteria_indicator_id,
    })
    const { replies } = await sentTimes(t, 3, approver, `/summaries/${id}/discard`, {})
    expect(codesOf(replies)).toEqual([204, 204, 204])
    expect((await admin.get(`/summaries/${id}`)).statusCode).toBe(404)
    expect((await admin.post(`/summaries/${id}/discard`)).statusCode).toBe(404)
    expect((await summariesIn(t)).map((row) => row.id)).toEqual([other.id])
    expect(await t.db.selectFrom('summary_statements').selectAll().execute()).toEqual([])
    expect((await shown(t, other.id)).texts).toEqual([kept])
    expect((await auditOf(t, MODULE, id)).at(-1)).toMatchObject({
      event: 'Discarded',
      auditable_code: 'Summary of 2026',
      changes: [{ field: 'title', old: 'Third summary of information', new: null }],
    })
  })

  test('takes everyone’s unfinished forms of it away, which would lead nowhere', async () => {
    const { t, admin, approver } = await aBureau()
    const [{ id }, other] = [await aDraft(t), await aDraft(t, { year: 2024 })]
    const content = JSON.stringify({ form_key: randomUUID(), values: {}, began: null })
    for (const by of [admin, approver])
      for (const form of ['summary-texts', 'summary-comment'])
        await by.post(`/drafts/${form}`, { record_id: id, content })
    await admin.post('/drafts/summary-texts', { record_id: other.id, content })
    expect((await approver.post(`/summaries/${id}/discard`)).statusCode).toBe(204)
    const unfinished = async (by: Caller) =>
      (await by.get('/drafts/unfinished')).json().forms.map(({ record_id }: never) => record_id)
    expect([await unfinished(admin), await unfinished(approver)]).toEqual([[other.id], []])
  })
})
