import { Group } from '@mantine/core'
import type { Grade, PrincipleEvidence } from '../../shared/activities/grading.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { GradeBadge } from '../ui/GradeStrip.tsx'

type PrincipleGradeProps = {
  principle: SitePrinciple
  grade: Grade
  evidence: PrincipleEvidence
  isFinal: boolean
}

/** The grade of one principle, and how many of its indicators have evidence. */
export function PrincipleGrade({ principle, grade, evidence, isFinal }: PrincipleGradeProps) {
  const { on, covered } = evidence
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
