import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { eraseRow } from '../../server/public-log/erase.actions.ts'
import { verifyLog } from '../../server/audit/verify.actions.ts'
import { findingText } from '../../shared/audit/findings.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { addLine, logIdOf, publishNow, tamper } from '../support/records/audit-log.ts'

let t: TestApp
let id: number
beforeEach(async () => {
  t = await startAppForTest()
  await (await t.as('fmb.super')).post('/users/audit-logs', {
    model_name: 'User',
    id: await t.userId('laguna.encoder'),
  })
  for (const line of [1, 2, 3]) await addLine(t.db, line)
  await publishNow(t)
  const viewed = await t.db
    .selectFrom('audit_logs')
    .select('id')
    .where('event', '=', 'View')
    .executeTakeFirstOrThrow()
  id = viewed.id
})

const saltOf = async (row: number) =>
  (
    await t.db
      .selectFrom('log_entries')
      .select('salt')
      .where('audit_log_id', '=', row)
      .executeTakeFirstOrThrow()
  ).salt
const listed = async () => {
  const today = manilaDay(new Date())
  const reply = await (await t.as('fmb.super')).get(
    `/reports/datatable/audit-logs?startDate=${today}&endDate=${today}&page=1&length=50`,
  )
  return (reply.json().data as { id: number; [column: string]: unknown }[]).find((row) => row.id === id)
}

test('an erased row says that it is, and no more than when, where and of which kind; the log stays whole', async () => {
  expect(await listed()).toMatchObject({ user_email: 'fmb.super@bureau.example' })
  const before = await t.services.files.named.get('checkpoint')
  await eraseRow(t.services, id, 'Asked for by the person, decision 7 of the privacy officer')
  expect(await listed()).toMatchObject({
    event: 'View',
    user_name: null,
    user_email: null,
    role_name: null,
    auditable_id: null,
    auditable_code: null,
    field_change: [{ field: 'content_erased', old: null, new: null }],
  })
  expect(await saltOf(id)).toBeNull()
  const { whole } = await sql<{
    whole: string
  }>`select row_to_json(audit_logs)::text as whole from audit_logs where id = ${id}`
    .execute(t.db)
    .then(({ rows }) => rows[0] ?? { whole: '' })
  expect(whole).not.toMatch(/bureau\.example|127\.0\.0\.1/)
  await publishNow(t)
  expect(await t.services.files.named.get('checkpoint')).not.toEqual(before)
  const { findings, notes } = await verifyLog(t.services, {
    outside: { texts: [before?.toString() ?? ''], key: null },
  })
  expect(findings).toEqual([])
  expect(notes).toEqual(['The content of 1 rows was erased by an operator; each reason stands in the log.'])
  const explained = await t.db
    .selectFrom('audit_logs')
    .select(['user_name', 'field_change'])
    .where('event', '=', 'Content Erased')
    .executeTakeFirstOrThrow()
  expect(explained).toEqual({
    user_name: 'Operator at the server',
    field_change: [
      { field: 'row', old: null, new: String(id) },
      { field: 'reason', old: null, new: 'Asked for by the person, decision 7 of the privacy officer' },
    ],
  })
})

test('one that is not there, is erased, or explains an erasure is refused in a sentence', async () => {
  const refused = (row: number, sentence: string) =>
    expect(eraseRow(t.services, row, 'Why')).rejects.toThrow(sentence)
  await refused(999_999, 'The audit log has no row 999999.')
  const [first, second] = await Promise.allSettled([
    eraseRow(t.services, id, 'One'),
    eraseRow(t.services, id, 'Two'),
  ])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  await refused(id, `The content of row ${id} has been erased already.`)
  const { id: why } = await t.db
    .selectFrom('audit_logs')
    .select('id')
    .where('event', '=', 'Content Erased')
    .executeTakeFirstOrThrow()
  await refused(why, 'is not in the public log yet')
  await publishNow(t)
  await refused(why, 'says that content was erased, and why')
})

test('the database lets nothing else become of a row, and an erasure that nobody explains is found', async () => {
  const line = await logIdOf(t, 2)
  await expect(sql`update audit_logs set user_name = 'x' where id = ${line}`.execute(t.db)).rejects.toThrow(
    'never changed',
  )
  await t.db
    .insertInto('audit_erasures')
    .values({ audit_log_id: line, erased_at: new Date().toISOString(), reason: 'none' })
    .execute()
  // noted, and still nothing but the erased form
  for (const change of [`user_name = 'x'`, `event = 'View'`, `field_change = '[]'`])
    await expect(sql.raw(`update audit_logs set ${change} where id = ${line}`).execute(t.db)).rejects.toThrow(
      'never changed',
    )
  await expect(sql`delete from audit_erasures`.execute(t.db)).rejects.toThrow('never changed')
  const texts = async () => (await verifyLog(t.services)).findings.map(findingText)
  expect(await texts()).toEqual([
    `The content of row ${line} was erased, and no row of the log says by whom and why.`,
  ])
  await tamper(t, `update log_entries set salt = null where audit_log_id = ${await logIdOf(t, 3)}`)
  expect((await texts())[0]).toMatch(/is not what its entry in the public log was made of/)
})
