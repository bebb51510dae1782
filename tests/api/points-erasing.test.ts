import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { withServer } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { auditOf, aSite } from '../support/records/factories.ts'
import { ABOUT_RECORD, aPoint, type PointCalls, pointCalls } from '../support/records/points.ts'
import { recordIds } from '../support/records/record-ids.ts'

/** What an operator erases with the row of a return, and what the database refuses to everyone. */

const t = withServer()
let sites: PointCalls
beforeAll(async () => {
  sites = pointCalls(t, 'sites')
})

const WHO = 'Ben Cruz of Barangay 5'
const WHY = 'Decision 7 of the privacy officer'
const erased = async (id: number, event: string, place = -1) => {
  await publishNow(t)
  const rows = (await auditOf(t, id)).filter((row) => row.event === event)
  return eraseRow(t.services, rows.at(place)?.id ?? 0, WHY)
}
/** Every text of the record and its points that the database has. */
const stored = async (id: number) => {
  const record_id = recordIds('site_profiles', id)
  const { rows } = await sql<{ text: string }>`
    select row_to_json(threads)::text as text from threads where kind = 'point' and record_id = ${record_id}
    union all select row_to_json(steps)::text from thread_steps as steps
      join threads on threads.kind = steps.kind and threads.id = thread_id
      where threads.kind = 'point' and record_id = ${record_id}
    union all select row_to_json(review_steps)::text from review_steps where record_id = ${record_id}
    union all select row_to_json(site_profiles)::text from site_profiles where id = ${id}
    union all select row_to_json(audit_logs)::text from audit_logs where auditable_id = ${id}
    union all select answer from form_submissions`.execute(t.db)
  return rows.map(({ text }) => text).join('\n')
}

test('the row of a return takes the texts of its points with it; their places, states and the reason stay', async () => {
  const { id } = await aSite(t)
  const other = await aSite(t)
  for (const one of [id, other.id])
    await sites.return('PENRO', one, {
      returned_reason: `${WHO} called.`,
      points: [aPoint(ABOUT_RECORD, `Ask ${WHO}.`), aPoint({ about: 'boundary' }, `${WHO} drew it.`)],
    })
  const before = await sites.list(id)
  expect(await erased(id, 'Returned (PENRO)')).toEqual({ is_step: true, comments: 3, same_words: [] })
  expect(await stored(id)).not.toContain('Ben Cruz')
  expect(await sites.list(id)).toEqual(before.map((point) => ({ ...point, text: '' })))
  const { history } = (await (await t.as('laguna.encoder')).get(`/sites/${id}`)).json()
  expect(history.at(-1)).toMatchObject({ action: 'Returned', comment: null, erased_reason: WHY })
  expect(await stored(other.id), 'nothing of another record').toContain(`Ask ${WHO}.`)

  // the chain goes on
  await sites.answer(id, before[1] ?? (before[0] as never), 'He did.')
  await sites.submit(id)
  await sites.return('PENRO', id, { settled: [before[1]?.id], points: [aPoint(ABOUT_RECORD, 'More.')] })
  expect(await sites.counts(id)).toEqual([3, 0])
})

test('so do a submission with its answers, and a return with what it asked again', async () => {
  const { id } = await aSite(t)
  await sites.return('PENRO', id, { points: [aPoint(ABOUT_RECORD, 'Who signed?')] })
  await sites.answer(id, await sites.named(id, 'Who signed?'), `${WHO} signed.`)
  await sites.submit(id)
  const point = await sites.named(id, 'Who signed?')
  await sites.return('PENRO', id, { reopened: [{ id: point.id, text: `Is ${WHO} the chair?` }] })
  expect(await erased(id, 'Submitted')).toEqual({ is_step: true, comments: 1, same_words: [] })
  expect(await stored(id)).not.toContain('signed.')
  expect((await sites.named(id, 'Who signed?')).steps.map(({ action, text }) => [action, text])).toEqual([
    ['Sent', null],
    ['Answered', null],
    ['Reopened', `Is ${WHO} the chair?`],
  ])
  expect(await erased(id, 'Returned (PENRO)')).toMatchObject({ is_step: true, comments: 2 })
  expect(await stored(id)).not.toContain('Ben Cruz')
  expect(await sites.named(id, 'Who signed?')).toMatchObject({ state: 'open', text: 'Who signed?' })
})

test('the row of a withdrawal takes its reason with it, and no other reason', async () => {
  const { id } = await aSite(t)
  await sites.return('PENRO', id, {
    points: ['One', 'Two', 'Three'].map((text) => aPoint(ABOUT_RECORD, text)),
  })
  for (const text of ['One', 'Two', 'Three'])
    await sites.withdraw('PENRO', id, (await sites.named(id, text)).id, `${WHO}: ${text}`)
  await erased(id, 'Point Withdrawn', 1)
  const reasons = (await sites.list(id)).map(({ steps }) => steps.at(-1)?.text)
  expect(reasons).toEqual([`${WHO}: One`, null, `${WHO}: Three`])
})

test('the database refuses every other change of a point and of its steps', async () => {
  const { id } = await aSite(t)
  await sites.return('PENRO', id, { points: [aPoint(ABOUT_RECORD, 'Who?')] })
  const point = await sites.named(id, 'Who?')
  await sites.answer(id, point, 'She.')
  await sites.submit(id)
  const run = (text: string) => sql.raw(text).execute(t.db)
  const of = `where id = ${point.id}`
  const steps = `where kind = 'point' and thread_id = ${point.id}`
  for (const change of [
    `thread_steps set text = 'Other' ${steps} and action = 'Sent'`,
    `threads set label = 'Other' ${of} and kind = 'point'`,
    `thread_steps set level = 'FMB' ${steps}`,
    `thread_steps set round = 7 ${steps}`,
    `review_points set kind = 'add' ${of}`,
    `threads set place = '{"about": "boundary"}' ${of} and kind = 'point'`,
    `review_points set sent_at = now() ${of}`,
    `threads set record_id = record_id - 1 ${of} and kind = 'point'`,
  ])
    await expect(run(`update ${change}`), change).rejects.toThrow('is not changed or removed')
  await expect(run(`delete from review_points ${of}`)).rejects.toThrow('is not changed or removed')
  await expect(run('truncate review_points cascade')).rejects.toThrow('is not changed or removed')
  for (const set of [
    "text = 'Other'",
    "action = 'Settled'",
    'user_name = null',
    'at = now()',
    "facts = '{}'",
  ])
    await expect(run(`update thread_steps set ${set} ${steps}`), set).rejects.toThrow()
  await expect(run(`delete from thread_steps ${steps}`)).rejects.toThrow('is not changed or removed')
  await expect(run('truncate thread_steps')).rejects.toThrow('is not changed or removed')
  for (const [set, name] of [
    ["state = 'lost'", 'review_points_state_check'],
    ["draft_answer = 'x'", 'review_points_draft_check'],
  ])
    await expect(run(`update review_points set ${set} ${of}`)).rejects.toMatchObject({ constraint: name })
  expect(await sites.briefs(id)).toEqual([['Who?', 'answered', 'Sent', 'Answered']])
})
