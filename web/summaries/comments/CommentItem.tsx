import { formatDateTime } from '../../../shared/lib/dates.ts'
import { placeName } from '../../../shared/summaries/comments.rules.ts'
import type { CommentStep, SummaryComment, TextChange } from '../../../shared/summaries/comments.schema.ts'
import {
  canAnswerComment,
  canAskAgain,
  canSettleComment,
} from '../../../shared/summaries/summaries.policy.ts'
import { erasedText } from '../../../shared/review/erased.ts'
import { useActor } from '../../lib/useActor.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionName } from '../../ui/ActionName.tsx'
import { useAction } from '../../ui/useAction.ts'
import { LazyComparison } from '../LazyComparison.tsx'
import { CommentForm } from './CommentForm.tsx'
import { useCommentStep } from './comments.calls.ts'
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

function Step({
  step: { action, at, by, role, text, change, erased_at, erased_reason },
}: {
  step: CommentStep
}) {
  return (
    <li>
      <p>
        <strong>{by}</strong>, {role}, {STEP_WORDS[action]}{' '}
        <time className="quiet" dateTime={at}>
          {formatDateTime(at)}
        </time>
      </p>
      {text === null ? null : <p className={styles.text}>{text}</p>}
      {erased_at === null ? null : (
        <p className="quiet">
          {erasedText('The text of this comment', { at: erased_at, reason: erased_reason ?? 'none' })}
        </p>
      )}
      {change ? <Change words="By a change of the text:" change={change} /> : null}
    </li>
  )
}

/** What the reader may do now with a comment. */
function Steps({ comment, name }: { comment: SummaryComment; name: string }) {
  const { shown, isOpen } = useComments()
  const actor = useActor()
  const { busy, run } = useAction()
  const { mutateAsync } = useCommentStep(shown.summary.id)
  if (!isOpen) return null
  const { summary } = shown
  const { id: comment_id, changed } = comment
  return (
    <div className={styles.actions}>
      {canAnswerComment(actor, summary, comment).ok ? (
        <CommentForm
          target={stepTarget('answer', comment_id)}
          action={changed ? 'Answer with this change' : 'Answer'}
          name={name}
          label="Your answer"
          send="Answer"
          mayBeEmpty={changed !== null}
          {...(changed ? { note: 'The change of the text is part of the answer; words are optional.' } : {})}
          step={(text) => ({ kind: 'answer', comment_id, text })}
        />
      ) : null}
      {canAskAgain(actor, summary, comment).ok ? (
        <CommentForm
          target={stepTarget('again', comment_id)}
          action="Ask again"
          name={name}
          label="What is still open"
          send="Ask again"
          step={(text) => ({ kind: 'ask-again', comment_id, text })}
        />
      ) : null}
      {canSettleComment(actor, summary, comment).ok ? (
        <ActionButton
          verdict={canSettleComment(actor, summary, comment)}
          variant="subtle"
          size="compact-sm"
          disabled={busy}
          onClick={() => run((form_key) => mutateAsync({ kind: 'settle', comment_id, form_key }))}
        >
          <ActionName action="Settle" name={name} />
        </ActionButton>
      ) : null}
    </div>
  )
}

type CommentItemProps = {
  comment: SummaryComment
  /** the place in words, where it does not show from where the comment is */
  isPlaced?: boolean
}

/** One comment: what was said and answered, how its text was changed since, and what can be done. */
export function CommentItem({ comment, isPlaced = true }: CommentItemProps) {
  const { state, steps, changed, quote } = comment
  const name = `the comment of ${steps[0]?.by ?? 'unknown'} on ${placeName(comment)}`
  return (
    <li className={styles.comment} data-state={state}>
      <p className={styles.head}>
        <span className={styles.state} data-state={state}>
          {STATE_WORDS[state]}
        </span>
        {isPlaced ? null : <span>{placeName(comment)}</span>}
      </p>
      {isPlaced || quote === null ? null : (
        <blockquote className={styles.quote}>
          <span className="quiet">The paragraph was then:</span> {quote}
        </blockquote>
      )}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={`${step.at} ${step.action}`} step={step} />
        ))}
      </ol>
      {changed ? <Change words="The text was changed since:" change={changed} /> : null}
      <Steps comment={comment} name={name} />
    </li>
  )
}
