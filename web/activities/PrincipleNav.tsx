import { Group } from '@mantine/core'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import type { MeansMode } from './means-mode.ts'
import { PrincipleLink } from './PrincipleLink.tsx'

type PrincipleNavProps = {
  principles: SitePrinciple[]
  current: SitePrinciple
  activityId: number
  mode: MeansMode
}

/** Links to the previous and the next principle. */
export function PrincipleNav({ principles, current, activityId, mode }: PrincipleNavProps) {
  const at = (step: number) =>
    principles.find((one) => one.principle_number === current.principle_number + step)
  const before = at(-1)
  const after = at(1)
  return (
    <Group component="nav" justify="space-between" aria-label="Other principles" className="links no-print">
      {before ? (
        <PrincipleLink mode={mode} activityId={activityId} principleId={before.id}>
          <ChevronLeftIcon size={16} /> {`Principle #${before.principle_number}`}
        </PrincipleLink>
      ) : (
        <span />
      )}
      {after ? (
        <PrincipleLink mode={mode} activityId={activityId} principleId={after.id}>
          {`Principle #${after.principle_number}`} <ChevronRightIcon size={16} />
        </PrincipleLink>
      ) : null}
    </Group>
  )
}
