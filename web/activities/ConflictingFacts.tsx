import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { savedBeforeHeadline } from '../../shared/lib/saved-before.ts'
import type { IndicatorFigure } from '../../shared/principles/principles.schema.ts'
import { FieldConflicts } from '../drafts/FieldConflicts.tsx'
import type { Choice } from '../drafts/SideBySide.tsx'
import type { FactConflict } from './means-draft.ts'

type ConflictingFactsProps = {
  activity: SiteActivity
  facts: readonly FactConflict[]
  figures: readonly IndicatorFigure[]
  number: string
  onChoose: (fact: FactConflict, choice: Choice) => void
}

/** The texts and figures of an indicator that another user saved while they were typed here (S-144). */
export function ConflictingFacts({ activity, facts, figures, number, onChoose }: ConflictingFactsProps) {
  if (facts.length === 0) return null
  const { updated_by: by, updated_at: at } = activity
  const sides = facts.map((fact) => ({
    field: `${fact.indicator}-${fact.figure ?? 'text'}`,
    label: `${figures.find(({ id }) => id === fact.figure)?.name ?? 'What happened'} ${number}`,
    theirs: fact.theirs,
    mine: fact.mine,
  }))
  return (
    <FieldConflicts
      who={savedBeforeHeadline({ by: by ?? 'Another user', at, events: [], fields: [] })}
      sides={sides}
      chosen={{}}
      onChoose={(field, choice) => {
        const fact = facts[sides.findIndex((side) => side.field === field)]
        if (fact) onChoose(fact, choice)
      }}
    />
  )
}
