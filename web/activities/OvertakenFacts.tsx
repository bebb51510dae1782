import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { whoSavedBefore } from '../../shared/lib/saved-before.ts'
import type { IndicatorFigure } from '../../shared/principles/principles.schema.ts'
import { SavedFirst } from '../drafts/SavedFirst.tsx'
import type { Choice } from '../drafts/SideBySide.tsx'
import type { OvertakenFact } from './means-draft.ts'

type OvertakenFactsProps = {
  activity: SiteActivity
  /** of one indicator */
  facts: readonly OvertakenFact[]
  figures: readonly IndicatorFigure[]
  number: string
  onChoose: (fact: OvertakenFact, choice: Choice) => void
}

/** The texts and figures of an indicator that a colleague saved otherwise while they were typed here (S-144). */
export function OvertakenFacts({ activity, facts, figures, number, onChoose }: OvertakenFactsProps) {
  if (facts.length === 0) return null
  const { updated_by: by, updated_at: at } = activity
  const sides = facts.map((fact) => ({
    field: `${fact.indicator}-${fact.figure ?? 'text'}`,
    label: `${figures.find(({ id }) => id === fact.figure)?.name ?? 'What happened'} ${number}`,
    theirs: fact.theirs,
    mine: fact.mine,
  }))
  return (
    <SavedFirst
      who={whoSavedBefore({ by: by ?? 'Another user', at, events: [], fields: [] })}
      sides={sides}
      chosen={{}}
      onChoose={(field, choice) => {
        const fact = facts[sides.findIndex((side) => side.field === field)]
        if (fact) onChoose(fact, choice)
      }}
    />
  )
}
