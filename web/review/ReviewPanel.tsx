import { Button, Loader, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Level } from '../../shared/access/levels.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import { type Denied, sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { commentComplaint } from '../../shared/review/review.schema.ts'
import { settledSentence } from '../../shared/review/unsettled.ts'
import { REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftStatus, RestoredLine } from '../drafts/DraftGate.tsx'
import { useFormKey } from '../lib/form-key.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { plural } from '../../shared/lib/format.ts'
import { trackBarHeight } from '../ui/bar-height.ts'
import { fail } from '../ui/fail.ts'
import { toElement } from '../ui/to-element.ts'
import { useShortcuts } from '../ui/useShortcuts.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { CommentBoxes, type CommentField, TypedComments } from './CommentBoxes.tsx'
import { useDecision } from './decision-context.tsx'
import {
  type Comments,
  countAsked,
  type DecisionDraft,
  filledComments,
  NOTHING_PREPARED,
} from './decision-draft.ts'
import { LookedQuestion, type LookedQuestionProps } from './Checklists.tsx'
import type { PlaceOf } from './points/PointLists.tsx'
import { fittingDraft } from './points/draft-points.ts'
import { PointsOfApproval, PointsOfReturn, PreparedPoints } from './points/record-points.tsx'
import { toPreparedPoints } from './points/place-id.ts'
import { usePoints } from './points/points-context.tsx'
import { WarningLabels } from './WarningLabels.tsx'
import styles from './ReviewPanel.module.css'
import { SpellingQuestion } from './spelling/Corrections.tsx'

/** What an approval must say besides the decision, with its part of the question. */
export type ApprovalPart = {
  question: ReactNode
  /** what is ticked now */
  accepted: () => AcceptedFinding[]
  /** a sentence that keeps the question open; null once all is ticked */
  complaint: () => string | null
}

type ReviewPanelProps = {
  /** "profile" or "activity", for the dialogs */
  subject: string
  may: { approve: Verdict; return: Verdict }
  fields: CommentField[]
  checklists: LookedQuestionProps['checklists']
  /** what points can be about: "a field, a document, the boundary or the whole profile" */
  places: string
  /** where a place of the record is */
  placeOf: PlaceOf
  /** for the questions: "SITES-R04A-2026-0007, Samahan ng Bundok" */
  name: string
  /** who submitted it last */
  submittedBy: string | undefined
  marks: readonly string[]
  /** loads the part of an approval's question that its kind adds; `keep` stores what is ticked */
  prepareApproval?: (
    ticked: readonly AcceptedFinding[],
    keep: (ticked: AcceptedFinding[]) => void,
  ) => Promise<ApprovalPart | null>
  /** resolves with false when another user was quicker */
  onApprove: (prepared: DecisionDraft, form_key: string) => Promise<boolean>
  /** receives the comments that are not empty, trimmed */
  onReturn: (prepared: DecisionDraft, form_key: string) => Promise<boolean>
}

const commentId = (field: string): string => `comment-${field}`

const isHidden = (verdict: Verdict) =>
  !verdict.ok && (verdict.why === 'permission' || verdict.why === 'scope')

/** The one refusal to show as a sentence when neither decision is possible; null otherwise. */
function sharedRefusal(may: ReviewPanelProps['may']): Denied | null {
  const shown = Object.values(may).filter((verdict) => !isHidden(verdict))
  const reasons = shown.map((verdict) => (verdict.ok ? null : verdict))
  return shown.length > 0 && reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null
}

type CommentsProps = {
  fields: CommentField[]
  /** points will be sent, so that a comment is not needed */
  hasPoints: boolean
  comments: Comments
  onChange: (comments: Comments) => void
}

/** One box per comment. With several, the sentence above them says what a return needs. */
function CommentsOfReturn({ fields, hasPoints, ...typed }: CommentsProps) {
  const isOne = fields.length === 1
  const optional = 'Optional beside your points. Up to 1,000 characters'
  const needed = isOne
    ? 'Needed to return without points. Up to 1,000 characters.'
    : 'Comment on at least one principle to return. Up to 1,000 characters each.'
  const words = hasPoints ? `${optional}${isOne ? '' : ' each'}.` : needed
  return (
    <>
      {isOne ? null : <p>{words}</p>}
      <div className={styles.comments} data-several={!isOne || undefined}>
        <CommentBoxes {...typed} fields={fields} description={isOne ? words : undefined} idOf={commentId} />
      </div>
    </>
  )
}

/**
 * The decision after the facts: Approve, or Return with comments, each after a question. The buttons are in a bar that
 * stays visible, the comments at the end of the page.
 */
export function ReviewPanel(props: ReviewPanelProps) {
  const { may, name, marks } = props
  const [bar, setBar] = useState<HTMLElement | null>(null)
  if (Object.values(may).every(isHidden)) return null
  const refusal = sharedRefusal(may)
  // the stepper above reports the decision
  if (refusal?.code === 'acted_on') return null
  if (refusal)
    return (
      <Panel title="Decision">
        <Notice>{sentenceOf(refusal)}</Notice>
      </Panel>
    )
  return (
    <>
      <div id={DECISION} tabIndex={-1} className={styles.panel}>
        <Panel title="Decision">
          <Prepared {...props} bar={bar} />
        </Panel>
      </div>
      <div
        ref={trackBarHeight}
        className={styles.bar}
        role="group"
        aria-label={`Decision on ${name}`}
        data-decision-bar
      >
        <div className={styles.about}>
          <span className={styles.name}>{name}</span>
          <WarningLabels marks={marks} />
        </div>
        {/* empty until the stored draft is read */}
        <div ref={setBar} className={styles.actions} />
        <Button variant="subtle" className={styles.down ?? ''} onClick={() => toElement(DECISION)}>
          Go to the decision
        </Button>
      </div>
    </>
  )
}

const DECISION = 'decision'

type QuestionProps = {
  name: string
  marks: readonly string[]
  words: readonly string[]
  /** the comments, and a sentence about what happens to them */
  typed: { fields: readonly CommentField[]; comments: Comments; fate?: string }
  /** what else the decision sends, does not send, or changes */
  children: ReactNode
}

/** Names the record and its warnings before a decision that cannot be undone. */
function DecisionQuestion({ name, marks, words, typed, children }: QuestionProps) {
  const { fields, comments, fate } = typed
  return (
    <Stack gap="sm">
      <p>
        <strong>{name}</strong>
      </p>
      {marks.length > 0 ? (
        <div>
          <p>It has warnings:</p>
          <WarningLabels marks={marks} />
        </div>
      ) : null}
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {fate && Object.keys(comments).length > 0 ? (
        <p>
          <strong>{fate}</strong>
        </p>
      ) : null}
      <TypedComments fields={fields} comments={comments} />
      {children}
    </Stack>
  )
}

function acceptedWords(level: Level, subject: string, warnings: number): string {
  const next = REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 1]
  const what =
    warnings > 0
      ? `the ${subject} with ${warnings === 1 ? 'this warning' : 'these warnings'}`
      : `the ${subject} as it is shown here`
  return next
    ? `You accept ${what}, and it goes to ${next}.`
    : `You accept ${what} for good, and the public sees it.`
}

/** "with your comments and points" */
const sentWith = (comments: number, points: number): string =>
  `with your ${[...(comments > 0 || points === 0 ? ['comments'] : []), ...(points > 0 ? ['points'] : [])].join(' and ')}`

type DecisionProps = ReviewPanelProps & {
  /** the element that receives the buttons */
  bar: HTMLElement | null
}

/** The decision with its unsent work, once that is read. */
function Prepared(props: DecisionProps) {
  const decision = useDecision()
  if (decision && !decision.open) return <Loader aria-label="Loading" />
  return (
    <>
      {decision?.restored ? (
        <RestoredLine name={`a return of ${decision.name}`} restored={decision.restored} />
      ) : null}
      <Decision {...props} />
    </>
  )
}

/** The buttons and, with the right to return, the comments with their draft. */
function Decision(props: DecisionProps) {
  const { subject, may, fields, checklists, places, placeOf, bar, name, submittedBy, marks } = props
  const { onApprove, onReturn } = props
  const { access_level } = useActor()
  const own = useFormKey()
  const decision = useDecision()
  const stored = decision?.open ?? null
  const { busy, send } = useSend(stored?.key ?? own, { isDecision: true })
  const sent = usePoints()?.points ?? []
  const draft = fittingDraft(decision?.draft ?? NOTHING_PREPARED, sent)
  const { comments } = draft
  // as the reviewer has settled them so far
  const settled = settledSentence(
    sent.map(({ id, state }) => ({ state: draft.settled.includes(id) ? 'settled' : state })),
  )
  const points = draft.points.length + draft.reopened.length
  const input = filledComments(comments)
  const nothingSaid = Object.keys(input).length === 0 && points === 0
  const tooLong = fields.find(({ name }) => commentComplaint(comments[name] ?? '') !== null)
  const typed = { fields, comments: input }
  const lines = { checklists, looked: draft.looked }
  const prepared = { ...draft, comments: input }

  const decide = async (act: (form_key: string) => Promise<boolean>) => {
    const goOn = await stored?.hold()
    try {
      const isMade = await send(act, 'The server has answered: your decision is recorded.')
      // another user was quicker: the draft keeps what was prepared
      if (!isMade) return goOn?.()
      decision?.clear()
    } catch (error) {
      goOn?.()
      await fail(error)
    }
  }

  const askApprove = useOnce(async () => {
    const part = await props
      .prepareApproval?.(draft.accepted, (accepted) => decision?.change({ accepted }))
      ?.catch((error: unknown) => fail(error).then(() => undefined))
    // told why it could not be prepared
    if (part === undefined && props.prepareApproval) return
    const answer = await confirm({
      title: `Approve this ${subject}?`,
      message: (
        <DecisionQuestion
          name={name}
          marks={marks}
          words={[
            acceptedWords(access_level, subject, marks.length),
            'The approval is recorded under your name and cannot be undone.',
          ]}
          typed={{
            ...typed,
            fate:
              Object.keys(input).length > 1
                ? 'Your comments will not be sent. Return the record to send them.'
                : 'Your comment will not be sent. Return the record to send it.',
          }}
        >
          {part?.question}
          <PointsOfApproval draft={draft} sent={sent} level={access_level} />
          <LookedQuestion {...lines} />
          <SpellingQuestion edits={draft.edits} isSent />
        </DecisionQuestion>
      ),
      confirmLabel: 'Approve',
      ...(part ? { complaint: part.complaint } : {}),
      ...(points > 0
        ? { otherLabel: `Go to ${points === 1 ? 'the point' : 'the points'}`, isOtherSafe: true }
        : {}),
    })
    if (answer?.isOther) toPreparedPoints()
    else if (answer)
      await decide((form_key) => onApprove({ ...prepared, accepted: part?.accepted() ?? [] }, form_key))
  })

  const askReturn = async () => {
    const answer = await confirm({
      title: `Return this ${subject}?`,
      message: (
        <DecisionQuestion
          name={name}
          marks={[]}
          words={[
            ...(submittedBy ? [`${submittedBy} submitted it.`] : []),
            `It goes back to the PENRO encoder ${sentWith(Object.keys(input).length, points)}. This cannot be undone.`,
          ]}
          typed={typed}
        >
          <PointsOfReturn draft={prepared} sent={sent} />
          <LookedQuestion {...lines} />
          <SpellingQuestion edits={draft.edits} isSent={false} />
        </DecisionQuestion>
      ),
      confirmLabel: 'Return',
      danger: true,
    })
    if (answer) await decide((form_key) => onReturn(prepared, form_key))
  }

  const toComment = () => toElement(commentId((tooLong ?? fields[0])?.name ?? ''))
  const isUnready = nothingSaid || tooLong !== undefined
  useShortcuts(
    busy || !bar
      ? {}
      : {
          ...(may.approve.ok ? { a: () => void askApprove() } : {}),
          ...(may.return.ok ? { r: () => (isUnready ? toComment() : void askReturn()) } : {}),
        },
  )

  return (
    <>
      <Stack gap="md">
        {!may.approve.ok && may.approve.why === 'duties' ? <Notice>{sentenceOf(may.approve)}</Notice> : null}
        {settled ? <p>{settled}</p> : null}
        {may.return.ok ? (
          <>
            <p>{`Points can replace ${fields.length === 1 ? 'the comment' : 'the comments'}: add one to ${places}.`}</p>
            <PreparedPoints placeOf={placeOf} />
            <CommentsOfReturn
              fields={fields}
              hasPoints={points > 0}
              comments={comments}
              onChange={(changed) => decision?.change({ comments: changed })}
            />
          </>
        ) : null}
        {stored ? <DraftStatus stored={stored.stored} /> : null}
      </Stack>
      {bar
        ? createPortal(
            <>
              {may.return.ok && isUnready ? (
                <Button variant="subtle" onClick={toComment}>
                  {nothingSaid ? 'Comment to return' : 'Shorten the comment'}
                </Button>
              ) : null}
              {may.return.ok && points > 0 ? (
                <Button variant="subtle" px="xs" onClick={toPreparedPoints}>
                  {plural(countAsked(draft), 'point')}
                </Button>
              ) : null}
              <div className={isUnready ? (styles.unready ?? '') : ''}>
                <ActionButton
                  verdict={may.return}
                  onClick={askReturn}
                  color="red"
                  variant="outline"
                  disabled={isUnready || busy}
                >
                  Return
                </ActionButton>
              </div>
              <ActionButton verdict={may.approve} onClick={askApprove} disabled={busy}>
                Approve
              </ActionButton>
            </>,
            bar,
          )
        : null}
    </>
  )
}
