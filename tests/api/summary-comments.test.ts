import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { COMMENTS_MAX, type SummaryComment } from '../../shared/summaries/comments.schema.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { auditCount, auditOf, codesOf } from '../support/records/people.ts'
import { aDraft, frozen, published, shown } from '../support/records/summaries.ts'
import { withoutSummaries } from '../support/records/without-summaries.ts'
import { partsOf } from '../support/oracles/word-file.ts'

/** Comments on a draft: append-only, answered by words or by a change of the text, and never public. */

const MODULE = 'Summary of Information'
const SECRET = 'Xylophone: which plan against fire is meant?'
const TEXT = 'Forests cover a quarter of the land.\n\nThe strategy is of 2010.'

const t = withServer({ webDir: path.resolve('dist/web') })
let [admin, approver, superior]: Caller[] = []
beforeAll(async () => {
  ;[admin, approver, superior] = [
    await t.as('fmb.admin'),
    await t.as('fmb.approver'),
    await t.as('fmb.super'),
  ]
})

/** A draft with a written part of two paragraphs. */
async function aWrittenDraft(year = 2026) {
  await withoutSummaries(t.db)
  const { id } = await aDraft(t, { year })
  const written_at = await write(id, TEXT, null)
  return { id, written_at }
}
async function write(id: number, text: string, written_at: string | null, by = admin as Caller) {
  const reply = await by.post(`/summaries/${id}/texts`, { section: 'risks_and_benefits', text, written_at })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().text.written_at as string
}

const place = (written_at: string | null, more: object = {}) => ({
  section: 'risks_and_benefits',
  paragraph: 2,
  written_at,
  text: SECRET,
  ...more,
})
const add = (id: number, body: object, by = approver as Caller) => by.post(`/summaries/${id}/comments`, body)
async function added(id: number, body: object, by = approver as Caller): Promise<SummaryComment> {
  const reply = await add(id, body, by)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().comment
}
const step = (by: Caller | undefined, id: number, comment: number, what: string, body?: object) =>
  (by as Caller).post(`/summaries/${id}/comments/${comment}/${what}`, body)
const listed = async (id: number, by = admin as Caller): Promise<SummaryComment[]> => {
  const reply = await by.get(`/summaries/${id}/comments`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().comments
}

describe('a comment', () => {
  test('stands at a paragraph of a part with its author, and is logged without its text', async () => {
    const { id, written_at } = await aWrittenDraft()
    const comment = await added(id, place(written_at))
    expect(comment).toMatchObject({
      section: 'risks_and_benefits',
      paragraph: 2,
      quote: 'The strategy is of 2010.',
      state: 'open',
      changed: null,
      author_id: await t.userId('fmb.approver'),
      steps: [{ action: 'Added', text: SECRET, role: 'FMB Approver', change: null, erased_at: null }],
    })
    const [whole, of_c] = [
      await added(id, { section: null, paragraph: null, written_at: null, text: 'Too long.' }),
      await added(id, { section: 'c', paragraph: null, written_at: null, text: 'Two more statements?' }),
    ]
    expect(await listed(id)).toEqual([comment, whole, of_c])
    const [row] = (await auditOf(t, MODULE, id)).filter(({ event }) => event === 'Comment Added')
    expect(row).toMatchObject({
      user_email: 'fmb.approver@bureau.example',
      changes: [
        { field: 'step', new: expect.stringMatching(/^\d+$/) },
        { field: 'comment', new: String(comment.id) },
        { field: 'place', new: 'Risks and benefits, paragraph 2' },
      ],
    })
    expect(JSON.stringify(await auditOf(t, MODULE, id))).not.toContain('Xylophone')
  })

  test('is no change of the summary: who edits it is not told to reload', async () => {
    const { id, written_at } = await aWrittenDraft()
    const before = (await shown(t, id)).summary
    await added(id, place(written_at))
    expect((await shown(t, id)).summary).toEqual(before)
  })

  test('on a part that was changed since it was read is refused, so that no paragraph is mistaken', async () => {
    const { id, written_at } = await aWrittenDraft()
    const now = await write(id, `First of all.\n\n${TEXT}`, written_at)
    expect((await add(id, place(written_at))).json()).toMatchObject({
      status: 409,
      refusal: { code: 'text_changed' },
    })
    expect((await add(id, place(null))).statusCode).toBe(409)
    expect(await listed(id)).toEqual([])
    expect(await added(id, place(now))).toMatchObject({ quote: 'Forests cover a quarter of the land.' })
  })

  test('with mistakes is refused with a sentence under each field', async () => {
    const { id, written_at } = await aWrittenDraft()
    const before = await auditCount(t)
    const errorsOf = async (more: object) => {
      const reply = await add(id, place(written_at, more))
      return [reply.statusCode, reply.json().errors]
    }
    expect(await errorsOf({ text: ' \n ' })).toEqual([422, { text: ['Comment is required.'] }])
    expect(await errorsOf({ text: 'x'.repeat(2001) })).toEqual([
      422,
      { text: ['Comment cannot exceed 2,000 characters.'] },
    ])
    expect(await errorsOf({ section: 'addressed_h' })).toEqual([
      422,
      { section: ['This part is not known.'] },
    ])
    expect(await errorsOf({ paragraph: 3 })).toEqual([
      422,
      { paragraph: ['This part has no such paragraph.'] },
    ])
    expect(await errorsOf({ section: 'c', paragraph: 1 })).toEqual([
      422,
      { paragraph: ['This part has no such paragraph.'] },
    ])
    expect(await errorsOf({ paragraph: 0 })).toEqual([422, { paragraph: ['Invalid ID'] }])
    expect([await listed(id), await auditCount(t)]).toEqual([[], before])
  })

  test('sent again because the answer was lost, is one', async () => {
    const { id, written_at } = await aWrittenDraft()
    const headers = {
      'x-api-key': API_KEY,
      authorization: `Bearer ${approver?.token}`,
      [FORM_KEY]: randomUUID(),
    }
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: `/api/summaries/${id}/comments`,
        headers,
        payload: place(written_at),
      })
    const replies = [await send(), ...(await Promise.all([send(), send()]))]
    expect(codesOf(replies)).toEqual([200, 200, 200])
    expect(await listed(id)).toHaveLength(1)
  })

  test('is one of at most five hundred of a summary', async () => {
    const { id, written_at } = await aWrittenDraft()
    await added(id, place(written_at))
    await sql`
      with more as (
        insert into threads (kind, summary_id, place)
        select 'comment', ${id}, '{"section": null, "paragraph": null}' from generate_series(2, ${COMMENTS_MAX}) returning id
      )
      insert into thread_steps (kind, thread_id, action, at, user_id, user_name, role_name, text)
      select 'comment', more.id, 'Added', now(), ${await t.userId('fmb.approver')}, 'A', 'B', 'C' from more`.execute(
      t.db,
    )
    expect((await add(id, place(written_at))).json()).toMatchObject({
      status: 409,
      message: 'A summary can have at most 500 comments.',
    })
    expect(await listed(id)).toHaveLength(COMMENTS_MAX)
  })
})

describe('who', () => {
  test('an auditor reads them; there are none on a summary that is not there, and no steps of a comment that is not', async () => {
    const { id, written_at } = await aWrittenDraft()
    await added(id, place(written_at))
    expect(await listed(id, await t.as('fmb.auditor'))).toHaveLength(1)
    expect((await add(999_999, place(null))).statusCode).toBe(404)
    expect((await step(admin, id, 999_999, 'answer', { text: 'None.' })).statusCode).toBe(404)
    expect((await listed(id))[0]?.state).toBe('open')
  })

  test('a comment of another summary is not found under this one', async () => {
    const { id, written_at } = await aWrittenDraft()
    const { id: comment } = await added(id, place(written_at))
    const other = await aDraft(t, { year: 2028 })
    expect((await step(admin, other.id, comment, 'answer', { text: 'Here.' })).statusCode).toBe(404)
    expect((await step(approver, other.id, comment, 'settle')).statusCode).toBe(404)
  })

  test('its author settles it or asks again, or a Super Administrator, and no one else', async () => {
    const { id, written_at } = await aWrittenDraft()
    const { id: comment } = await added(id, place(written_at))
    for (const what of ['settle', 'ask-again'])
      expect((await step(admin, id, comment, what, { text: 'Again.' })).json(), what).toMatchObject({
        status: 403,
        message: 'Only its author or an FMB Super Administrator can settle a comment or ask again.',
      })
    expect((await step(superior, id, comment, 'settle')).json().comment.state).toBe('settled')
    expect(
      (await step(approver, id, comment, 'ask-again', { text: 'Not quite.' })).json().comment.state,
    ).toBe('open')
  })
})

describe('an answer', () => {
  test('is words, or the change of the text since it was asked, linked with what it was', async () => {
    const { id, written_at } = await aWrittenDraft()
    const { id: comment } = await added(id, place(written_at))
    expect((await step(admin, id, comment, 'answer', {})).json()).toMatchObject({
      status: 409,
      refusal: { code: 'comment_unanswered' },
    })
    const better = TEXT.replace('of 2010', 'of 2010, renewed in 2024')
    const second = await write(id, better, written_at)
    const change = { old: 'The strategy is of 2010.', new: 'The strategy is of 2010, renewed in 2024.' }
    expect((await listed(id))[0]).toMatchObject({ state: 'open', changed: change })

    const { comment: answered } = (await step(admin, id, comment, 'answer', {})).json()
    expect(answered).toMatchObject({ state: 'answered', changed: null })
    expect(answered.steps[1]).toMatchObject({ action: 'Answered', text: null, change })
    // the next change belongs to the next question
    const { comment: again } = (await step(approver, id, comment, 'ask-again', { text: 'By whom?' })).json()
    expect(again).toMatchObject({ state: 'open', changed: null })
    const { comment: words } = (await step(admin, id, comment, 'answer', { text: 'By DENR.' })).json()
    expect(words.steps.at(-1)).toMatchObject({ action: 'Answered', text: 'By DENR.', change: null })
    await write(id, TEXT, second)
    // what was said stays as it was
    expect((await listed(id))[0]?.steps[1]).toEqual(answered.steps[1])
    expect(
      (await step(approver, id, comment, 'settle')).json().comment.steps.map(({ action }: never) => action),
    ).toEqual(['Added', 'Answered', 'Asked Again', 'Answered', 'Settled'])
  })

  test('in a state that has passed is refused', async () => {
    const { id, written_at } = await aWrittenDraft()
    const { id: comment } = await added(id, place(written_at))
    const codeOf = async (by: Caller | undefined, what: string, body?: object) =>
      (await step(by, id, comment, what, body)).json().refusal?.code
    expect(await codeOf(approver, 'ask-again', { text: 'Now?' })).toBe('comment_open')
    await step(admin, id, comment, 'answer', { text: 'This one.' })
    expect(await codeOf(admin, 'answer', { text: 'That one.' })).toBe('comment_not_open')
    await step(approver, id, comment, 'settle')
    expect(await codeOf(approver, 'settle')).toBe('comment_settled')
    expect(await codeOf(admin, 'answer', { text: 'Late.' })).toBe('comment_not_open')
    expect((await listed(id))[0]?.steps).toHaveLength(3)
  })

  test('of two at once, one is taken', async () => {
    const { id, written_at } = await aWrittenDraft()
    const { id: comment } = await added(id, place(written_at))
    const replies = await Promise.all(
      [admin, superior, admin, superior].map((by, at) =>
        step(by, id, comment, 'answer', { text: `Answer ${at}.` }),
      ),
    )
    expect(codesOf(replies)).toEqual([200, 409, 409, 409])
    expect((await listed(id))[0]?.steps).toHaveLength(2)
  })
})

describe('is append-only', () => {
  test('in the database, for the account of the product too, as every thread', async () => {
    const { id, written_at } = await aWrittenDraft()
    await added(id, place(written_at))
    for (const statement of [
      sql`update threads set place = '{"section": null, "paragraph": null}'`,
      sql`delete from threads`,
      sql`update thread_steps set text = 'Another.'`,
      sql`update thread_steps set user_name = 'Another'`,
      sql`update thread_steps set action = 'Settled', text = null, facts = null`,
      sql`delete from thread_steps`,
      sql`truncate thread_steps`,
      sql`truncate threads cascade`,
    ])
      await expect(statement.execute(t.db)).rejects.toThrow(/is not changed or removed/)
    await expect(sql`update thread_steps set text = null`.execute(t.db)).rejects.toThrow(
      'thread_steps_text_check',
    )
    expect((await listed(id))[0]?.steps[0]?.text).toBe(SECRET)
  })

  test('and goes with its draft, when that is discarded', async () => {
    const { id, written_at } = await aWrittenDraft()
    await added(id, place(written_at))
    expect((await (admin as Caller).post(`/summaries/${id}/discard`)).statusCode).toBe(204)
    expect(await t.db.selectFrom('threads').selectAll().execute()).toEqual([])
    expect(await t.db.selectFrom('thread_steps').selectAll().execute()).toEqual([])
  })

  test('but an operator can erase its text with its row of the log', async () => {
    const { id, written_at } = await aWrittenDraft()
    const { id: comment } = await added(id, place(written_at))
    await step(admin, id, comment, 'answer', { text: 'Xylophone again.' })
    await publishNow(t)
    const { rows } = await sql<{ id: number }>`
      select id from audit_logs where event = 'Comment Added' and auditable_id = ${id}`.execute(t.db)
    expect(await eraseRow(t.services, Number(rows[0]?.id), 'Asked for')).toMatchObject({ thread: 'comment' })
    const [now] = await listed(id)
    expect(now?.steps[0]).toMatchObject({ text: null, erased_reason: 'Asked for' })
    expect(now?.steps[1]?.text).toBe('Xylophone again.')
    const stored = await sql<{ answer: string }>`
      select answer from form_submissions where answer like '%which plan%'`.execute(t.db)
    expect(stored.rows).toEqual([])
  })
})

describe('freezing', () => {
  test('asks for open comments by name, and keeps them, closed', async () => {
    const { id, written_at } = await aWrittenDraft()
    const one = await added(id, place(written_at))
    const two = await added(id, { section: null, paragraph: null, written_at: null, text: 'Too long.' })
    const { updated_at } = (await shown(t, id)).summary
    const freeze = (open_comments?: number[]) =>
      (superior as Caller).post(`/summaries/${id}/freeze`, {
        updated_at,
        ...(open_comments ? { open_comments } : {}),
      })
    expect((await freeze()).json()).toMatchObject({
      status: 409,
      refusal: { code: 'comments_open' },
      message:
        'Comments are open: Risks and benefits, paragraph 2 and The whole summary. Please look at them, and freeze again.',
    })
    // one that came between the question and the answer
    expect((await freeze([one.id])).json().message).toMatch(/^Comments are open: The whole summary\./)
    expect((await freeze([one.id, two.id])).statusCode).toBe(200)
    expect((await auditOf(t, MODULE, id)).at(-1)?.changes).toContainEqual({
      field: 'open_comments',
      old: null,
      new: '2',
    })
    expect(await listed(id)).toEqual([one, two])
    for (const reply of [
      await add(id, place(written_at)),
      await step(admin, id, one.id, 'answer', { text: 'Late.' }),
      await step(approver, id, one.id, 'settle'),
      await step(approver, id, one.id, 'ask-again', { text: 'Late.' }),
    ])
      expect(reply.json()).toMatchObject({ status: 409, refusal: { code: 'summary_frozen' } })
  })

  test('leaves no word of a comment in any file or public byte', async () => {
    const { id, written_at } = await aWrittenDraft(2031)
    const { id: comment } = await added(id, place(written_at))
    await step(admin, id, comment, 'answer', { text: 'Xylophone it is.' })
    await step(approver, id, comment, 'settle')
    const files = async () => {
      const found: string[] = []
      for (const format of ['json', 'csv', 'docx'] as const) {
        const reply = await (admin as Caller).get(`/summaries/${id}/files/${format}`)
        expect(reply.statusCode).toBe(200)
        found.push(format === 'docx' ? Object.values(partsOf(reply.rawPayload)).join('') : reply.body)
      }
      return found.join('')
    }
    expect(await files()).toContain('The strategy is of 2010.')
    expect(await files()).not.toMatch(/Xylophone/)
    await published(t, id)
    expect(await files()).not.toMatch(/Xylophone/)
    const year = '/summary/2031'
    for (const url of [
      year,
      `${year}.json`,
      `${year}-annex.csv`,
      `${year}-evidence.csv`,
      '/api/summaries/published/2031',
      '/api/summaries/published',
      '/site/approved',
    ]) {
      const reply = await t.app.inject({ url, headers: { 'x-api-key': API_KEY } })
      expect(reply.statusCode, url).toBe(200)
      expect(reply.body, url).not.toMatch(/Xylophone/)
    }
    const docx = await t.app.inject({ url: `${year}.docx` })
    expect(Object.values(partsOf(docx.rawPayload)).join('')).not.toMatch(/Xylophone/)
    expect(
      (await t.app.inject({ url: `/api/summaries/${id}/comments`, headers: { 'x-api-key': API_KEY } }))
        .statusCode,
    ).toBe(401)
    expect(JSON.stringify(await shown(t, id))).not.toMatch(/Xylophone/)
  })
})

describe('the summary before', () => {
  test('is the last frozen one of the same year or an earlier one, with its texts and numbers', async () => {
    await withoutSummaries(t.db)
    const previousOf = async (id: number) =>
      (await (admin as Caller).get(`/summaries/${id}/previous`)).json().previous
    const early = await aDraft(t, { year: 2024, title: 'Of 2024' })
    await write(early.id, 'Fires.', null)
    expect(await previousOf(early.id)).toBeNull()
    await frozen(t, early.id)
    const later = await aDraft(t, { year: 2027, title: 'Of 2027' })
    await frozen(t, later.id)
    const draft = await aDraft(t, { year: 2026 })
    const found = await previousOf(draft.id)
    expect(found).toMatchObject({
      id: early.id,
      year: 2024,
      title: 'Of 2024',
      texts: [{ section: 'risks_and_benefits', text: 'Fires.' }],
    })
    expect(found.annex).toEqual((await shown(t, early.id)).document.annex)
    expect(await previousOf(early.id)).toBeNull()
    expect(await previousOf(later.id)).toMatchObject({ year: 2024 })
  })
})

describe('who else is writing', () => {
  test('is told by part and time, without a word of it, while it is fresh', async () => {
    const { id } = await aWrittenDraft()
    const writersSeenBy = async (by: Caller | undefined) =>
      (await (by as Caller).get(`/summaries/${id}/writers`)).json().writers
    const content = JSON.stringify({
      form_key: randomUUID(),
      values: { addressed_c: { text: 'Xylophone, not saved.' }, no_part: { text: 'x' } },
      began: null,
    })
    await (approver as Caller).post('/drafts/summary-texts', { record_id: id, content })
    expect(await writersSeenBy(admin)).toEqual([
      { name: expect.stringMatching(/^\S+ \S+/), sections: ['addressed_c'], typed_at: expect.any(String) },
    ])
    // not themselves, and nobody of another level
    expect(await writersSeenBy(approver)).toEqual([])
    await sql`update form_drafts set updated_at = now() - interval '16 minutes'`.execute(t.db)
    expect(await writersSeenBy(admin)).toEqual([])
    // whatever a client has stored
    for (const odd of ['null', '[]', '{"values":3}', '"text"']) {
      await (approver as Caller).post('/drafts/summary-texts', { record_id: id, content: odd })
      expect(await writersSeenBy(admin), odd).toEqual([])
    }
  })
})
