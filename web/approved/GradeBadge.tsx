import { GRADES, type Grade, gradeField, publicGradeLabel } from '../../shared/activities/grades.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import controls from '../public/controls.module.css'
import styles from './GradeBadge.module.css'
import { GRADE_IN_PLAIN_WORDS } from './plain-words.ts'

const LOOK: Record<Grade, string | undefined> = {
  'Very Compliant': styles.very,
  'Somewhat Compliant': styles.somewhat,
  'Not Compliant': styles.not,
  'Not Applicable': styles.none,
}

/** The number of a principle on the colour and shape of its grade; what it means stands beside it in words. */
export function GradeBadge({ number, grade }: { number: number; grade: Grade }) {
  return (
    <span className={`${styles.badge} ${styles.large} ${LOOK[grade]}`} aria-hidden="true">
      {number}
    </span>
  )
}

/** The eight grades of a row as one compact strip; each badge has its grade as tooltip and as text (S-56, C-15). */
export function GradeStrip({ grades }: { grades: Grades }) {
  return (
    <ol className={styles.strip} aria-label="Compliance grade per principle">
      {PRINCIPLE_NUMBERS.map((number) => {
        const grade = grades[gradeField(number)]
        const label = publicGradeLabel(grade)
        return (
          <li key={number} className={`${styles.badge} ${LOOK[grade]}`} title={label}>
            <span aria-hidden="true">{number}</span>
            <span className={controls.hidden}>{`Principle ${number}: ${label}`}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** What the colours and shapes of the strip mean. */
export function GradeLegend() {
  return (
    <ul className={styles.legend} aria-label="What the grades mean">
      {GRADES.map((grade) => (
        <li key={grade}>
          <span className={`${styles.badge} ${LOOK[grade]}`} aria-hidden="true" />
          <span>
            <strong>{publicGradeLabel(grade)}</strong>: {GRADE_IN_PLAIN_WORDS[grade]}
          </span>
        </li>
      ))}
    </ul>
  )
}
