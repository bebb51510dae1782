import { sql } from 'kysely'
import {
  type CommentAction,
  type CommentPlace,
  type CommentSection,
  STATE_AFTER,
  writtenPartOf,
} from '../../shared/summaries/comments.rules.ts'
import type { CommentStep, SummaryComment, TextChange } from '../../shared/summaries/comments.schema.ts'
import { typedParagraphs } from '../../shared/summaries/references.ts'
import { differingParagraphs } from '../../shared/summaries/text-changes.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Db } from '../database/db.ts'
import { listTexts } from './summary-texts.queries.ts'

type StepRow = CommentStep & { comment_id: number; user_id: number; seen: string | null }

const stepsOf = (db: Db, summary_id: number): Promise<StepRow[]> =>
  db
    .selectFrom('summary_comment_steps as steps')
    .innerJoin('summary_comments', 'summary_comments.id', 'steps.summary_comment_id')
    .leftJoin('audit_erasures', 'audit_erasures.audit_log_id', 'steps.erased_row')
    .select([
      'steps.summary_comment_id as comment_id',
      'steps.user_id',
      'steps.action',
      'steps.at',
      'steps.user_name as by',
      'steps.role_name as role',
      'steps.text',
      'steps.seen',
      'steps.change',
      'audit_erasures.erased_at',
      'audit_erasures.reason as erased_reason',
    ])
    .where('summary_comments.summary_id', '=', summary_id)
    .orderBy('steps.id')
    .$narrowType<{ action: CommentAction; change: TextChange | null }>()
    .execute()

/** What was changed in a part since it was asked about; null if nothing was. */
const changeSince = (seen: string | null, now: string): TextChange | null =>
  seen === null || seen === now ? null : differingParagraphs(seen, now)

/** Lists the comments on a summary in their order, with their steps and what was changed since. */
export async function listComments(db: Db, summary_id: number): Promise<SummaryComment[]> {
  const texts = new Map((await listTexts(db, summary_id)).map(({ section, text }) => [section, text]))
  const steps = await stepsOf(db, summary_id)
  const places = await db
    .selectFrom('summary_comments')
    .select(['id', 'section', 'paragraph'])
    .where('summary_id', '=', summary_id)
    .orderBy('id')
    .$narrowType<{ section: CommentSection }>()
    .execute()
  return places.map((place) => {
    const own = steps.filter(({ comment_id }) => comment_id === place.id)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) throw new Error(`The comment ${place.id} has no step.`)
    const state = STATE_AFTER[last.action]
    const part = writtenPartOf(place)
    const { paragraph } = place
    return {
      ...place,
      state,
      author_id: first.user_id,
      quote: paragraph === null ? null : (typedParagraphs(first.seen ?? '')[paragraph - 1] ?? null),
      changed: state === 'open' && part ? changeSince(last.seen, texts.get(part) ?? '') : null,
      steps: own.map(({ comment_id: _of, user_id: _by, seen: _seen, ...step }) => step),
    }
  })
}

/** Returns one comment of a summary, or null. */
export const findComment = async (db: Db, summary_id: number, id: number): Promise<SummaryComment | null> =>
  (await listComments(db, summary_id)).find((one) => one.id === id) ?? null

export async function countComments(db: Db, summary_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('summary_comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('summary_id', '=', summary_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a comment without its first step; returns its id. */
export async function insertComment(db: Db, summary_id: number, place: CommentPlace): Promise<number> {
  const { id } = await db
    .insertInto('summary_comments')
    .values({ summary_id, ...place })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewStep = {
  action: CommentAction
  at: string
  text: string | null
  seen?: string | null
  change?: TextChange | null
}

/** Adds a step of a comment; returns its id. */
export async function insertStep(
  db: Db,
  summary_comment_id: number,
  { id: user_id, name: user_name, role: role_name }: Actor,
  { change = null, seen = null, ...step }: NewStep,
): Promise<number> {
  const { id } = await db
    .insertInto('summary_comment_steps')
    .values({
      summary_comment_id,
      user_id,
      user_name,
      role_name,
      seen,
      ...step,
      change: change && JSON.stringify(change),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Empties the text of a step whose row of the log is erased; returns what it said, or null if it said nothing. */
export async function emptyCommentStep(db: Db, id: number, erased_row: number): Promise<string | null> {
  const { rows } = await sql<{ text: string | null }>`
    with before as (select text from summary_comment_steps where id = ${id})
    update summary_comment_steps set text = null, erased_row = ${erased_row} where id = ${id}
    returning (select text from before)`.execute(db)
  return rows[0]?.text ?? null
}
