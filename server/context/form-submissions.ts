import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { differences } from '../../shared/lib/differences.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import { fieldWords } from '../../shared/lib/field-words.ts'
import { FORM_KEY, FORM_KEY_DAYS } from '../../shared/lib/form-key.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import { no } from '../../shared/lib/verdict.ts'
import { appendStatement } from './audit.ts'
import type { Services } from './context.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'

/**
 * A submitted form: its sender, the key it got when it was opened, and a hash of its content. The form of a public call
 * has no sender, whoever is logged in: its key, which only the page that sent it knows, is all that finds its answer.
 */
export type Submission = {
  sender: Pick<Actor, 'id' | 'name'> | null
  form_key: string
  call: string
  body_hash: Buffer
  content: Record<string, unknown>
}

type FormRequest = { url: string; body: unknown; headers: unknown }

/**
 * Returns the form behind a request, or null without a form key. The version of the record that the screen showed (its
 * revision, or when it was changed) is not part of the content: a screen that reloads it still sends the same form.
 */
export function submissionOf(
  actor: Actor | null,
  { method, access }: Endpoint,
  sent: FormRequest,
): Submission | null {
  const form_key = (sent.headers as { [FORM_KEY]?: string } | undefined)?.[FORM_KEY]
  if (!form_key) return null
  const {
    revision: _seen,
    updated_at: _seen_at,
    written_at: _seen_text,
    ...content
  } = (sent.body ?? {}) as Record<string, unknown>
  return {
    sender: access === 'public' ? null : actor,
    form_key,
    call: `${method} ${sent.url}`,
    body_hash: createHash('sha256').update(JSON.stringify(content)).digest(),
    content,
  }
}

/** The row of a submission; an index finds it with and without a sender. */
const isRowOf = ({ sender, form_key, call }: Submission) =>
  sql<boolean>`${sender ? sql`user_id = ${sender.id}` : sql`user_id is null`} and form_key = ${form_key} and call = ${call}`

/**
 * Returns the stored answer of the same form, or null; throws for other content under the same key. Only a sender who is
 * known is told what was saved.
 */
async function findAnswer(db: Db, submission: Submission): Promise<{ answer: unknown } | null> {
  const found = await db
    .selectFrom('form_submissions')
    .select(['body_hash', 'record_code', 'answer', 'created_at'])
    .where(isRowOf(submission))
    .executeTakeFirst()
  if (!found) return null
  const answer = JSON.parse(found.answer ?? 'null') as unknown
  if (found.body_hash.equals(submission.body_hash)) return { answer }
  if (!submission.sender) throw new AppError('repeated')
  const fields = differingFields(answer, submission.content)
  const saved = { by: submission.sender.name, at: found.created_at, events: [], fields }
  const named = fields.map(({ field }) => fieldWords(field)).join(', ')
  const parts = { as: found.record_code ? ` as ${found.record_code}` : '', what: named && ` (${named})` }
  throw new AppError(no('sent_before', { ...parts, by: saved.by, at: saved.at }), { saved_before: saved })
}

/** A value as it is compared and shown; null without one. */
const shownValue = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Returns the fields whose values differ between the form and the saved record, of those that both have. */
function differingFields(answer: unknown, content: Record<string, unknown>): SavedBefore['fields'] {
  const saved = (answer ?? {}) as Record<string, unknown>
  return differences(
    Object.keys(content).filter((field) => field in saved),
    (field) => shownValue(saved[field]),
    (field) => shownValue(content[field]),
  )
}

/**
 * Runs the change of a new form. A form sent before fails in `claimSubmission` (of two at once, the later one waits
 * first) and gets the answer of the first one.
 */
export async function answerOnce(
  db: Db,
  submission: Submission | null,
  change: () => Promise<unknown>,
): Promise<unknown> {
  if (!submission) return change()
  try {
    return await change()
  } catch (error) {
    // the change may have failed because the first one had already made it
    const earlier = await findAnswer(db, submission)
    if (earlier) return earlier.answer
    throw error
  }
}

/** The first step of the change's transaction: a second one with this key waits for its end, and fails. */
export async function claimSubmission(
  db: Db,
  { sender, form_key, call, body_hash }: Submission,
  now: Date,
): Promise<void> {
  await sql`insert into form_submissions (user_id, form_key, call, body_hash, created_at)
    values (${sender?.id ?? null}, ${form_key}, ${call}, ${body_hash}, ${now.toISOString()})`.execute(db)
}

/** The last step of that transaction; writes the audit rows in the same statement. */
export async function storeAnswer(
  db: Db,
  submission: Submission,
  { record_code, answer, rows }: { record_code: string | null; answer: unknown; rows: string },
): Promise<void> {
  await sql`
    with answered as (
      update form_submissions set record_code = ${record_code}, answer = ${JSON.stringify(answer ?? null)}
      where ${isRowOf(submission)}
    ) ${appendStatement(rows)}`.execute(db)
}

/** Deletes, in the daily clean-up, answers that can no longer be requested. */
export async function cleanUpSubmissions({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - FORM_KEY_DAYS * DAY_MS)
  await db
    .deleteFrom('form_submissions')
    .where('form_submissions.created_at', '<', before.toISOString())
    .execute()
}
