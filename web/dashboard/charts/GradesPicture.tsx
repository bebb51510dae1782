import { GRADES } from '../../../shared/activities/grades.ts'
import type { FiguresAbout, GradeCount } from '../../../shared/dashboard/dashboard.schema.ts'
import { GRADE_KEYS, type Leads } from '../../../shared/dashboard/leads.ts'
import { applicable, gradesMessage, sitesOf } from '../../../shared/dashboard/messages.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../../shared/principles/principle-titles.ts'
import { CountLink } from '../CountLink.tsx'
import { Bar } from './Bar.tsx'
import styles from './charts.module.css'
import { Legend } from './patterns.tsx'
import { Picture } from './Picture.tsx'
import { segments } from './shapes.ts'

export const principleName = (number: number): string =>
  `${number} ${PRINCIPLE_SHORT_TITLES[number as PrincipleNumber]}`

type GradesPictureProps = {
  grades: GradeCount[]
  graded: number
  about: FiguresAbout
  leads: Leads
  busy: boolean
}

/** The four grades at each principle, as shares of all graded sites. */
export function GradesPicture({ grades, graded, about, leads, busy }: GradesPictureProps) {
  return (
    <Picture
      message={gradesMessage(grades)}
      about={
        <>
          Latest approved grades of <CountLink lead={leads.graded(graded)} text={sitesOf(graded, about)} />,
          by principle; most of the sites to which it applies
        </>
      }
      empty={graded === 0}
      busy={busy}
      table={{
        caption: 'Sites by principle and grade',
        head: ['Principle', ...GRADES],
        rows: grades.map((count) => [principleName(count.principle_number), ...leads.grades(count)]),
      }}
    >
      <Legend entries={GRADE_KEYS.map((key, index) => [key, GRADES[index] ?? ''] as const)} />
      <ul className={styles.rows}>
        {grades.map((count) => (
          <li key={count.principle_number}>
            <span className={styles.name}>{principleName(count.principle_number)}</span>
            <Bar
              parts={segments(count, GRADE_KEYS, applicable(count) + count.none)}
              label={(part) => formatCount(part.count)}
              leads={{ part: (key) => leads.grades(count)[GRADE_KEYS.findIndex((one) => one === key)] }}
            />
          </li>
        ))}
      </ul>
    </Picture>
  )
}
