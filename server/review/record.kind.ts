import type { Updateable } from 'kysely'
import type { SiteActivities, SiteProfiles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { ReturnComments } from '../../shared/activities/activities.schema.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import type { AuditEvent, FieldChange } from '../../shared/audit/audit.schema.ts'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { AskedPoint } from '../../shared/review/point-answers.ts'
import type { LabelledPlace } from '../../shared/review/points.rules.ts'
import type { LookedAt } from '../../shared/review/review.schema.ts'
import type { AskedPlace, PointChange, ReturnPoints } from '../../shared/review/points.schema.ts'
import type { Recall, Review } from '../../shared/review/review-chain.ts'
import type { SpellingEdit, SpellingInput } from '../../shared/review/review.schema.ts'
import type { Reviewed, ReviewPolicies } from '../../shared/review/review.policy.ts'
import type { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import type { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import type { FactsOf } from './public-facts.queries.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Ctx, Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { NewPoint } from './points.queries.ts'
import type { RecordList } from './record-lists.queries.ts'
import type { ReviewedRecord, StepComments } from './review.queries.ts'
import type { ReturnedState } from './snapshots.queries.ts'

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
    open_points: number
    answered_points: number
    /** 0 until the first submission; one more for each submission that does not follow a recall */
    review_round: number
  }

/** The fields that a mail may show: code, partner, status and link, but no evidence (S-75). */
export type MailedRecord = Reviewed & { id: number; code: string; name_of_partner: string }

/** The comments and frozen grades, of which each kind has its own columns. */
type OwnColumns = { returned_reason?: string | null } & Partial<ReturnComments & Grades> & SpelledColumns
/** The texts of a profile whose spelling an approval corrects. */
type SpelledColumns = Pick<Updateable<SiteProfiles>, 'name_of_partner' | 'implementation_arrangement_others'>
type ReviewColumns = Pick<Updateable<SiteActivities>, keyof SiteProfiles & keyof SiteActivities>

/** A column of a record that holds a comment of its last return. */
export type CommentField = 'returned_reason' | keyof ReturnComments

/** A reviewer's request: the revision that was opened, corrected spelling, and for a return the comments by column. */
export type Decision = ReturnPoints & {
  revision?: number | undefined
  looked?: number[] | undefined
  edits?: SpellingInput[] | undefined
  accepted_findings?: AcceptedFinding[] | undefined
} & {
  [Field in CommentField]?: string | null | undefined
}

/** The comments of a return, as columns of the record and as a step of the history. */
type Comments = { columns: OwnColumns; step: StepComments }

/** What an approval corrects: columns to save, the edits for its step, and their changes for the log. */
type CorrectedSpelling = { columns: SpelledColumns; edits: SpellingEdit[]; changes: FieldChange[] }

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
  /** how many findings on its land this level has still to accept (null: any level), and how many a level has accepted */
  countFindings: (db: Db, id: number, level: Level | null) => Promise<{ open: number; accepted: number }>
}

/** A kind of record in the review chain: everything that differs between profiles and activities. */
export type RecordKind<Row extends ReviewedRow> = KindFacts & {
  /** the reference to a record in histories and snapshots */
  reference: (id: number) => ReviewedRecord
  /** the form draft of its reviewer's comments */
  returnDraft: DraftForm

  policies: ReviewPolicies<Reviewed>
  canEdit: (actor: Actor, record: Row) => Verdict
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
  /**
   * Checks the spelling that an approval corrects (422 where it is more than spelling) and writes what is not a column
   * of the record; `columns` are saved with the approval.
   */
  correctSpelling: (db: Db, record: Row, wanted: readonly SpellingInput[]) => Promise<CorrectedSpelling>
  /** accepts by name what was found on the land, and rejects an approval that names not all of it; for its log row */
  acceptFindings: (
    ctx: Ctx,
    db: Db,
    record: Row,
    accepted: readonly AcceptedFinding[],
    step: { round: number; level: Level; at: string },
  ) => Promise<FieldChange[]>
  /** whether each record can be approved without naming what was found on its land; without an entry it can */
  landVerdicts: (
    ctx: Pick<Ctx, 'db' | 'services'>,
    ids: readonly number[],
    level: Level,
  ) => Promise<ReadonlyMap<number, Verdict>>
  commentsOf: (decision: Decision) => Comments
  /** the comments of a return as points about their places */
  commentPoints: (decision: Decision) => NewPoint[]
  /** the comment to which the points of this principle belong, if none is typed */
  commentField: (principle_number: number | null) => CommentField
  /** the names of these places; null for a place that the record does not have */
  labelsOf: (db: Db, record: Row, places: readonly AskedPlace[]) => Promise<(LabelledPlace | null)[]>
  /**
   * compares a stored snapshot with the record as it is now; the result is the change that answers a point, or null.
   * `asked` are all open points of the record: a new file in the place of one that is asked for is no addition
   */
  comparison: (
    db: Db,
    record: Row,
    asked: readonly AskedPoint[],
  ) => Promise<(state: ReturnedState) => (point: AskedPoint) => PointChange | null>
  /** the lines that its reviewer may say to have looked at, in order; none for a kind without checklists */
  checklist: (db: Db, record: Row) => Promise<(LookedAt & { id: number })[]>
  /** the further changes that the log has of a return */
  commentChanges: (before: Row, after: Row) => FieldChange[]
  mailed: (record: Row) => MailedRecord
}
