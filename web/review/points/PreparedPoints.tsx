import { formatCount, plural } from '../../../shared/lib/format.ts'
import { useDecision } from '../decision-context.tsx'
import { countAsked } from '../decision-draft.ts'
import { DraftPointCard } from './DraftPointCard.tsx'
import { fittingDraft } from './draft-points.ts'
import type { PlaceOf } from './EarlierPoints.tsx'
import { earlierId, PREPARED_POINTS, toPart } from './place-id.ts'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './ReviewPoints.module.css'
import { PointFold } from './PointFold.tsx'
import { usePoints } from './points-context.tsx'

/** The points that the return will send, with those it asks again and settles; each leads to its place. */
export function PreparedPoints({ placeOf }: { placeOf: PlaceOf }) {
  const decision = useDecision()
  const sent = usePoints()?.points ?? []
  if (!decision) return null
  const draft = fittingDraft(decision.draft, sent)
  const { points, reopened, settled } = draft
  const asked = countAsked(draft)
  const comments = Math.max(0, asked - points.length - reopened.length)
  const labelOf = new Map(sent.map(({ id, label }) => [id, label]))
  const toList = () => toPart(PREPARED_POINTS)
  return (
    <div className={styles.list}>
      <h3 id={PREPARED_POINTS} tabIndex={-1} className={styles.title}>
        {plural(asked, 'point')} to send
      </h3>
      {comments > 0 ? <p className="quiet">{plural(comments, 'comment')} included.</p> : null}
      <PointFold title={`New: ${formatCount(points.length)}`} count={points.length}>
        <ul className={styles.list}>
          {points.map((point) => {
            const found = placeOf(point.place)
            return (
              <li key={point.key}>
                <DraftPointCard
                  point={point}
                  onGone={toList}
                  head={
                    <div>
                      <PlaceLink place={point.place} label={point.label} found={found} />
                      {found ? null : (
                        <p className="quiet">
                          The record no longer has this place. Remove the point, or add it to another place.
                        </p>
                      )}
                    </div>
                  }
                />
              </li>
            )
          })}
        </ul>
      </PointFold>
      <PointFold title={`Asked again: ${formatCount(reopened.length)}`} count={reopened.length}>
        <ul className={styles.list}>
          {reopened.map(({ id, text }) => (
            <li key={id}>
              <EarlierLink id={id} label={labelOf.get(id) ?? 'A point of an earlier round'} />
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </PointFold>
      <PointFold title={`Settled with it: ${formatCount(settled.length)}`} count={settled.length} isFolded>
        <ul className={styles.list}>
          {settled.map((id) => (
            <li key={id}>
              <EarlierLink id={id} label={labelOf.get(id) ?? 'A point of an earlier round'} />
            </li>
          ))}
        </ul>
      </PointFold>
    </div>
  )
}

/** Leads to a sent point in the list before the facts. */
const EarlierLink = ({ id, label }: { id: number; label: string }) => (
  <button type="button" className={styles.place} onClick={() => toPart(earlierId(id))}>
    {label}
  </button>
)
