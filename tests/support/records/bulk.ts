import { expect } from 'vitest'
import { ACTIVITY } from '../../../server/activities/activity.kind.ts'
import { runBulk } from '../../../server/pending/bulk.jobs.ts'
import { recordOpening, recordSending } from '../../../server/review/openings.queries.ts'
import { findRecordId } from '../../../server/review/records.queries.ts'
import { listWarningLabels } from '../../../server/review/warnings.queries.ts'
import { SITE } from '../../../server/sites/site.kind.ts'
import { ERROR_CODES } from '../../../shared/lib/error-codes.ts'
import type { Bulk, BulkAction } from '../../../shared/review/bulk.schema.ts'
import type { Caller, TestApp } from '../product/app.ts'

/** Decisions on many records, sent as a screen sends them and run as the background job runs them. */

export type Path = 'sites' | 'sites/activities'
type Comments = Record<string, string>
export type Choice = { id: number; revision: number; comments?: Comments }

const tableOf = (path: Path) => (path === 'sites' ? 'site_profiles' : 'site_activities')

/** These records with their current revisions. */
export async function chosen(t: TestApp, path: Path, ids: readonly number[]): Promise<Choice[]> {
  const rows = await t.db
    .selectFrom(tableOf(path))
    .select(['id', 'revision'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => ({ id, revision: rows.find((row) => row.id === id)?.revision ?? 1 }))
}

/** Marks these records as opened by a person; entered directly, so that no View is logged. */
export async function opened(t: TestApp, person: string, path: Path, ids: readonly number[]): Promise<void> {
  const kind = path === 'sites' ? SITE : ACTIVITY
  const user_id = await t.userId(person)
  const marks = await listWarningLabels(t.db, kind.table, ids)
  const opened_at = new Date().toISOString()
  for (const { id, revision } of await chosen(t, path, ids)) {
    const record_id = (await findRecordId(t.db, kind.table, id)) ?? 0
    const seen = { user_id, record_id, revision }
    await recordSending(t.db, { ...seen, marks: marks.get(id) ?? [] })
    await recordOpening(t.db, { ...seen, opened_at })
  }
}

/** Starts a decision on these records. */
export const begin = (
  by: Caller,
  path: Path,
  action: BulkAction,
  records: readonly Choice[],
  comments?: Comments,
) => by.post(`/${path}/bulk`, { action, records, ...(comments ? { comments } : {}) })

/** The newest decision on many of this person. */
export async function newest(by: Caller, path: Path): Promise<Bulk> {
  const reply = await by.get(`/${path}/bulk`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().bulk
}

/** Starts a decision, runs it and returns its result. */
export async function decided(
  t: TestApp,
  by: Caller,
  ...[path, action, records, comments]: [Path, BulkAction, readonly Choice[], Comments?]
): Promise<Bulk> {
  const reply = await begin(by, path, action, records, comments)
  expect(reply.statusCode, reply.body).toBe(200)
  await runBulk(t.services, reply.json().bulk.id)
  return newest(by, path)
}

/** The state and sentence of each row. */
export const outcomes = ({ rows }: Bulk) => rows.map(({ state, sentence }) => [state, sentence])

/**
 * Makes the decision of a single call as a decision on many with one record; returns the status that the single call
 * would have. Marks the record as opened first, which other tests cover.
 */
export async function statusInBulk(
  t: TestApp,
  who: { name: string; by: Caller },
  { path, action, id }: { path: Path; action: BulkAction; id: number },
  revision: number,
  comments: Comments,
): Promise<{ statusCode: number; body: string }> {
  await opened(t, who.name, path, [id])
  const reply = await begin(who.by, path, action, [{ id, revision }], comments)
  if (reply.statusCode !== 200) return reply
  await runBulk(t.services, reply.json().bulk.id)
  const [row] = (await newest(who.by, path)).rows
  const body = JSON.stringify(row)
  if (row?.state === 'Decided') return { statusCode: 200, body }
  if (row?.sentence === ERROR_CODES.scope.message) return { statusCode: 404, body }
  return { statusCode: row?.sentence === ERROR_CODES.duties.message ? 403 : 409, body }
}
