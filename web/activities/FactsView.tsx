import { spelledStatement } from '../../shared/activities/activity-spelling.ts'
import type { PreviousFacts, SiteActivity } from '../../shared/activities/activities.schema.ts'
import {
  figureValue,
  formatFigure,
  type LargerPart,
  largerParts,
  largerPartWords,
  notableChange,
} from '../../shared/activities/facts.ts'
import type { CriteriaIndicator } from '../../shared/principles/principles.schema.ts'
import { SpelledAt } from '../review/spelling/SpelledAt.tsx'
import { PointsAt } from '../review/points/PointsAt.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './Facts.module.css'
import { changeWords, previousFactsOf } from './facts.ts'
import { savedFactsOf } from './means-draft.ts'

type PreviousValueProps = { before: string | null; now: string; year: number | null }

/** Last time's value beside this one; a change of more than half is emphasised, not judged. */
export function PreviousValue({ before, now, year }: PreviousValueProps) {
  if (before === null || year === null) return null
  const share = notableChange(before, figureValue(now))
  return (
    <p className={styles.before}>
      {year}: {formatFigure(before)}
      {share === null ? null : <strong className={styles.notable}> ({changeWords(share)})</strong>}
    </p>
  )
}

const CopiedFromYear = ({ year }: { year: number | null }) =>
  year === null ? null : <p className={styles.copied}>Copied from {year}, not checked since.</p>

/** Figures that cannot be right: each is larger than the figure it is part of (S-145). */
export const LargerParts = ({ parts }: { parts: LargerPart[] }) =>
  parts.length === 0 ? null : (
    <Notice tone="warning" live>
      {parts.map((one) => (
        <p key={one.part}>{largerPartWords(one)}</p>
      ))}
    </Notice>
  )

type FactsViewProps = {
  activity: Pick<SiteActivity, 'facts'>
  indicator: CriteriaIndicator
  /** "3.2.1" */
  number: string
  last: PreviousFacts | null
}

/** What happened under an indicator and its figures, read only; renders nothing when there are none. */
export function FactsView({ activity, indicator, number, last }: FactsViewProps) {
  const { what_happened, taken_from, figures } = savedFactsOf(activity.facts, indicator.id)
  const before = previousFactsOf(last, indicator.id)
  const shown = indicator.figures.flatMap((figure) => {
    const current = figures.find((one) => one.indicator_figure_id === figure.id)
    const was = before?.figures.get(figure.id) ?? null
    return current || was !== null ? [{ figure, current, was }] : []
  })
  if (what_happened === null && shown.length === 0) return null
  return (
    <div className={styles.facts}>
      {what_happened === null ? null : (
        <div>
          <p className={styles.label}>What happened</p>
          <SpelledAt of={spelledStatement(indicator.id, number, what_happened)}>
            <p className={styles.statement}>{what_happened}</p>
          </SpelledAt>
          <CopiedFromYear year={taken_from} />
        </div>
      )}
      {shown.length > 0 ? (
        <dl className={styles.figures}>
          {shown.map(({ figure, current, was }) => (
            <div key={figure.id} data-place>
              <dt>{figure.name}</dt>
              <dd>
                <span className={styles.value}>{current ? formatFigure(current.value) : 'N/A'}</span>{' '}
                {figure.unit}
                <PreviousValue before={was} now={current?.value ?? ''} year={last?.year ?? null} />
                <CopiedFromYear year={current?.taken_from ?? null} />
              </dd>
              <PointsAt
                place={{ about: 'figure', indicator_figure_id: figure.id }}
                label={`${number} ${figure.name}`}
                as="dd"
              />
            </div>
          ))}
        </dl>
      ) : null}
      <LargerParts
        parts={largerParts(
          indicator.figures,
          (id) => figures.find((one) => one.indicator_figure_id === id)?.value ?? null,
        )}
      />
    </div>
  )
}
