import type { Updateable } from 'kysely'
import type { SiteActivities, SiteProfiles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { ReturnComments } from '../../shared/activities/activities.schema.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import type { AuditEvent, FieldChange } from '../../shared/audit/audit.schema.ts'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { Recall, Review } from '../../shared/review/review-chain.ts'
import type { Reviewed, ReviewPolicies } from '../../shared/review/review.policy.ts'
import type { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import type { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import type { FactsOf } from './public-facts.queries.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { RecordList } from './record-lists.queries.ts'
import type { ReviewedRecord, StepComments } from './review.queries.ts'

/** The table of a kind, and its columns for the code and the partner. */
export type RecordTable = {
  name: 'site_profiles' | 'site_activities'
  code: 'code' | 'site_profile_code'
  partner: 'name_of_partner' | 'site_profile_name'
}

/** A profile or an activity as the review works with it. */
export type ReviewedRow = Reviewed &
  Recall & {
    id: number
    /** the name of the record's office */
    office: string
    deactivate_reason: string
    /** grows with every change */
    revision: number
    updated_at: string
    updated_by: string | null
    /** 0 until the first submission; one more for each submission that does not follow a recall */
    review_round: number
  }

/** The fields that a mail may show: code, partner, status and link, but no evidence (S-75). */
export type MailedRecord = Reviewed & { id: number; code: string; name_of_partner: string }

/** The comments and frozen grades, of which each kind has its own columns. */
type OwnColumns = { returned_reason?: string | null } & Partial<ReturnComments & Grades>
type ReviewColumns = Pick<Updateable<SiteActivities>, keyof SiteProfiles & keyof SiteActivities>

/** A reviewer's request: the revision that was opened and, for a return, the comments by the record's columns. */
export type Decision = { revision?: number | undefined } & {
  [Field in 'returned_reason' | keyof ReturnComments]?: string | null | undefined
}

/** The comments of a return, as columns of the record and as a step of the history. */
type Comments = { columns: OwnColumns; step: StepComments }

type ReviewEvent = AuditEvent<'Profiling of SITES'> & AuditEvent<'SITES Activities'>

/** The facts of a kind that mails, counts and mixed lists need. */
export type KindFacts = {
  table: RecordTable
  /** the module in the audit log */
  module: 'Profiling of SITES' | 'SITES Activities'
  noun: 'SITES profile' | 'SITES activity'
  /** which facts the log states of a final approval */
  facts: FactsOf
  policies: Pick<ReviewPolicies<never>, 'keys' | 'mayList' | 'mayReview'>
  approvalPath: (id: number) => string
  encoderPath: (id: number) => string
  /** the form in which a returned record is corrected */
  editPath: (id: number) => string
  /** the lists of reviewers and of encoders */
  lists: { approval: string; encoder: string }
}

/** A kind of record in the review chain: everything that differs between profiles and activities. */
export type RecordKind<Row extends ReviewedRow> = KindFacts & {
  /** the reference to a record in histories and snapshots */
  reference: (id: number) => ReviewedRecord
  /** the form draft of its reviewer's comments */
  returnDraft: DraftForm

  policies: ReviewPolicies<Reviewed>
  canSubmit: (actor: Actor, record: Row) => Verdict
  canRecall: (actor: Actor, record: Row) => Verdict
  /** the state of a record whose first submission is recalled */
  unsubmitted: Review
  /** rejects the submission of an incomplete record */
  requireComplete: (record: Row, now: Date) => void
  /** rejects the activation of a record that has been replaced */
  requireNotReplaced: (db: Db, record: Row) => Promise<void>

  /** both reject an unknown id with 404 */
  read: (db: Db, id: number) => Promise<Row>
  lock: (db: Db, id: number) => Promise<Row>
  /** updates the record and returns its new state, in one statement */
  save: (db: Db, id: number, now: Stamp, columns: ReviewColumns & OwnColumns) => Promise<Row>
  /** the other columns that the final approval sets */
  finalColumns: (db: Db, record: Row) => Promise<OwnColumns>
  /** the approval list */
  queue: RecordList
  /** the warnings of each record, a few words per warning */
  listMarks: (db: Db, ids: readonly number[]) => Promise<Map<number, string[]>>
  /** the content that a submission stores */
  snapshot: (db: Db, record: Row) => Promise<SiteSnapshot | ActivitySnapshot>

  entry: (record: Row, event: ReviewEvent, changes?: FieldChange[]) => AuditEntry & { id: number }
  commentsOf: (decision: Decision) => Comments
  /** the further changes that the log has of a return */
  commentChanges: (before: Row, after: Row) => FieldChange[]
  mailed: (record: Row) => MailedRecord
}
