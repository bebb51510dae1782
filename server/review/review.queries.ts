import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'

export type ReviewedRecord = { site_profile_id: number } | { site_activity_id: number }

export type StepComments = Partial<Pick<ReviewStep, 'comment' | 'comments'>>

type NewStep = Pick<ReviewStep, 'round' | 'action' | 'level' | 'at'> & StepComments

/** Appends one submission, approval or return to the record's history (S-45). */
export async function addReviewStep(
  db: Db,
  actor: Actor,
  record: ReviewedRecord,
  step: NewStep,
): Promise<void> {
  await db
    .insertInto('review_steps')
    .values({
      ...record,
      round: step.round,
      action: step.action,
      level: step.level,
      at: step.at,
      user_id: actor.id,
      user_name: actor.name,
      role_name: actor.role,
      comment: step.comment ?? null,
      comments: JSON.stringify(step.comments ?? []),
    })
    .execute()
}

const historyBy = (column: 'site_profile_id' | 'site_activity_id') =>
  fixedQuery((db, wanted: { id: number }) =>
    db
      .selectFrom('review_steps')
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

/** Activated people who hold a key at a level, in an office or a region where the level has one. */
function holdersOf(
  db: Db,
  key: PermissionKey,
  level: Level,
  place: { region_id: number; office_id: number },
) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.email'])
    .where('users.status', '=', 'Activated')
    .where('roles.status', '=', 'Activated')
    .where('users.access_level', '=', level)
    .where(sql<boolean>`${key} = any(roles.permissions)`)
    .$if(level === 'Region', (query) => query.where('users.region_id', '=', place.region_id))
    .$if(level === 'PENRO', (query) => query.where('users.office_id', '=', place.office_id))
}

/** Whether nobody but this person can approve at their level for this record (S-70). */
export async function isOnlyApprover(
  db: Db,
  actor: Actor,
  key: ReviewKeys['approve'],
  record: { region_id: number; office_id: number },
): Promise<boolean> {
  if (!actor.permissions.includes(key)) return false
  const others = await holdersOf(db, key, actor.access_level, record)
    .where('users.id', '<>', actor.id)
    .limit(1)
    .execute()
  return others.length === 0
}

/** Somebody a mail about a record may go to. */
export type Reader = { id: number; email: string; mail_choice: MailChoice | null }

/** The people who can approve a record at a level. */
export async function listApprovers(
  db: Db,
  key: ReviewKeys['approve'],
  level: Level,
  record: { region_id: number; office_id: number },
): Promise<Reader[]> {
  const rows = await holdersOf(db, key, level, record).select('users.mail_choice').execute()
  return rows as Reader[]
}

/** These people, as far as they are activated. */
export async function listReaders(db: Db, ids: (number | null)[]): Promise<Reader[]> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.mail_choice'])
    .where('users.id', 'in', known)
    .where('users.status', '=', 'Activated')
    .execute()
  return rows as Reader[]
}
