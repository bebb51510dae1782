import { Tooltip } from '@mantine/core'
import {
  type Grade,
  type Gradient,
  gradeField,
  gradeOrMissing,
  NO_ACTIVITIES,
} from '../../shared/activities/grading.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principles.schema.ts'
import { GradeMark } from '../lib/GradeMark.tsx'
import grades from '../lib/grade.module.css'

/** One principle's grade: number, colour and shape, with the words for screen readers and on hover. */
export function GradeBadge({ principle, grade }: { principle: number; grade: Grade }) {
  const words = `Principle ${principle}: ${grade}`
  return (
    <Tooltip label={words}>
      <GradeMark grade={grade} role="img" aria-label={words}>
        {principle}
      </GradeMark>
    </Tooltip>
  )
}

/** The eight grades of a site in one line, or a text for a site without activities. */
export function GradeStrip({ gradient }: { gradient: Gradient }) {
  if (gradient === NO_ACTIVITIES) return <span className="muted">{NO_ACTIVITIES}</span>
  return (
    <ul className={grades.strip} aria-label="Compliance grades of the eight principles">
      {PRINCIPLE_NUMBERS.map((number) => (
        <li key={number}>
          <GradeBadge principle={number} grade={gradeOrMissing(gradient[gradeField(number)])} />
        </li>
      ))}
    </ul>
  )
}
