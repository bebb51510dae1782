import { gradeIn } from '../../shared/activities/grade-words.ts'
import { GRADES } from '../../shared/activities/grades.ts'
import { GradeMark } from '../lib/GradeMark.tsx'
import { useTexts } from '../lib/texts.tsx'
import styles from './GradeLegend.module.css'
import { meaningOf } from './plain-words.ts'

/** The meaning of the strip's colours and shapes. */
export function GradeLegend() {
  const { t } = useTexts()
  return (
    <ul className={styles.legend} aria-label={t('list.legend')}>
      {GRADES.map((one) => (
        <li key={one}>
          <GradeMark grade={one} size="small" aria-hidden="true" />
          <span>
            <strong>{gradeIn(t, one)}</strong>: {meaningOf(t, one)}
          </span>
        </li>
      ))}
    </ul>
  )
}
