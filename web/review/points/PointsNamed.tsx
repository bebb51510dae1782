import { plural, shortened } from '../../../shared/lib/format.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { notAnsweredWords } from './points-words.ts'

/** how many points a question names */
const NAMED = 10

export type PointsNamedProps = {
  open: readonly Point[]
  /** points whose answer is on this device alone */
  unsent: readonly Point[]
}

/** Names the points that a submission leaves without an answer, in its question. */
export const PointsNamed = ({ open, unsent }: PointsNamedProps) => (
  <>
    <Named points={unsent} lead={unsent.length === 1 ? ONE_UNSENT : MANY_UNSENT} />
    <Named points={open} lead={notAnsweredWords(open.length)} />
  </>
)

const ONE_UNSENT = 'An answer is not saved yet, so it is not sent'
const MANY_UNSENT = 'Some answers are not saved yet, so they are not sent'

function Named({ points, lead }: { points: readonly Point[]; lead: string }) {
  if (points.length === 0) return null
  const more = points.length - NAMED
  return (
    <>
      <p>{lead}:</p>
      <ul className="bullets">
        {points.slice(0, NAMED).map(({ id, label, text }) => (
          <li key={id} className="breaks">
            {label}
            {text ? `: ${shortened(text, SHORT)}` : ''}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>and {plural(more, 'more point')}.</p> : null}
    </>
  )
}

/** characters of a point's text */
const SHORT = 120
