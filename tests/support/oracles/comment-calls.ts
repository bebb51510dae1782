import { sql } from 'kysely'
import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

/**
 * Gives every summary an open and a settled comment of somebody who makes no call of FMB, and returns the calls about
 * comments.
 */
export async function commentCallsOf(t: TestApp): Promise<Record<string, CallBuilder>> {
  const added = async (actions: readonly string[]) => {
    const { rows } = await sql<{ summary: number; id: number }>`
      insert into threads (kind, summary_id, place)
      select 'comment', id, '{"section": null, "paragraph": null}' from summaries returning summary_id as summary, id`.execute(
      t.db,
    )
    for (const action of actions)
      await sql`
        insert into thread_steps (kind, thread_id, action, at, user_id, user_name, role_name, text)
        select 'comment', comment, ${action}, now(), ${await t.userId('laguna.encoder')}, 'An author', 'FMB Approver',
          ${action === 'Settled' ? null : 'Why?'}
        from unnest(${rows.map(({ id }) => id)}::integer[]) as comment`.execute(t.db)
    return new Map(rows.map(({ summary, id }) => [summary, id]))
  }
  const [open, settled] = [await added(['Added']), await added(['Added', 'Settled'])]
  const ofComment =
    (comments: Map<number, number>, what: string, payload?: object): CallBuilder =>
    ({ id }) => ({
      url: `/summaries/${id}/comments/${comments.get(id) ?? 1}/${what}`,
      ...(payload ? { payload } : {}),
    })
  return {
    'GET /summaries/:id/comments': ({ id }) => ({ url: `/summaries/${id}/comments` }),
    'POST /summaries/:id/comments': ({ id }) => ({
      url: `/summaries/${id}/comments`,
      payload: { section: 'c', paragraph: null, written_at: null, text: 'Which law is meant?' },
    }),
    'POST /summaries/:id/comments/:comment_id/answer': ofComment(open, 'answer', { text: 'This one.' }),
    'POST /summaries/:id/comments/:comment_id/settle': ofComment(open, 'settle'),
    'POST /summaries/:id/comments/:comment_id/ask-again': ofComment(settled, 'ask-again', {
      text: 'Why so?',
    }),
    'GET /summaries/:id/previous': ({ id }) => ({ url: `/summaries/${id}/previous` }),
    'GET /summaries/:id/writers': ({ id }) => ({ url: `/summaries/${id}/writers` }),
  }
}
