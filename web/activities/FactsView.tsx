import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
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
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { changeWords, previousFactsOf } from './facts.ts'
import { savedFactsOf } from './means-draft.ts'

type PreviousValueProps = { before: string | null; now: string; year: number | null }

/** Last time's value beside this one; a change of more than half is emphasised, not judged. */
export function PreviousValue({ before, now, year }: PreviousValueProps) {
  if (before === null || year === null) return null
  const share = notableChange(before, figureValue(now))
  return (
    <p className="quiet numbers">
      {year}: {formatFigure(before)}
      {share === null ? null : (
        <Box component="strong" c="var(--warning)">
          {' '}
          ({changeWords(share)})
        </Box>
      )}
    </p>
  )
}

/** About a value that was copied from last time. */
export const Copied = ({ children }: { children: ReactNode }) => (
  <Group component="p" gap={8} mt={4} fz="sm" c="var(--warning)">
    {children}
  </Group>
)

const CopiedFromYear = ({ year }: { year: number | null }) =>
  year === null ? null : <Copied>Copied from {year}, not checked since.</Copied>

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
    <div className="list">
      {what_happened === null ? null : (
        <div>
          <p className="quiet">What happened</p>
          <SpelledAt of={spelledStatement(indicator.id, number, what_happened)}>
            <Box component="p" maw="70ch" className="as-written">
              {what_happened}
            </Box>
          </SpelledAt>
          <CopiedFromYear year={taken_from} />
        </div>
      )}
      {shown.length > 0 ? (
        <FieldList
          fields={shown.map(({ figure, current, was }) => ({
            label: figure.name,
            value: (
              <>
                <strong>{current ? formatFigure(current.value) : 'N/A'}</strong> {figure.unit}
                <PreviousValue before={was} now={current?.value ?? ''} year={last?.year ?? null} />
                <CopiedFromYear year={current?.taken_from ?? null} />
              </>
            ),
            after: (
              <PointsAt
                place={{ about: 'figure', indicator_figure_id: figure.id }}
                label={`${number} ${figure.name}`}
                as="dd"
              />
            ),
          }))}
        />
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
