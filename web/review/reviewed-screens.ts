import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { Actor } from '../../shared/access/actor.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import type { Level, Status } from '../../shared/access/levels.ts'
import type { KindNames } from '../../shared/access/record-kinds.ts'
import type { ActivityRow, SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { ReasonField } from '../../shared/activities/reason-fields.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import type { IdParams } from '../../shared/lib/ids.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { ReviewKeys } from '../../shared/review/review.policy.ts'
import type {
  QueueFacts,
  ReturnParts,
  ReviewEndpoints,
  ReviewFacts,
} from '../../shared/review/review.schema.ts'
import type { SiteProfile, SiteRow, sitesApi } from '../../shared/sites/sites.schema.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { FilterField } from '../ui/filter-fields.ts'
import type { DefaultSort, Filter } from '../ui/useTableState.ts'
import type { Checklist } from './checklists.ts'
import type { DecisionOf } from './decision-draft.ts'
import type { QueueScreens } from './QueueNav.tsx'
import type { CommentField } from './CommentBoxes.tsx'
import type { ApprovalPart } from './ReviewPanel.tsx'

type Search = Record<string, unknown>

/** Where a row or a button leads, and which part of the list's address it keeps (S-103). */
type LinkTarget = { to: string; search: (all: Search) => Search }

/** A target for the router, whose types do not accept composed addresses. */
export const linkOf = ({ to, search }: LinkTarget) => ({ to: to as '/sitemap', search })

/** The fields that a profile and an activity share, as a row of a list and as a whole record. */
export type ReviewedRow = Pick<SiteRow, keyof SiteRow & keyof ActivityRow>
export type ReviewedRecord = Pick<SiteProfile, keyof SiteProfile & keyof SiteActivity>

/** A row of an approval list. */
export type Queued<Row> = Row & QueueFacts

/** The body of a return: the comments by field, and its points. */
type Return = z.input<typeof ReturnParts> & {
  [Field in 'returned_reason' | ReasonField]?: string | null | undefined
}

/** the filters that the lists of both kinds have */
type ListQuery = z.input<typeof sitesApi.datatable.query>
type ListCall<Row> = Endpoint<
  undefined,
  z.ZodMiniType<unknown, ListQuery>,
  undefined,
  z.ZodMiniType<PageReply<Row>>
>
export type ShowCall<Shown> = Endpoint<typeof IdParams, undefined, undefined, z.ZodMiniType<Shown>>

/**
 * The calls of one kind of record in the review chain. `Shown` is a record with everything on its page, `Row` a row of
 * its list. A change returns the new part of `Shown`.
 */
export type ReviewCalls<Shown extends ReviewFacts, Row> = ReviewEndpoints<
  Queued<Row>,
  Partial<Shown>,
  never,
  unknown,
  Return
> & { datatable: ListCall<Row>; show: ShowCall<Shown> }

/**
 * What sites and activities pass to the screens that they share: calls, nouns, rights, addresses and columns. What takes
 * a record is a method: the screens need not know its kind, since they pass what the calls beside it have replied.
 */
export type ReviewedScreens<
  Shown extends ReviewFacts = ReviewFacts,
  Row extends ReviewedRow = ReviewedRow,
> = {
  calls: ReviewCalls<Shown, Row>
  recordOf(this: void, shown: Shown): Row & ReviewedRecord
  /** its name in the log */
  modelName: KindNames['model']
  codeOf(this: void, row: Row): string
  nameOf(this: void, row: Row): string
  /** for the questions: "profile", "SITES activity" */
  noun: string
  may: {
    approve: (actor: Actor, record: ReviewedRecord, onlyApprover: boolean) => Verdict
    return: (actor: Actor, record: ReviewedRecord) => Verdict
    recall: (actor: Actor, record: ReviewedRecord) => Verdict
    activate: (actor: Actor, record: ReviewedRecord) => Verdict
    deactivate: (actor: Actor, record: ReviewedRecord) => Verdict
    edit(this: void, actor: Actor, row: Row): Verdict
    create: (actor: Actor) => Verdict
  }
  /** the checklists whose lines the question before a decision names, if they are not ticked */
  checklists(this: void, shown: Shown): readonly Checklist[]
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
    view(this: void, row: Row): LinkTarget
    edit(this: void, row: Row): LinkTarget
    /** the title when a record cannot be edited now, above the reason */
    editRefused: string
  }
  approval: QueueScreens & {
    tab: string
    one: string
    many: string
    columns: Column<Queued<Row>>[]
    rowActions?(this: void, row: Queued<Row>): ReactNode
    comments: CommentField[]
    form: DecisionOf['form']
    bulk: { path: `${KindNames['lists']['approval']}/bulk`; form: DraftForm; keys: ReviewKeys }
  }
}

/** What the names of a kind say of its approvals. */
export const approvalOf = ({ name, keys, lists, module, word, many, approvalPath }: KindNames) => ({
  list: lists.approval,
  decision: approvalPath,
  tab: module,
  one: word,
  many,
  form: `${name}-return` as const,
  bulk: { path: `${lists.approval}/bulk` as const, form: `${name}-bulk` as const, keys },
})
