import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { type Level, LEVELS, PLACE_OF } from '../../shared/access/levels.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { Db } from '../database/db.ts'
import { hasActiveRole } from '../database/scope.ts'
import { insertSnapshot } from './snapshots.queries.ts'

/** What a step says besides its decision. */
export type StepComments = Partial<Pick<ReviewStep, 'comment' | 'comments' | 'edits' | 'looked'>>

type NewStep = Pick<ReviewStep, 'round' | 'action' | 'level' | 'at'> & StepComments

/**
 * Adds a submission, approval, return or recall to the record's history (S-45) and, if `content` is given, stores it as
 * the round's snapshot.
 */
export async function addReviewStep(
  db: Db,
  actor: Actor,
  record_id: number,
  { round, action, level, at, comment = null, comments = [], edits = [], looked = [] }: NewStep,
  content?: object,
): Promise<void> {
  const stored = content ? sql`with kept as (${insertSnapshot(record_id, round, content, at)})` : sql``
  await sql`${stored}
    insert into review_steps (record_id, round, action, level, at, user_id, user_name, role_name, comment, comments,
      edits, looked)
    values (${record_id}, ${round}, ${action}, ${level}, ${at}, ${actor.id}, ${actor.name}, ${actor.role}, ${comment},
      ${JSON.stringify(comments)}, ${JSON.stringify(edits)}, ${JSON.stringify(looked)})`.execute(db)
}

/** Lists the history of a record, oldest first. */
export async function listReviewSteps(
  db: Db,
  record_id: number | RawBuilder<unknown>,
): Promise<ReviewStep[]> {
  const { rows } = await sql<ReviewStep>`
    select id, round, action, level, user_name as by, role_name as role, at, comment, comments, edits, looked,
      erased_at, reason as erased_reason
    from review_steps left join audit_erasures on audit_erasures.audit_log_id = review_steps.erased_row
    where record_id = ${record_id} order by id`.execute(db)
  return rows
}

/** Returns the user and the time of the last returned submission; null if the record was never returned. */
export async function findReturnedSubmission(
  db: Db,
  record_id: number,
): Promise<{ user_id: number; at: string } | null> {
  const { rows } = await sql<{ user_id: number; at: string }>`
    with steps as (select round, action, user_id, at from review_steps where record_id = ${record_id})
    select user_id, at from steps
    where action = 'Submitted' and round = (select max(round) from steps where action in ('Returned', 'Withdrawn'))
    order by at desc limit 1`.execute(db)
  return rows[0] ?? null
}

type Place = { region_id: number; office_id: number }

export type Approvers = Place & { key: ReviewKeys['approve']; levels: readonly Level[] }

/** Whether a user is at one of these levels and in the record's office or region, if the level has one. */
export const isAt = (levels: readonly Level[], place: Place) =>
  sql<boolean>`users.access_level = any(${levels}) and (${sql.join(
    LEVELS.map((level) => {
      const column = PLACE_OF[level]
      const inPlace = column === null ? sql`` : sql`and ${sql.ref(`users.${column}`)} = ${place[column]}`
      return sql`users.access_level = ${sql.lit(level)} ${inPlace}`
    }),
    sql` or `,
  )})`

const PEOPLE = sql`users join roles on roles.id = users.role_id`

const canApprove = ({ key, levels, ...place }: Approvers) =>
  sql<boolean>`${hasActiveRole} and ${key} = any(roles.permissions) and ${isAt(levels, place)}`

/** Whether the caller is the only approver of the caller's level at this place (S-70). */
export async function isOnlyApprover(
  db: Db,
  actor: Actor,
  key: ReviewKeys['approve'],
  { region_id, office_id }: Place,
): Promise<boolean> {
  if (!actor.permissions.includes(key)) return false
  const approvers: Approvers = { key, levels: [actor.access_level], region_id, office_id }
  const { rows } = await sql`
    select from ${PEOPLE} where ${canApprove(approvers)} and users.id <> ${actor.id} limit 1`.execute(db)
  return rows.length === 0
}

/** A possible reader of a mail about a record; `is_named` if the record or file is the reader's own. */
export type Reader = { email: string; language: string; mail_choice: MailChoice | null; is_named: boolean }

type ReturnReader = Reader & { is_encoder: boolean }

type ReturnReadersQuery = Place & {
  named: readonly number[]
  edit: ReviewKeys['edit']
  approve: ReviewKeys['approve']
  /** the levels whose approvers are notified */
  levels: readonly Level[]
}

/**
 * Lists the activated users of a record's scope who are notified of its return: the encoders of its office, the named
 * users, and the approvers of these levels; each once.
 */
export async function listReturnReaders(
  db: Db,
  { named, edit, approve, levels, ...place }: ReturnReadersQuery,
): Promise<ReturnReader[]> {
  const { rows } = await sql<ReturnReader>`
    select email, language, mail_choice, is_encoder, is_named
    from ${PEOPLE}, lateral (
      select users.access_level = 'PENRO' and ${edit} = any(roles.permissions) as is_encoder,
        users.id = any(${named}::integer[]) as is_named,
        users.access_level = any(${levels}) and ${approve} = any(roles.permissions) as is_approver
    ) as told
    where ${hasActiveRole} and ${isAt(LEVELS, place)} and (is_encoder or is_named or is_approver)
    order by users.id`.execute(db)
  return rows
}

const NOBODY: Approvers = { key: 'site_maps_approval', levels: [], region_id: 0, office_id: 0 }

/** Lists these users and these approvers, each once, if they and their roles are activated (S-130). */
export async function listReaders(
  db: Db,
  named: readonly (number | null)[],
  approvers: Approvers = NOBODY,
): Promise<Reader[]> {
  const ids = named.filter((id) => id !== null)
  const { rows } = await sql<Reader>`
    select email, language, mail_choice, true as is_named from ${PEOPLE}
    where ${hasActiveRole} and users.id = any(${ids}::integer[])
    union all
    select email, language, mail_choice, false from ${PEOPLE}
    where ${canApprove(approvers)} and users.id <> all(${ids}::integer[])`.execute(db)
  return rows
}
