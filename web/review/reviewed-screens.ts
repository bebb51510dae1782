import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level, Status } from '../../shared/access/levels.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { FilterField } from '../ui/filter-fields.ts'
import type { DefaultSort, Filter } from '../ui/useTableState.ts'
import type { Checklist } from './checklists.ts'
import type { DecisionOf } from './decision-draft.ts'
import type { QueueScreens } from './QueueNav.tsx'
import type { ApprovalPart, CommentField } from './ReviewPanel.tsx'
import type { Queued, ReviewCalls, ReviewedRecord, ReviewedRow } from './review.calls.ts'

type Search = Record<string, unknown>

/** Where a row or a button leads, and which part of the list's address it keeps (S-103). */
type LinkTarget = { to: string; search: (all: Search) => Search }

/** A target for the router, whose types do not accept composed addresses. */
export const linkOf = ({ to, search }: LinkTarget) => ({ to: to as '/sitemap', search })

/** What sites and activities pass to the screens that they share: calls, nouns, rights, addresses and columns. */
export type ReviewedScreens<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  calls: ReviewCalls<Shown, Row>
  recordOf: (shown: Shown) => Row & ReviewedRecord
  /** its name in the log */
  modelName: 'SiteProfile' | 'SiteActivities'
  codeOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** for the questions: "profile", "SITES activity" */
  noun: string
  may: {
    approve: (actor: Actor, record: ReviewedRecord, onlyApprover: boolean) => Verdict
    return: (actor: Actor, record: ReviewedRecord) => Verdict
    recall: (actor: Actor, record: ReviewedRecord) => Verdict
    activate: (actor: Actor, record: ReviewedRecord) => Verdict
    deactivate: (actor: Actor, record: ReviewedRecord) => Verdict
    edit: (actor: Actor, row: Row) => Verdict
    create: (actor: Actor) => Verdict
  }
  /** the checklists whose lines the question before a decision names, if they are not ticked */
  checklists: (shown: Shown) => readonly Checklist[]
  /** loads what the question before an approval asks of this kind besides, with the findings ticked so far */
  prepareApproval?: (
    of: { client: QueryClient; record: ReviewedRecord; level: Level },
    ticked: readonly AcceptedFinding[],
    keep: (ticked: AcceptedFinding[]) => void,
  ) => Promise<ApprovalPart | null>
  /** a sentence that says where the record is after a recall */
  recallTo: (record: ReviewedRecord) => string
  status: {
    label: (status: Status) => string
    /** for a label that does not say whose status it is */
    name?: string
    /** a server fault becomes the title of its dialog (PROFILES-54) */
    titlesFaults: boolean
  }
  list: {
    title: string
    intro: string
    columns: Column<Row>[]
    sort: DefaultSort
    statuses: readonly DisplayStatus[]
    /** the filters of this kind: the names of all, and the additional fields */
    filters?: { names: readonly Filter[]; fields: readonly FilterField[] }
    empty: string
    add: { label: string; way: LinkTarget }
    view: (row: Row) => LinkTarget
    edit: (row: Row) => LinkTarget
    /** the title when a record cannot be edited now, above the reason */
    editRefused: string
  }
  approval: QueueScreens & {
    tab: string
    one: string
    many: string
    columns: Column<Queued<Row>>[]
    rowActions?: (row: Queued<Row>) => ReactNode
    comments: CommentField[]
    form: DecisionOf['form']
    bulk: {
      path: '/sites/approval/bulk' | '/sites/activity/approval/bulk'
      form: DraftForm
      keys: ReviewKeys
    }
  }
}
