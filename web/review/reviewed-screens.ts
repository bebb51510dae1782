import type { ReactNode } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import type { Status } from '../../shared/access/levels.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { Filter, Sort, TableState } from '../ui/useTableState.ts'
import type { CommentsOf } from './comments-draft.ts'
import type { QueueScreens } from './QueueNav.tsx'
import type { CommentField } from './ReviewPanel.tsx'
import type { Queued, ReviewCalls, ReviewedRecord, ReviewedRow } from './review.calls.ts'

type Search = Record<string, unknown>

/** Where a row or a button leads, and what of the list's own address travels along (S-103). */
type LinkTarget = { to: string; search: (all: Search) => Search }

/** A way as the router takes it, which knows no addresses that are put together. */
export const linkOf = ({ to, search }: LinkTarget) => ({ to: to as '/sitemap', search })

/** What sites and activities hand in for the screens that they share: calls, nouns, rights, addresses and columns. */
export type ReviewedScreens<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  calls: ReviewCalls<Shown, Row>
  codeOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** as questions name one: "profile", "SITES activity" */
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
  /** where a record is that was recalled, in a sentence */
  recallTo: (record: ReviewedRecord) => string
  status: {
    label: (status: Status) => string
    /** where the label alone does not say whose status it is */
    name?: string
    /** a fault of the server is the title of what is reported of it (PROFILES-54) */
    titlesFaults: boolean
  }
  /** the encoder's list */
  list: {
    title: string
    intro: string
    columns: Column<Row>[]
    sort: Sort
    /** the record statuses that it may show */
    statuses: readonly DisplayStatus[]
    /** what narrows it besides what narrows both: then the names of all */
    filters?: { names: readonly Filter[]; shown: (state: TableState) => ReactNode }
    empty: string
    add: { label: string; way: LinkTarget }
    view: (row: Row) => LinkTarget
    edit: (row: Row) => LinkTarget
    /** told where a record cannot be edited now, above the reason */
    editRefused: string
  }
  /** the approval list and the decision */
  approval: QueueScreens & {
    tab: string
    one: string
    many: string
    columns: Column<Queued<Row>>[]
    rowActions?: (row: Queued<Row>) => ReactNode
    comments: CommentField[]
    form: CommentsOf['form']
    /** of decisions on many at once */
    bulk: {
      path: '/sites/approval/bulk' | '/sites/activity/approval/bulk'
      form: DraftForm
      keys: ReviewKeys
    }
  }
}
