import { Group, Stack } from '@mantine/core'
import { plural } from '../../../shared/lib/format.ts'
import { erasedText } from '../../../shared/review/erased.ts'
import { placeName } from '../../../shared/summaries/comments.rules.ts'
import {
  commentsApi,
  type CommentStep,
  type SummaryComment,
  type TextChange,
} from '../../../shared/summaries/comments.schema.ts'
import {
  canAnswerComment,
  canAskAgain,
  canSettleComment,
} from '../../../shared/summaries/summaries.policy.ts'
import { call } from '../../lib/call.ts'
import { useChange } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { StepTime, ThreadState, ThreadStep } from '../../threads/Thread.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionName } from '../../ui/ActionName.tsx'
import { useAction } from '../../ui/useAction.ts'
import { LazyComparison } from '../LazyComparison.tsx'
import { CommentForm } from './CommentForm.tsx'
import { useComments } from './comments-context.tsx'
import { stepTarget } from './targets.ts'
import styles from './Comments.module.css'

const STATE_WORDS = { open: 'Open', answered: 'Answered', settled: 'Settled' } as const
const STEP_WORDS = {
  Added: 'commented',
  Answered: 'answered',
  Settled: 'settled it',
  'Asked Again': 'asked again',
} as const

const Change = ({ words, change }: { words: string; change: TextChange }) => (
  <div className={styles.change}>
    <p className="quiet">{words}</p>
    <LazyComparison old={change.old ?? ''} now={change.new ?? ''} />
  </div>
)

function Step({ step }: { step: CommentStep }) {
  const { action, at, by, role, text, change, erased_at, erased_reason } = step
  return (
    <ThreadStep
      lead={by}
      rest={
        <>
          , {role}, {STEP_WORDS[action]} <StepTime at={at} />
        </>
      }
      text={text}
      erased={
        erased_at &&
        erasedText('The text of this comment', { at: erased_at, reason: erased_reason ?? 'none' })
      }
    >
      {change ? <Change words="By a change of the text:" change={change} /> : null}
    </ThreadStep>
  )
}

/** What the reader may do now with a comment. */
function Steps({ comment, name }: { comment: SummaryComment; name: string }) {
  const { shown, isOpen } = useComments()
  const actor = useActor()
  const { busy, run } = useAction()
  const settling = useChange(commentsApi.settle)
  if (!isOpen) return null
  const { summary } = shown
  const { id: comment_id, changed } = comment
  const params = { id: summary.id, comment_id }
  return (
    <Group gap={8} className="no-print">
      {canAnswerComment(actor, summary, comment).ok ? (
        <CommentForm
          target={stepTarget('answer', comment_id)}
          action={changed ? 'Answer with this change' : 'Answer'}
          name={name}
          label="Your answer"
          send="Answer"
          mayBeEmpty={changed !== null}
          {...(changed ? { note: 'The change of the text is part of the answer; words are optional.' } : {})}
          step={(text, form_key) => call(commentsApi.answer, { params, body: { text }, form_key })}
        />
      ) : null}
      {canAskAgain(actor, summary, comment).ok ? (
        <CommentForm
          target={stepTarget('again', comment_id)}
          action="Ask again"
          name={name}
          label="What is still open"
          send="Ask again"
          step={(text, form_key) => call(commentsApi.askAgain, { params, body: { text }, form_key })}
        />
      ) : null}
      {canSettleComment(actor, summary, comment).ok ? (
        <ActionButton
          verdict={canSettleComment(actor, summary, comment)}
          variant="subtle"
          size="compact-sm"
          disabled={busy}
          onClick={() => run((form_key) => settling.mutateAsync({ params, form_key }))}
        >
          <ActionName action="Settle" name={name} />
        </ActionButton>
      ) : null}
    </Group>
  )
}

type CommentItemProps = {
  comment: SummaryComment
  /** the place in words, where it does not show from where the comment is */
  isPlaced: boolean
}

/** One comment: what was said and answered, how its text was changed since, and what can be done. */
function CommentItem({ comment, isPlaced }: CommentItemProps) {
  const { state, steps, changed, quote } = comment
  const name = `the comment of ${steps[0]?.by ?? 'unknown'} on ${placeName(comment)}`
  return (
    <Stack component="li" gap={8} className={styles.comment} data-state={state}>
      <Group component="p" gap="4px 12px">
        <ThreadState state={state}>{STATE_WORDS[state]}</ThreadState>
        {isPlaced ? null : <span>{placeName(comment)}</span>}
      </Group>
      {isPlaced || quote === null ? null : (
        <blockquote className={styles.quote}>
          <span className="quiet">The paragraph was then:</span> {quote}
        </blockquote>
      )}
      <Stack component="ol" gap={8}>
        {steps.map((step) => (
          <Step key={`${step.at} ${step.action}`} step={step} />
        ))}
      </Stack>
      {changed ? <Change words="The text was changed since:" change={changed} /> : null}
      <Steps comment={comment} name={name} />
    </Stack>
  )
}

type CommentListProps = {
  comments: readonly SummaryComment[]
  /** what they are about, for screen readers */
  label: string
  isPlaced?: boolean
}

/** Comments in their order; settled ones are folded. */
export function CommentList({ comments, label, isPlaced = true }: CommentListProps) {
  const pending = comments.filter(({ state }) => state !== 'settled')
  const settled = comments.filter(({ state }) => state === 'settled')
  const listOf = (some: readonly SummaryComment[], name: string) => (
    <Stack component="ul" gap={12} w="100%" aria-label={name}>
      {some.map((comment) => (
        <CommentItem key={comment.id} comment={comment} isPlaced={isPlaced} />
      ))}
    </Stack>
  )
  return (
    <>
      {pending.length > 0 ? listOf(pending, `Comments on ${label}`) : null}
      {settled.length > 0 ? (
        <details className={styles.settled}>
          <summary>{plural(settled.length, 'settled comment')}</summary>
          {listOf(settled, `Settled comments on ${label}`)}
        </details>
      ) : null}
    </>
  )
}
