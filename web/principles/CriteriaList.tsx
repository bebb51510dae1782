import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { figureWords } from '../../shared/principles/batch-difference.ts'
import {
  type CriteriaIndicator,
  indicatorNumber,
  type SitePrinciple,
} from '../../shared/principles/principles.schema.ts'
import { Fold } from '../public/Fold.tsx'
import styles from './CriteriaList.module.css'
import { HelperNotes } from './HelperNotes.tsx'

type Criteria = SitePrinciple['criteria'][number]

/** How a criterion is folded under its title: see `Fold`. */
export type CriterionFold = { inside: ReactNode; isOpen?: boolean; isUrgent?: boolean; name?: string }

type CriteriaListProps = {
  principle: SitePrinciple
  foldOf: (criteria: Criteria) => CriterionFold
  /** shown to the right of an indicator's title */
  aside?: (indicator: CriteriaIndicator, number: string) => ReactNode
  /** lists the figures that an indicator asks for; off where they appear with their values */
  withFigures?: boolean
  /** shown below an indicator; `number` is "3.2.1" */
  children?: (indicator: CriteriaIndicator, number: string) => ReactNode
}

/** The id of an indicator's title, which an outline of the page leads to. */
export const indicatorHeadingId = (number: string): string => `indicator-${number}`

/** The criteria of a principle with their numbered outcome indicators and the notes on what counts as evidence. */
export function CriteriaList({ principle, foldOf, aside, withFigures = false, children }: CriteriaListProps) {
  const { principle_number } = principle
  return (
    <ol className={styles.criteria}>
      {principle.criteria.map((criteria) => (
        <li key={criteria.id} className={styles.criterion}>
          <Fold
            {...foldOf(criteria)}
            title={
              <h2 className={`panel-title ${styles.title}`}>
                <span className={styles.number}>{`${principle_number}.${criteria.order}`}</span>
                {criteria.title}
              </h2>
            }
          >
            <Stack component="ol" gap="sm" pb={24}>
              {criteria.criteria_indicator.map((indicator) => {
                const number = indicatorNumber(principle_number, criteria.order, indicator.order)
                return (
                  <li key={indicator.id} className="card" data-place>
                    <Group justify="space-between" align="flex-start" gap="8px 16px">
                      <h3
                        id={indicatorHeadingId(number)}
                        tabIndex={-1}
                        className={`card-title ${styles.title}`}
                      >
                        <span className={styles.number}>{number}</span>
                        {indicator.title}
                      </h3>
                      {aside?.(indicator, number)}
                    </Group>
                    <HelperNotes helper={indicator.helper} />
                    {withFigures && indicator.figures.length > 0 ? (
                      <p className="quiet">
                        <strong>Figures:</strong> {figureWords(indicator.figures)}
                      </p>
                    ) : null}
                    {children?.(indicator, number)}
                  </li>
                )
              })}
            </Stack>
          </Fold>
        </li>
      ))}
    </ol>
  )
}
