import type { Level } from '../../../shared/access/levels.ts'
import { formatList, plural } from '../../../shared/lib/format.ts'
import { isCovered, KIND_WORDS } from '../../../shared/review/points.rules.ts'
import { isUnsettled, settledSentence } from '../../../shared/review/unsettled.ts'
import type { Point, StoredKind } from '../../../shared/review/points.schema.ts'
import { isFinalLevel } from '../../../shared/review/review-chain.ts'
import { ThreadFold, ThreadText } from '../../threads/Thread.tsx'
import { countAsked, type DecisionDraft } from '../decision-draft.ts'

/** the most places that a sentence names */
const NAMED = 5

type Asked = { id: string | number; label: string; kind: StoredKind | null; text: string }

/** What the points of a draft ask for: new ones, then those that are asked again. */
const askedBy = ({ points, reopened }: DecisionDraft, sent: readonly Point[]): [Asked[], Asked[]] => [
  points.map(({ key, ...point }) => ({ ...point, id: key })),
  reopened.map(({ id, text }) => {
    const point = sent.find((one) => one.id === id)
    return { id, text, label: point?.label ?? 'A point of an earlier round', kind: point?.kind ?? null }
  }),
]

const AskedList = ({ title, asked }: { title: string; asked: readonly Asked[] }) => (
  <ThreadFold title={title} count={asked.length}>
    {asked.map(({ id, label, kind, text }) => (
      <li key={id}>
        <strong>{label}</strong>
        {kind === null || kind === 'comment' ? '' : `: ${KIND_WORDS[kind]}`}
        <ThreadText>{text}</ThreadText>
      </li>
    ))}
  </ThreadFold>
)

type QuestionProps = { draft: DecisionDraft; sent: readonly Point[] }

/** In the question before a return: what it asks and settles, counts first. */
export function PointsOfReturn({ draft, sent }: QuestionProps) {
  const { points, reopened, settled } = draft
  const comments = Object.keys(draft.comments).length
  const [fresh, again] = askedBy(draft, sent)
  const counted = countAsked(draft)
  const total = comments > 0 && counted > 0 ? `${plural(counted, 'point')}: ` : ''
  const asked = [
    comments > 0 ? [plural(comments, 'comment')] : [],
    points.length > 0 ? [plural(points.length, 'new point')] : [],
    reopened.length > 0 ? [`${plural(reopened.length, 'point')} asked again`] : [],
  ].flat()
  const done = settled.length > 0 ? [`${plural(settled.length, 'point')} settled`] : []
  const sentences = total ? [total + formatList(asked), ...done] : [formatList([...asked, ...done])]
  return (
    <>
      <p>
        <strong>{sentences.join('. ')}.</strong>
      </p>
      <AskedList title="New points" asked={fresh} />
      <AskedList title="Asked again" asked={again} />
      <ThreadFold title="Settled" count={settled.length} isFolded>
        {settled.map((id) => (
          <li key={id}>{sent.find((one) => one.id === id)?.label ?? 'A point of an earlier round'}</li>
        ))}
      </ThreadFold>
    </>
  )
}

/** "Project Area, Boundary and 3 more" */
function namesOf(points: readonly Point[]): string {
  const names = points.slice(0, NAMED).map(({ label }) => label)
  const more = points.length - names.length
  return formatList(more > 0 ? [...names, `${more} more`] : names)
}

/** In the question before an approval: points that will not be sent, and what the approval settles. */
export function PointsOfApproval({ draft, sent, level }: QuestionProps & { level: Level }) {
  const [fresh, again] = askedBy(draft, sent)
  const unsent = fresh.length + again.length
  const settled = sent.filter(
    (point) => isUnsettled(point) && (isFinalLevel(level) || isCovered(point.level, level)),
  )
  const open = settled.filter(({ state }) => state === 'open')
  return (
    <>
      {unsent > 0 ? (
        <>
          <p>
            <strong>
              {unsent === 1
                ? 'Your point will not be sent. Return the record to send it.'
                : `Your ${plural(unsent, 'point')} will not be sent. Return the record to send them.`}
            </strong>
          </p>
          <AskedList title="New points" asked={fresh} />
          <AskedList title="To ask again" asked={again} />
        </>
      ) : null}
      {settled.length > 0 ? (
        <p>
          {`The approval settles ${plural(settled.length, 'point')} of earlier rounds.`}
          {open.length > 0 ? ` Without an answer: ${namesOf(open)}.` : ''}
        </p>
      ) : sent.some(isUnsettled) ? null : (
        <p>{settledSentence(sent)}</p>
      )}
    </>
  )
}
