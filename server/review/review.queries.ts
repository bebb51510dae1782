import { type Insertable, sql } from 'kysely'
import type { ReviewSteps } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { type Level, LEVELS, PLACE_OF } from '../../shared/access/levels.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import type { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'
import { isActing } from '../lib/scope.ts'
import { columnsOf, insertSnapshot } from './snapshots.queries.ts'

export type ReviewedRecord = { site_profile_id: number } | { site_activity_id: number }

export type StepComments = Partial<Pick<ReviewStep, 'comment' | 'comments'>>

type NewStep = Pick<ReviewStep, 'round' | 'action' | 'level' | 'at'> & StepComments

type StepRow = Insertable<ReviewSteps> & { at: string; content?: string | undefined }

const enter = fixedQuery((db, { content, ...step }: StepRow) => {
  if (content === undefined) return db.insertInto('review_steps').values(step)
  const { site_profile_id = null, site_activity_id = null, round, at } = step
  const kept = { site_profile_id, site_activity_id, round, content, created_at: at }
  return db
    .with('kept', (queries) => insertSnapshot(queries, kept))
    .insertInto('review_steps')
    .values(step)
})

/**
 * Appends one submission, approval, return or recall to the record's history (S-45), and keeps the record as it was submitted
 * in this round where its content is given.
 */
export async function addReviewStep(
  db: Db,
  actor: Actor,
  record: ReviewedRecord,
  step: NewStep,
  content?: SiteSnapshot | ActivitySnapshot | null,
): Promise<void> {
  await enter(db, {
    ...columnsOf(record),
    round: step.round,
    action: step.action,
    level: step.level,
    at: step.at,
    user_id: actor.id,
    user_name: actor.name,
    role_name: actor.role,
    comment: step.comment ?? null,
    comments: JSON.stringify(step.comments ?? []),
    content: content ? JSON.stringify(content) : undefined,
  })
}

const historyBy = (column: 'site_profile_id' | 'site_activity_id') =>
  fixedQuery((db, wanted: { id: number }) =>
    db
      .selectFrom('review_steps')
      .leftJoin('audit_erasures', 'audit_erasures.audit_log_id', 'review_steps.erased_row')
      .select([
        'id',
        'round',
        'action',
        'level',
        'user_name as by',
        'role_name as role',
        'at',
        'comment',
        'comments',
        'erased_at',
        'reason as erased_reason',
      ])
      .where(column, '=', wanted.id)
      .orderBy('id'),
  )

const historyOfSite = historyBy('site_profile_id')
const historyOfActivity = historyBy('site_activity_id')

/** The whole history of a record, oldest first. */
export async function listReviewSteps(db: Db, record: ReviewedRecord): Promise<ReviewStep[]> {
  const rows =
    'site_profile_id' in record
      ? await historyOfSite(db, { id: record.site_profile_id })
      : await historyOfActivity(db, { id: record.site_activity_id })
  return rows as unknown as ReviewStep[]
}

/** Who made the submission that was last returned, and when; null where the record was never returned. */
export async function findReturnedSubmission(
  db: Db,
  record: ReviewedRecord,
): Promise<{ user_id: number; at: string } | null> {
  const { site_profile_id, site_activity_id } = columnsOf(record)
  const { rows } = await sql<{ user_id: number; at: string }>`
    with steps as (
      select round, action, user_id, at from review_steps
      where site_profile_id = ${site_profile_id} or site_activity_id = ${site_activity_id}
    )
    select user_id, at from steps
    where action = 'Submitted' and round = (select max(round) from steps where action = 'Returned')
    order by at desc limit 1`.execute(db)
  return rows[0] ?? null
}

type Place = { region_id: number; office_id: number }

/** Those who can approve a record at these levels. */
export type Approvers = Place & { key: ReviewKeys['approve']; levels: readonly Level[] }

/** Whether a user stands at one of these levels, in the office or region of a record where the level has one. */
const isAt = (levels: readonly Level[], place: Place) =>
  sql<boolean>`users.access_level = any(${levels}) and (${sql.join(
    LEVELS.map((level) => {
      const column = PLACE_OF[level]
      const inPlace = column === null ? sql`` : sql`and ${sql.ref(`users.${column}`)} = ${place[column]}`
      return sql`users.access_level = ${sql.lit(level)} ${inPlace}`
    }),
    sql` or `,
  )})`

/** Activated people who hold the key at these levels. */
const holdersOf = (db: Db, { key, levels, ...place }: Approvers) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where(isActing)
    .where(sql<boolean>`${key} = any(roles.permissions)`)
    .where(isAt(levels, place))

/** Whether nobody but this person can approve at their level for this record (S-70). */
export async function isOnlyApprover(
  db: Db,
  actor: Actor,
  key: ReviewKeys['approve'],
  { region_id, office_id }: Place,
): Promise<boolean> {
  if (!actor.permissions.includes(key)) return false
  const others = await holdersOf(db, { key, levels: [actor.access_level], region_id, office_id })
    .select('users.id')
    .where('users.id', '<>', actor.id)
    .limit(1)
    .execute()
  return others.length === 0
}

/** Somebody a mail about a record may go to; named ones are told of what is their own. */
export type Reader = { email: string; mail_choice: MailChoice | null; is_named: boolean }

const readersOf = fixedQuery((db, { named, ...approvers }: Approvers & { named: readonly number[] }) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.email', 'users.mail_choice', sql<boolean>`true`.as('is_named')])
    .where(isActing)
    .where('users.id', '=', sql<number>`any(${named})`)
    .unionAll(
      holdersOf(db, approvers)
        .select(['users.email', 'users.mail_choice', sql<boolean>`false`.as('is_named')])
        .where('users.id', '<>', sql<number>`all(${named})`),
    ),
)

/** Who is told of a return; the record is the own one of its encoders and of those who are named. */
type ReturnReader = Reader & { is_encoder: boolean }

type OfReturn = Place & {
  named: readonly number[]
  edit: ReviewKeys['edit']
  approve: ReviewKeys['approve']
  /** those whose approvers are told */
  levels: readonly Level[]
}

const IS_ENCODER = (edit: string) =>
  sql<boolean>`(users.access_level = 'PENRO' and ${edit}::text = any(roles.permissions))`

const returnReadersOf = fixedQuery((db, { named, edit, approve, levels, ...place }: OfReturn) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.email', 'users.mail_choice', IS_ENCODER(edit).as('is_encoder')])
    .select(sql<boolean>`users.id = any(${named}::integer[])`.as('is_named'))
    .where('users.status', '=', 'Activated')
    .where('roles.status', '=', 'Activated')
    .where(isAt(LEVELS, place))
    .where(
      sql<boolean>`(${IS_ENCODER(edit)} or users.id = any(${named}::integer[])
        or (users.access_level = any(${levels}::text[]) and ${approve}::text = any(roles.permissions)))`,
    )
    .orderBy('users.id'),
)

/**
 * The activated people of a record's scope who are told of its return: encoders of its office, who may edit it, those who
 * are named, and the approvers of these levels; each once.
 */
export const listReturnReaders = async (db: Db, wanted: OfReturn): Promise<ReturnReader[]> =>
  (await returnReadersOf(db, wanted)) as ReturnReader[]

const NOBODY: Approvers = { key: 'site_maps_approval', levels: [], region_id: 0, office_id: 0 }

/** These people and these approvers, each once, as far as they and their roles are activated (S-130). */
export async function listReaders(
  db: Db,
  named: readonly (number | null)[],
  approvers: Approvers = NOBODY,
): Promise<Reader[]> {
  const rows = await readersOf(db, { named: named.filter((id) => id !== null), ...approvers })
  return rows as Reader[]
}
