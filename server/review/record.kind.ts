import type { Updateable } from 'kysely'
import type { SiteActivities, SiteProfiles } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { KindNames } from '../../shared/access/record-kinds.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import type { FieldChange, RecordEvent } from '../../shared/audit/audit.schema.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { AskedPoint } from '../../shared/review/point-answers.ts'
import type { LabelledPlace } from '../../shared/review/points.rules.ts'
import type { LookedAt } from '../../shared/review/review.schema.ts'
import type { AskedPlace, PointChange, ReturnPoints } from '../../shared/review/points.schema.ts'
import type { Recall } from '../../shared/review/review-chain.ts'
import type { SpellingEdit, SpellingInput } from '../../shared/review/review.schema.ts'
import type { Reviewed, ReviewPolicies } from '../../shared/review/review.policy.ts'
import type { FactsOf } from './public-facts.queries.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Ctx, Stamp } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { RecordList } from './record-lists.queries.ts'
import type { ReturnedState } from './snapshots.queries.ts'

/** The table of a kind, and its columns for the code and the partner. */
export type RecordTable = KindNames['table']

/** A record of any kind as the review works with it. */
export type ReviewedRow = Reviewed &
  Recall & {
    id: number
    /** its number among the records of all kinds */
    record_id: number
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
export type MailedRecord = Reviewed & {
  id: number
  code: string
  name_of_partner: string
  /** false if nothing was ever found on its land, so that nothing of it is counted */
  has_findings?: boolean
}

/** The comments and frozen grades, of which each kind has its own columns. */
type OwnColumns = Comments & Partial<Grades> & SpelledColumns
/** The texts of a profile whose spelling an approval corrects. */
type SpelledColumns = Pick<Updateable<SiteProfiles>, 'name_of_partner' | 'implementation_arrangement_others'>
type ReviewColumns = Pick<Updateable<SiteActivities>, keyof SiteProfiles & keyof SiteActivities>

/** A column of a record that holds a comment of its last return. */
export type CommentField = 'returned_reason' | `returned_reason_${number}`
export type Comments = { [Field in CommentField]?: string | null | undefined }

/** A comment that a return can have: its column, and the place that it is about. */
export type CommentPlace = LabelledPlace & { field: CommentField }

/** A reviewer's request: the revision that was opened, corrected spelling, and for a return the comments by column. */
export type Decision = ReturnPoints &
  Comments & {
    revision?: number | undefined
    looked?: number[] | undefined
    edits?: SpellingInput[] | undefined
    accepted_findings?: AcceptedFinding[] | undefined
  }

/** What an approval corrects: columns to save, the edits for its step, and their changes for the log. */
export type CorrectedSpelling = { columns: SpelledColumns; edits: SpellingEdit[]; changes: FieldChange[] }

/** The facts of a kind that mails, counts and mixed lists need; its names are those of `RECORD_KINDS`. */
export type KindFacts = KindNames & {
  /** which facts the log states of a final approval; of a kind that becomes public */
  facts?: FactsOf
  policies: Pick<ReviewPolicies<never>, 'keys' | 'mayList' | 'mayReview'>
  /** stores the warnings of these records, as `holdWarnings` says; returns how many are gone or new */
  storeWarnings: (db: Db, ids: readonly number[], now: Date) => Promise<number>
  /** of a kind whose records lie on land */
  land?: {
    /** how many findings this level has still to accept (null: any level), and how many a level has accepted */
    count: (db: Db, record: MailedRecord, level: Level | null) => Promise<FindingCounts>
    /** whether each record can be approved without naming what was found on its land; without an entry it can */
    verdicts: (
      ctx: Pick<Ctx, 'db' | 'services'>,
      ids: readonly number[],
      level: Level,
    ) => Promise<ReadonlyMap<number, Verdict>>
    /** accepts by name what was found, and rejects an approval that names not all of it; for its log row */
    accept: (
      ctx: Ctx,
      db: Db,
      record: { id: number; has_findings?: boolean },
      accepted: readonly AcceptedFinding[],
      step: { round: number; level: Level; at: string },
    ) => Promise<FieldChange[]>
  }
  /** the comments of a return; points about the whole record are told in the first, if none is typed */
  commentPlaces: readonly [CommentPlace, ...CommentPlace[]]
}

export type FindingCounts = { open: number; accepted: number }

/** A kind of record in the review chain: everything that differs between profiles and activities. */
export type RecordKind<Row extends ReviewedRow> = KindFacts & {
  policies: ReviewPolicies<Reviewed>
  canEdit: (actor: Actor, record: Row) => Verdict
  canSubmit: (actor: Actor, record: Row) => Verdict
  canRecall: (actor: Actor, record: Row) => Verdict
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
  /** stores the warnings of a record anew after a step of its review, if that changes them */
  storeWarningsOfStep: (db: Db, before: Row, now: Date) => Promise<unknown>
  /**
   * after a file of a record is quarantined that is not finally approved: the revision grows, so that a decision on the
   * earlier content is refused; returns what the log has of further changes
   */
  loseFile: (db: Db, record: Row) => Promise<AuditEntry | null>
  /** the records whose warnings change when this one is activated or deactivated */
  listConcerned: (db: Db, record: Row) => Promise<number[]>
  /** the content that a submission stores */
  snapshot: (db: Db, record: Row) => Promise<object>

  entry: (record: Row, event: RecordEvent, changes?: FieldChange[]) => AuditEntry & { id: number }
  /** of a kind whose texts an approver may correct */
  spelling?: {
    /**
     * Checks the spelling that an approval corrects (422 where it is more than spelling) and writes what is not a column
     * of the record; `columns` are saved with the approval.
     */
    correct: (db: Db, record: Row, wanted: readonly SpellingInput[]) => Promise<CorrectedSpelling>
  }
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
  /** of a kind with checklists */
  checklist?: {
    /** what its reviewer may say to have looked at, in order */
    lines: (db: Db, record: Row) => Promise<(LookedAt & { id: number })[]>
  }
  /** the further changes that the log has of a return */
  commentChanges: (before: Row, after: Row) => FieldChange[]
  mailed: (record: Row) => MailedRecord
}
