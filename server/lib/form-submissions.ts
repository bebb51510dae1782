import { createHash } from 'node:crypto'
import type { Actor } from '../../shared/access/actor.ts'
import type { Endpoint } from '../../shared/lib/endpoint.ts'
import { alreadySent, FORM_KEY, FORM_KEY_DAYS } from '../../shared/lib/form-key.ts'
import type { Services } from './context.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'

/** A form on its way: whose it is, the key it got when it was opened, and a print of what it holds. */
export type Submission = { user_id: number; form_key: string; call: string; body_hash: Buffer }

type Sent = { url: string; body: unknown; headers: unknown }

/**
 * The form behind a request, or null where it has no key. What was seen of the record (its revision, or when it was
 * changed) is no part of what a person filled in: a screen that has looked at the record again in between still sends the same form.
 */
export function submissionOf(actor: Actor, { method }: Endpoint, sent: Sent): Submission | null {
  const form_key = (sent.headers as { [FORM_KEY]?: string } | undefined)?.[FORM_KEY]
  if (!form_key) return null
  const { revision: _seen, updated_at: _seen_at, ...content } = (sent.body ?? {}) as Record<string, unknown>
  return {
    user_id: actor.id,
    form_key,
    call: `${method} ${sent.url}`,
    body_hash: createHash('sha256').update(JSON.stringify(content)).digest(),
  }
}

/** What the same form was answered before, or null; another content under the same key is refused. */
async function findAnswer(db: Db, submission: Submission): Promise<{ answer: unknown } | null> {
  const found = await db
    .selectFrom('form_submissions')
    .select(['form_submissions.body_hash', 'form_submissions.record_code', 'form_submissions.answer'])
    .where('form_submissions.user_id', '=', submission.user_id)
    .where('form_submissions.form_key', '=', submission.form_key)
    .where('form_submissions.call', '=', submission.call)
    .executeTakeFirst()
  if (!found) return null
  if (!found.body_hash.equals(submission.body_hash))
    throw new AppError('repeated', alreadySent(found.record_code))
  return { answer: JSON.parse(found.answer ?? 'null') as unknown }
}

/**
 * Answers a form that was sent before with what it was answered then, and makes the change only for a new one. Of two
 * at once one waits in `claimSubmission`, fails, and is answered here like any later one.
 */
export async function answerOnce(
  db: Db,
  submission: Submission | null,
  change: () => Promise<unknown>,
): Promise<unknown> {
  if (!submission) return change()
  const earlier = await findAnswer(db, submission)
  if (earlier) return earlier.answer
  try {
    return await change()
  } catch (error) {
    // what refused it may be what the other one did
    const meanwhile = await findAnswer(db, submission)
    if (meanwhile) return meanwhile.answer
    throw error
  }
}

/** The first step of the transaction that makes the change: a second one with this key waits for its end, and fails. */
export async function claimSubmission(db: Db, submission: Submission, now: Date): Promise<void> {
  await db
    .insertInto('form_submissions')
    .values({ ...submission, created_at: now.toISOString() })
    .execute()
}

/** The last step of that transaction. */
export async function keepAnswer(
  db: Db,
  { user_id, form_key, call }: Submission,
  { record_code, answer }: { record_code: string | null; answer: unknown },
): Promise<void> {
  await db
    .updateTable('form_submissions')
    .set({ record_code, answer: JSON.stringify(answer) })
    .where('form_submissions.user_id', '=', user_id)
    .where('form_submissions.form_key', '=', form_key)
    .where('form_submissions.call', '=', call)
    .execute()
}

/** Part of the daily clean-up: answers that nobody can ask for any more. */
export async function cleanUpSubmissions({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - FORM_KEY_DAYS * 24 * 3_600_000)
  await db
    .deleteFrom('form_submissions')
    .where('form_submissions.created_at', '<', before.toISOString())
    .execute()
}
