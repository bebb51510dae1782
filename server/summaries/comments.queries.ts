import { sql } from 'kysely'
import { COMMENT, type CommentPlace, writtenPartOf } from '../../shared/summaries/comments.rules.ts'
import type { CommentStep, SummaryComment, TextChange } from '../../shared/summaries/comments.schema.ts'
import { typedParagraphs } from '../../shared/summaries/references.ts'
import { differingParagraphs } from '../../shared/summaries/text-changes.ts'
import type { Db } from '../database/db.ts'
import { listThreads } from '../threads/threads.queries.ts'
import { listTexts } from './summary-texts.queries.ts'

/**
 * What a step of a comment keeps: one that asks, the text of its part then, which a later one is compared with, or null
 * of a place without one; an answer, what was changed in the part since it was asked.
 */
export type CommentFacts = { seen: string | null; change?: never } | { change: TextChange; seen?: never }

type StoredComment = Omit<CommentStep, 'change'> & { user_id: number; facts: CommentFacts | null }

const isOn = (summary_id: number) => sql<boolean>`kind = ${COMMENT.name} and summary_id = ${summary_id}`

/** What was changed in a part since it was asked about; null if nothing was. */
const changeSince = (seen: string | null, now: string): TextChange | null =>
  seen === null || seen === now ? null : differingParagraphs(seen, now)

/** Lists the comments on a summary in their order, with their steps and what was changed since. */
export async function listComments(db: Db, summary_id: number): Promise<SummaryComment[]> {
  const texts = new Map((await listTexts(db, summary_id)).map(({ section, text }) => [section, text]))
  const threads = await listThreads<{ id: number; place: CommentPlace }, StoredComment>(
    db,
    COMMENT.name,
    sql`select id, place from threads where ${isOn(summary_id)}`,
  )
  return threads.map(({ id, place, steps }) => {
    const [first] = steps
    const last = steps.at(-1) ?? first
    const state = COMMENT.after[last.action]
    const part = writtenPartOf(place)
    const { paragraph } = place
    return {
      id,
      ...place,
      state,
      author_id: first.user_id,
      quote: paragraph === null ? null : (typedParagraphs(first.facts?.seen ?? '')[paragraph - 1] ?? null),
      changed: state === 'open' && part ? changeSince(last.facts?.seen ?? null, texts.get(part) ?? '') : null,
      steps: steps.map(({ facts, ...step }) => ({ ...step, change: facts?.change ?? null })),
    }
  })
}

/** Returns one comment of a summary, or null. */
export const findComment = async (db: Db, summary_id: number, id: number): Promise<SummaryComment | null> =>
  (await listComments(db, summary_id)).find((one) => one.id === id) ?? null

export async function countComments(db: Db, summary_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('threads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOn(summary_id))
    .executeTakeFirstOrThrow()
  return count
}
