import { type Actor, hasRank, isAtLevel, isFmbAdministrator, mayChange } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import type { SummaryComment } from './comments.schema.ts'
import { STATEMENTS_MAX } from './safeguards.ts'
import type { SummaryFormat, SummaryRow, SummaryText } from './summaries.schema.ts'

const SUPER_ADMINISTRATOR = 1

/** All of FMB reads summaries, drafts too. */
export const canReadSummaries = (actor: Actor): Verdict => isAtLevel(actor, 'FMB')

/** All of FMB drafts them, except its auditors. */
export const canDraftSummaries = (actor: Actor): Verdict => mayChange(actor, canReadSummaries(actor))

/** Drafting requires the crosswalk to choose statements. */
export const canReadCrosswalk = (actor: Actor): Verdict => canReadSummaries(actor)

/** The crosswalk is changed by those who change the criteria. */
export const canSaveCrosswalk = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_crosswalk')

/** A new version must differ from the one before it. */
export const isDifferentVersion = (differences: readonly unknown[]): Verdict =>
  differences.length > 0 ? yes : no('crosswalk_same')

/** Only Super Administrators make final decisions on summaries. */
export const isSuper = (actor: Actor): Verdict =>
  all(isAtLevel(actor, 'FMB'), hasRank(actor, SUPER_ADMINISTRATOR, 'super_freezes'))

type State = Pick<SummaryRow, 'status'>

const isDraft = ({ status }: State): Verdict => (status === 'Draft' ? yes : no('summary_frozen'))

export const canEditSummary = (actor: Actor, summary: State): Verdict =>
  all(canDraftSummaries(actor), isDraft(summary))

export const canFreezeSummary = (actor: Actor, summary: State): Verdict =>
  all(isSuper(actor), isDraft(summary))

const UNPUBLISHABLE = {
  Draft: 'freeze_first',
  Published: 'summary_published',
  Replaced: 'summary_replaced',
} as const

/** A withdrawn one may be published once more. */
export const canPublishSummary = (actor: Actor, { status }: State): Verdict =>
  all(isSuper(actor), status === 'Frozen' || status === 'Withdrawn' ? yes : no(UNPUBLISHABLE[status]))

/** Only the published summary of the same year can be replaced. */
export const isReplaceableBy = (
  frozen: Pick<SummaryRow, 'year'>,
  { status, year }: Pick<SummaryRow, 'status' | 'year'>,
): Verdict => (status === 'Published' && year === frozen.year ? yes : no('summary_not_current'))

/** A replaced one is public too. */
export const canWithdrawSummary = (actor: Actor, { status }: State): Verdict =>
  all(isSuper(actor), status === 'Published' || status === 'Replaced' ? yes : no('summary_not_published'))

type Commented = Pick<SummaryComment, 'state' | 'author_id'>

/** The people who draft summaries also comment on drafts, and answer. */
export const canAnswerComment = (
  actor: Actor,
  summary: State,
  { state }: Pick<Commented, 'state'>,
): Verdict => all(canEditSummary(actor, summary), state === 'open' ? yes : no('comment_not_open'))

/** Its author decides about a comment, or a Super Administrator in their place. */
const decides = (actor: Actor, summary: State, { author_id }: Pick<Commented, 'author_id'>): Verdict =>
  all(
    canDraftSummaries(actor),
    actor.id === author_id || isSuper(actor).ok ? yes : no('comment_of_another'),
    isDraft(summary),
  )

export const canSettleComment = (actor: Actor, summary: State, comment: Commented): Verdict =>
  all(decides(actor, summary, comment), comment.state === 'settled' ? no('comment_settled') : yes)

export const canAskAgain = (actor: Actor, summary: State, comment: Commented): Verdict =>
  all(decides(actor, summary, comment), comment.state === 'open' ? no('comment_open') : yes)

/** Fails if the summary was saved since the form was opened. */
export const isUnchanged = (updated_at: string, summary: Pick<SummaryRow, 'updated_at'>): Verdict =>
  updated_at === summary.updated_at ? yes : no('summary_changed')

/** The same for one written part; null if there was none. */
export const isTextUnchanged = (
  written_at: string | null,
  text: Pick<SummaryText, 'written_at'> | null,
): Verdict => (written_at === (text?.written_at ?? null) ? yes : no('text_changed'))

export const canChooseMore = (chosen: number): Verdict =>
  chosen < STATEMENTS_MAX ? yes : no('statements_full', { most: STATEMENTS_MAX })

/** A draft cannot be proved. */
export const hasProof = ({ status }: State): Verdict => (status === 'Draft' ? no('draft_unproved') : yes)

/** Whether a summary has this file; the list of evidence exists once it is frozen. */
export const hasFile = ({ status }: State, format: SummaryFormat): Verdict =>
  status === 'Draft' && format === 'evidence.csv' ? no('no_evidence_yet') : yes
