import type { FiguresAbout, GradeCount } from '../../../shared/dashboard/dashboard.schema.ts'
import { GRADE_KEYS, type Leads } from '../../../shared/dashboard/leads.ts'
import {
  applicable,
  byLeastEvidence,
  evidenceMessage,
  shareWithout,
  sitesWithoutCount,
} from '../../../shared/dashboard/messages.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { Bar } from './Bar.tsx'
import styles from './charts.module.css'
import { principleName } from './GradesPicture.tsx'
import { Picture } from './Picture.tsx'
import { segments } from './shapes.ts'

/** the longest bar in percent of the row; its label is after it */
const MAX_BAR_PERCENT = 62

const percent = (share: number): string => `${Math.round(share * 100)} %`

type EvidencePictureProps = {
  grades: GradeCount[]
  graded: number
  about: FiguresAbout
  leads: Leads
  busy: boolean
}

/** The share of sites without any evidence, per principle, worst first; sites it does not apply to are not counted. */
export function EvidencePicture({ grades, graded, about, leads, busy }: EvidencePictureProps) {
  const ordered = byLeastEvidence(grades)
  const worst = Math.max(...grades.map(shareWithout))
  const without = (count: GradeCount) => leads.grades(count)[GRADE_KEYS.indexOf('not')] ?? leads.all(0)
  return (
    <Picture
      message={evidenceMessage(grades)}
      about={`Of ${sitesWithoutCount(about)}, those without any evidence for a principle that applies to them, most first`}
      empty={graded === 0}
      busy={busy}
      table={{
        caption: 'Sites without evidence by principle',
        head: ['Principle', 'Without evidence', 'Sites it applies to', 'Share'],
        rows: ordered.map((count) => [
          principleName(count.principle_number),
          without(count),
          leads.applies(count),
          percent(shareWithout(count)),
        ]),
      }}
    >
      <ul className={styles.rows}>
        {ordered.map((count) => (
          <li key={count.principle_number}>
            <span className={styles.name}>{principleName(count.principle_number)}</span>
            <Bar
              parts={segments({ not: shareWithout(count) }, ['not'], worst, MAX_BAR_PERCENT)}
              end={`${formatCount(count.not)} of ${formatCount(applicable(count))}`}
              leads={{ row: without(count) }}
            />
          </li>
        ))}
      </ul>
    </Picture>
  )
}
