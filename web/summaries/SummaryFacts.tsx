import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Summary.module.css'
import { regionsOf, yearsOf } from './summary-words.ts'

/** The status, years and regions of a summary, below its title. */
export const SummaryFacts = ({ summary }: { summary: SummaryRow }) => (
  <span className={styles.facts}>
    <StatusBadge status={summary.status} />
    <span>
      Reporting {summary.reporting_years.length === 1 ? 'year' : 'years'} {yearsOf(summary)}
    </span>
    <span>{regionsOf(summary)}</span>
  </span>
)
