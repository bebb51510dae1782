import { gradeIn } from '../../shared/activities/grade-words.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import type { Grades } from '../../shared/activities/grading.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-numbers.ts'
import { GradeMark } from '../lib/GradeMark.tsx'
import grade from '../lib/grade.module.css'
import { useTexts } from '../lib/texts.tsx'

/** The eight grades of an approval in one strip; each badge has its grade as tooltip and as text (S-56, S-151). */
export function GradeStrip({ grades }: { grades: Grades }) {
  const { t } = useTexts()
  return (
    <ol className={grade.strip} aria-label={t('approved.grades_label')}>
      {PRINCIPLE_NUMBERS.map((number) => {
        const one = grades[gradeField(number)]
        const words = gradeIn(t, one)
        return (
          <li key={number} title={words}>
            <GradeMark grade={one} aria-hidden="true">
              {number}
            </GradeMark>
            <span className="visually-hidden">{t('approved.principle', { number, what: words })}</span>
          </li>
        )
      })}
    </ol>
  )
}
