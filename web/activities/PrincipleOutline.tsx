import { Group } from '@mantine/core'
import type { PrincipleEvidence } from '../../shared/activities/grading.ts'
import { indicatorNumber, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { indicatorHeadingId } from '../principles/CriteriaList.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toElement } from '../ui/to-element.ts'
import styles from './PrincipleOutline.module.css'

const WORDS: Record<ReturnType<PrincipleEvidence['stateOf']>, string> = {
  evidence: 'has evidence',
  none: 'no evidence yet',
  off: 'Add MOV is off',
}

type PrincipleOutlineProps = {
  principle: SitePrinciple
  stateOf: PrincipleEvidence['stateOf']
}

/** The indicators of a long page, with which of them have evidence; each leads to its place. */
export const PrincipleOutline = ({ principle, stateOf }: PrincipleOutlineProps) => (
  <Panel title="Indicators">
    <ol className="list">
      {principle.criteria.map((criteria) => (
        <li key={criteria.id}>
          <p className={`quiet ${styles.title}`} title={criteria.title}>
            {criteria.title}
          </p>
          <Group component="ul" gap="4px 8px" mt={4}>
            {criteria.criteria_indicator.map((indicator) => {
              const number = indicatorNumber(principle.principle_number, criteria.order, indicator.order)
              const state = stateOf(indicator.id)
              return (
                <li key={indicator.id}>
                  <button
                    type="button"
                    className={styles.indicator}
                    data-state={state}
                    title={indicator.title}
                    onClick={() => toElement(indicatorHeadingId(number), 'start')}
                  >
                    {state === 'evidence' ? <CheckIcon size={14} /> : null}
                    {number}
                    <span className="visually-hidden">, {WORDS[state]}</span>
                  </button>
                </li>
              )
            })}
          </Group>
        </li>
      ))}
    </ol>
  </Panel>
)
