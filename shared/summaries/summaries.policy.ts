import { type Actor, hasRank, isAtLevel, isFmbAdministrator } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { STATEMENTS_MAX, type SummaryFormat, type SummaryRow, type SummaryText } from './summaries.schema.ts'

const SUPER_ADMINISTRATOR = 1

/** Summaries are FMB's: all of FMB reads and drafts them. */
export const canDraftSummaries = (actor: Actor): Verdict => isAtLevel(actor, 'FMB')

/** Anyone who drafts chooses statements by it. */
export const canReadCrosswalk = (actor: Actor): Verdict => canDraftSummaries(actor)

/** The crosswalk is changed with the same care, and by the same people, as the criteria. */
export const canSaveCrosswalk = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_crosswalk')

/** A version that says what the one before it says would be no version. */
export const isDifferentVersion = (differences: readonly unknown[]): Verdict =>
  differences.length > 0 ? yes : no('crosswalk_same')

/** What is final is the Super Administrators’. */
export const isSuper = (actor: Actor): Verdict =>
  all(isAtLevel(actor, 'FMB'), hasRank(actor, SUPER_ADMINISTRATOR, 'super_freezes'))

type State = Pick<SummaryRow, 'status'>

const isDraft = ({ status }: State): Verdict => (status === 'Draft' ? yes : no('summary_frozen'))

export const canEditSummary = (actor: Actor, summary: State): Verdict =>
  all(canDraftSummaries(actor), isDraft(summary))

export const canFreezeSummary = (actor: Actor, summary: State): Verdict =>
  all(isSuper(actor), isDraft(summary))

export const canPublishSummary = (actor: Actor, { status }: State): Verdict =>
  all(
    isSuper(actor),
    status === 'Frozen' ? yes : no(status === 'Draft' ? 'freeze_first' : 'summary_published'),
  )

export const canWithdrawSummary = (actor: Actor, { status }: State): Verdict =>
  all(isSuper(actor), status === 'Published' ? yes : no('summary_not_published'))

/** Someone saved it since it was opened: what was shown is not what is there. */
export const isUnchanged = (updated_at: string, summary: Pick<SummaryRow, 'updated_at'>): Verdict =>
  updated_at === summary.updated_at ? yes : no('summary_changed')

/** The same of one written part; null where there was none. */
export const isTextUnchanged = (
  written_at: string | null,
  text: Pick<SummaryText, 'written_at'> | null,
): Verdict => (written_at === (text?.written_at ?? null) ? yes : no('text_changed'))

/** Whether one more statement may be chosen for a safeguard. */
export const canChooseMore = (chosen: number): Verdict =>
  chosen < STATEMENTS_MAX ? yes : no('statements_full', { most: STATEMENTS_MAX })

/** What is still being written is proved by nothing. */
export const hasProof = ({ status }: State): Verdict => (status === 'Draft' ? no('draft_unproved') : yes)

/** Whether a summary has this file: the list of evidence is that of the records it was frozen with. */
export const hasFile = ({ status }: State, format: SummaryFormat): Verdict =>
  status === 'Draft' && format === 'evidence.csv' ? no('no_evidence_yet') : yes
