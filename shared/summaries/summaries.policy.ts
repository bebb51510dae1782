import { type Actor, hasRank, isAtLevel, isFmbAdministrator } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { STATEMENTS_MAX, type SummaryFormat, type SummaryRow, type SummaryText } from './summaries.schema.ts'

/** What a saver hears whose crosswalk is no longer the newest. */
export const CROSSWALK_CHANGED = 'The crosswalk was changed by another user. Please reload.'
/** What a writer hears whose text somebody else has written meanwhile. */
export const TEXT_CHANGED = 'This part was changed by another user. Reload to see it; your text stays here.'
const SUMMARY_CHANGED = 'This summary was changed by another user. Please reload.'

const SUPER_ADMINISTRATOR = 1

/** Summaries are FMB's: all of FMB reads and drafts them. */
export const canDraftSummaries = (actor: Actor): Verdict => isAtLevel(actor, 'FMB')

/** Whoever drafts chooses statements by it. */
export const canReadCrosswalk = (actor: Actor): Verdict => canDraftSummaries(actor)

/** The crosswalk is changed with the same care, and by the same people, as the criteria. */
export const canSaveCrosswalk = (actor: Actor): Verdict =>
  isFmbAdministrator(actor, 'Only FMB administrators can change the crosswalk.')

/** A version that says what the one before it says would be no version. */
export const isAnother = (differences: readonly unknown[]): Verdict =>
  differences.length > 0
    ? yes
    : no('state', 'Nothing differs from the newest version, so there is nothing to save.')

/** What is final is the Super Administrators’. */
export const isSuper = (actor: Actor): Verdict =>
  all(
    isAtLevel(actor, 'FMB'),
    hasRank(actor, SUPER_ADMINISTRATOR, 'Only FMB Super Administrators can freeze and publish summaries.'),
  )

type State = Pick<SummaryRow, 'status'>

const isDraft = ({ status }: State): Verdict =>
  status === 'Draft' ? yes : no('state', 'This summary is frozen and cannot be changed.')

export const canEditSummary = (actor: Actor, summary: State): Verdict =>
  all(canDraftSummaries(actor), isDraft(summary))

export const canFreezeSummary = (actor: Actor, summary: State): Verdict =>
  all(isSuper(actor), isDraft(summary))

export const canPublishSummary = (actor: Actor, { status }: State): Verdict =>
  all(
    isSuper(actor),
    status === 'Frozen'
      ? yes
      : no(
          'state',
          status === 'Draft'
            ? 'Freeze this summary before it is published.'
            : 'This summary is already published.',
        ),
  )

export const canWithdrawSummary = (actor: Actor, { status }: State): Verdict =>
  all(isSuper(actor), status === 'Published' ? yes : no('state', 'This summary is not published.'))

/** Somebody saved it since it was opened: what was shown is not what is there. */
export const isUnchanged = (updated_at: string, summary: Pick<SummaryRow, 'updated_at'>): Verdict =>
  updated_at === summary.updated_at ? yes : no('state', SUMMARY_CHANGED)

/** The same of one written part; null where there was none. */
export const isTextUnchanged = (
  written_at: string | null,
  text: Pick<SummaryText, 'written_at'> | null,
): Verdict => (written_at === (text?.written_at ?? null) ? yes : no('state', TEXT_CHANGED))

/** Whether one more statement may be chosen for a safeguard. */
export const hasRoom = (chosen: number): Verdict =>
  chosen < STATEMENTS_MAX
    ? yes
    : no('state', `A safeguard cites at most ${STATEMENTS_MAX} statements. Remove another one first.`)

/** What is still being written is proved by nothing. */
export const hasProof = ({ status }: State): Verdict =>
  status === 'Draft' ? no('state', 'A draft has no proof: freeze this summary first.') : yes

/** Whether a summary has this file: the list of evidence is that of the records it was frozen with. */
export const hasFile = ({ status }: State, format: SummaryFormat): Verdict =>
  status === 'Draft' && format === 'evidence.csv'
    ? no('state', 'The list of evidence is made when this summary is frozen.')
    : yes
