import { GRADES, gradeField } from '../../shared/activities/grades.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { GradeMark } from '../lib/GradeMark.tsx'
import grade from '../lib/grade.module.css'
import styles from './GradeBadge.module.css'
import { GRADE_IN_PLAIN_WORDS } from './plain-words.ts'

/** The eight grades of a row in one strip; each badge has its grade as tooltip and as text (S-56, S-151). */
export function GradeStrip({ grades }: { grades: Grades }) {
  return (
    <ol className={grade.strip} aria-label="Compliance grade per principle">
      {PRINCIPLE_NUMBERS.map((number) => {
        const input = grades[gradeField(number)]
        return (
          <li key={number} title={input}>
            <GradeMark grade={input} aria-hidden="true">
              {number}
            </GradeMark>
            <span className="visually-hidden">{`Principle ${number}: ${input}`}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** The meaning of the strip's colours and shapes. */
export function GradeLegend() {
  return (
    <ul className={styles.legend} aria-label="What the grades mean">
      {GRADES.map((one) => (
        <li key={one}>
          <GradeMark grade={one} size="small" aria-hidden="true" />
          <span>
            <strong>{one}</strong>: {GRADE_IN_PLAIN_WORDS[one]}
          </span>
        </li>
      ))}
    </ul>
  )
}
