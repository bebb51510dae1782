import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Level } from '../../shared/access/levels.ts'
import { type Denied, sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftGate, DraftStatus } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useFormKey } from '../lib/form-key.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { trackBarHeight } from '../ui/bar-height.ts'
import { fail } from '../ui/fail.ts'
import { toElement } from '../ui/to-element.ts'
import { useShortcuts } from '../ui/useShortcuts.ts'
import { useSend } from '../ui/useSend.ts'
import { CommentBox } from './CommentBox.tsx'
import { type Comments, type CommentsOf, draftOfComments } from './comments-draft.ts'
import { WarningLabels } from './WarningLabels.tsx'
import styles from './ReviewPanel.module.css'
import { TypedComments } from './TypedComments.tsx'

/** A comment: `returned_reason`, or one per principle. */
export type CommentField = { name: string; label: string }

type ReviewPanelProps = {
  /** "profile" or "activity", for the dialogs */
  subject: string
  may: { approve: Verdict; return: Verdict }
  fields: CommentField[]
  of: CommentsOf
  /** for the questions: "SITES-R04A-2026-0007, Samahan ng Bundok" */
  name: string
  /** who submitted it last */
  submittedBy: string | undefined
  marks: readonly string[]
  /** resolves with false when another user was quicker */
  onApprove: (form_key: string) => Promise<boolean>
  /** receives the comments that are not empty, trimmed */
  onReturn: (comments: Comments, form_key: string) => Promise<boolean>
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

function filledComments(comments: Comments): Comments {
  const trimmed = Object.entries(comments).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}

type CommentBoxesProps = {
  fields: CommentField[]
  comments: Comments
  onChange: (comments: Comments) => void
}

/** One box per comment. With several, the sentence above them says what a return needs. */
function CommentBoxes({ fields, comments, onChange }: CommentBoxesProps) {
  const isOne = fields.length === 1
  return (
    <>
      {isOne ? null : <p>Comment on at least one principle to return. Up to 1,000 characters each.</p>}
      <div className={styles.comments} data-several={!isOne || undefined}>
        {fields.map(({ name, label }) => (
          <CommentBox
            key={name}
            id={commentId(name)}
            label={label}
            description={isOne ? 'Needed to return. Up to 1,000 characters.' : undefined}
            value={comments[name] ?? ''}
            onChange={(text) => onChange({ ...comments, [name]: text })}
          />
        ))}
      </div>
    </>
  )
}

/**
 * The decision after the facts: Approve, or Return with comments, each after a question. The buttons are in a bar that
 * stays visible, the comments at the end of the page.
 */
export function ReviewPanel(props: ReviewPanelProps) {
  const { may, of, name, marks } = props
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
          {may.return.ok ? (
            <DraftGate of={draftOfComments(of, name)}>
              {(draft) => <Decision {...props} draft={draft} bar={bar} />}
            </DraftGate>
          ) : (
            <Decision {...props} draft={null} bar={bar} />
          )}
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
        {/* empty until the person has resumed or discarded a stored draft */}
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
}

/** Names the record and its warnings before a decision that cannot be undone. */
function DecisionQuestion({ name, marks, words, typed }: QuestionProps) {
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

type DecisionProps = ReviewPanelProps & {
  draft: OpenDraft<Comments> | null
  /** the element that receives the buttons */
  bar: HTMLElement | null
}

/** The buttons and, with the right to return, the comments with their draft. */
function Decision(props: DecisionProps) {
  const { subject, may, fields, draft, bar, name, submittedBy, marks, onApprove, onReturn } = props
  const { access_level } = useActor()
  const own = useFormKey()
  const { busy, send } = useSend(draft?.key ?? own)
  const [comments, setComments] = useState<Comments>(draft?.start ?? {})
  const input = filledComments(comments)
  const nothingSaid = Object.keys(input).length === 0
  const typed = { fields, comments: input }

  const write = (changed: Comments) => {
    setComments(changed)
    draft?.keep(changed)
  }

  const decide = async (act: (form_key: string) => Promise<boolean>) => {
    const goOn = await draft?.hold()
    try {
      // another user was quicker: the draft keeps the comments
      if (!(await send(act, 'The server has answered: your decision is recorded.'))) return goOn?.()
      void draft?.drop()
      setComments({})
    } catch (error) {
      goOn?.()
      await fail(error)
    }
  }

  const askApprove = async () => {
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
        />
      ),
      confirmLabel: 'Approve',
    })
    if (answer) await decide(onApprove)
  }

  const askReturn = async () => {
    const answer = await confirm({
      title: `Return this ${subject}?`,
      message: (
        <DecisionQuestion
          name={name}
          marks={[]}
          words={[
            ...(submittedBy ? [`${submittedBy} submitted it.`] : []),
            'It goes back to the PENRO encoder with your comments. This cannot be undone.',
          ]}
          typed={typed}
        />
      ),
      confirmLabel: 'Return',
      danger: true,
    })
    if (answer) await decide((form_key) => onReturn(input, form_key))
  }

  const toComment = () => toElement(commentId(fields[0]?.name ?? ''))
  useShortcuts(
    busy || !bar
      ? {}
      : {
          ...(may.approve.ok ? { a: () => void askApprove() } : {}),
          ...(may.return.ok ? { r: () => (nothingSaid ? toComment() : void askReturn()) } : {}),
        },
  )

  return (
    <>
      <Stack gap="md">
        {!may.approve.ok && may.approve.why === 'duties' ? <Notice>{sentenceOf(may.approve)}</Notice> : null}
        {draft ? <CommentBoxes fields={fields} comments={comments} onChange={write} /> : null}
        {draft ? <DraftStatus stored={draft.stored} /> : null}
      </Stack>
      {bar
        ? createPortal(
            <>
              {may.return.ok && nothingSaid ? (
                <Button variant="subtle" onClick={toComment}>
                  Comment to return
                </Button>
              ) : null}
              <ActionButton
                verdict={may.return}
                onClick={askReturn}
                color="red"
                variant="outline"
                disabled={nothingSaid || busy}
              >
                Return
              </ActionButton>
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
