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

/** Where the records of a kind stand, and which columns name one to people. */
export type RecordTable = {
  name: 'site_profiles' | 'site_activities'
  code: 'code' | 'site_profile_code'
  partner: 'name_of_partner' | 'site_profile_name'
}

/** A profile or an activity as the review works with it. */
export type ReviewedRow = Reviewed &
  Recall & {
    id: number
    /** the name of the one that submits it */
    office: string
    deactivate_reason: string
    /** grows with every change */
    revision: number
    updated_at: string
    updated_by: string | null
    /** 1 from the first submission, one more for each resubmission */
    review_round: number
  }

/** What a mail may say of a record: code, partner, status and link; no evidence (S-75). */
export type MailedRecord = Reviewed & { id: number; code: string; name_of_partner: string }

/** The columns that both kinds have, and what a kind has of comments and frozen grades. */
type OwnColumns = { returned_reason?: string | null } & Partial<ReturnComments & Grades>
type ReviewColumns = Pick<Updateable<SiteActivities>, keyof SiteProfiles & keyof SiteActivities>

/** What a reviewer sends: the revision that was looked at and, with a return, its comments by the columns of the record. */
export type Decision = { revision?: number | undefined } & {
  [Field in 'returned_reason' | keyof ReturnComments]?: string | null | undefined
}

/** What a return says, as the record keeps it and as the history does. */
type Comments = { columns: OwnColumns; step: StepComments }

/** What both kinds of record tell the log. */
type ReviewEvent = AuditEvent<'Profiling of SITES'> & AuditEvent<'SITES Activities'>

/** What is said of a kind wherever its records are mailed, counted or listed together with others. */
export type KindFacts = {
  table: RecordTable
  /** of the log */
  module: 'Profiling of SITES' | 'SITES Activities'
  noun: 'SITES profile' | 'SITES activity'
  /** what the log states of a final approval */
  facts: FactsOf
  policies: Pick<ReviewPolicies<never>, 'keys' | 'mayList' | 'mayReview'>
  approvalPath: (id: number) => string
  encoderPath: (id: number) => string
  /** the form in which it is corrected */
  editPath: (id: number) => string
  /** of its reviewers and of its encoders */
  lists: { approval: string; encoder: string }
}

/** A kind of record that climbs the review chain: all that differs between profiles and activities. */
export type RecordKind<Row extends ReviewedRow> = KindFacts & {
  /** names one of its records to histories and snapshots */
  reference: (id: number) => ReviewedRecord
  /** the form draft of its reviewer's comments */
  returnDraft: DraftForm

  policies: ReviewPolicies<Reviewed>
  canSubmit: (actor: Actor, record: Row) => Verdict
  canRecall: (actor: Actor, record: Row) => Verdict
  /** where one is whose first submission is taken back */
  unsubmitted: Review
  /** refuses to submit what is not complete */
  requireComplete: (record: Row, now: Date) => void
  /** refuses to switch on what has been replaced meanwhile */
  requireNotReplaced: (db: Db, record: Row) => Promise<void>

  /** both refuse an unknown one with 404 */
  read: (db: Db, id: number) => Promise<Row>
  lock: (db: Db, id: number) => Promise<Row>
  /** saves and reads it again, in one statement */
  save: (db: Db, id: number, now: Stamp, columns: ReviewColumns & OwnColumns) => Promise<Row>
  /** what else the final approval writes */
  finalColumns: (db: Db, record: Row) => Promise<OwnColumns>
  /** its approval list */
  queue: RecordList
  /** the warnings of these, in a few words each */
  listMarks: (db: Db, ids: readonly number[]) => Promise<Map<number, string[]>>
  /** what is kept of it when it is submitted */
  snapshot: (db: Db, record: Row) => Promise<SiteSnapshot | ActivitySnapshot>

  entry: (record: Row, event: ReviewEvent, changes?: FieldChange[]) => AuditEntry & { id: number }
  commentsOf: (decision: Decision) => Comments
  /** what else the log reports on a return */
  commentChanges: (before: Row, after: Row) => FieldChange[]
  mailed: (record: Row) => MailedRecord
}
