import { Stack } from '@mantine/core'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { ChecklistBoxes } from '../review/Checklists.tsx'
import { useDecision } from '../review/decision-context.tsx'
import { Panel } from '../ui/Panel.tsx'

const TITLE = 'What did you look at? (optional)'

/** The checklist of one principle for its reviewer; nothing where FMB has set no lines. */
export function PrincipleChecklist({ principle }: { principle: SitePrinciple }) {
  const decision = useDecision()
  if (!decision || principle.checks.length === 0) return null
  return (
    <Panel title={TITLE}>
      <ChecklistBoxes of={principle} />
    </Panel>
  )
}

/** The checklists of all principles for the reviewer, each folded under its principle. */
export function ActivityChecklists({ principles }: { principles: readonly SitePrinciple[] }) {
  const decision = useDecision()
  const listed = principles.filter(({ checks }) => checks.length > 0)
  if (!decision || listed.length === 0) return null
  const { looked } = decision.draft
  return (
    <Panel title={TITLE}>
      <Stack gap="sm">
        {listed.map((principle) => {
          const { id, principle_number, checks } = principle
          const ticked = checks.filter((line) => looked.includes(line.id)).length
          return (
            <details key={id} className="fold">
              <summary>
                Principle #{principle_number}: {ticked} of {checks.length} ticked
              </summary>
              <ChecklistBoxes of={principle} />
            </details>
          )
        })}
      </Stack>
    </Panel>
  )
}
