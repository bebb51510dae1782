import { Group } from '@mantine/core'
import type { Grade } from '../../shared/activities/grading.ts'
import { indicatorsOn, type Switches } from '../../shared/activities/switches.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { GradeBadge } from '../ui/GradeStrip.tsx'

type PrincipleGradeProps = {
  principle: SitePrinciple
  grade: Grade
  switches: Switches
  /** ids of the indicators with at least one file */
  evidenced: ReadonlySet<number>
  isFinal: boolean
}

/** The grade of one principle, and how many of its indicators have evidence. */
export function PrincipleGrade({ principle, grade, switches, evidenced, isFinal }: PrincipleGradeProps) {
  const on = indicatorsOn(principle, switches)
  const covered = on.filter((id) => evidenced.has(id)).length
  return (
    <Group component="p" gap="8px 12px" role="status">
      <GradeBadge principle={principle.principle_number} grade={grade} />
      <strong>{grade}</strong>
      <span>{isFinal ? 'Final grade' : 'Provisional grade'}</span>
      {on.length > 0 ? (
        <span>
          {covered} of {on.length} indicators have evidence
        </span>
      ) : null}
    </Group>
  )
}
