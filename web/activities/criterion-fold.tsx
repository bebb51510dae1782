import { Box } from '@mantine/core'
import type { PrincipleEvidence } from '../../shared/activities/grading.ts'
import { indicatorNumbers } from '../../shared/activities/verification.ts'
import { plural } from '../../shared/lib/format.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { CriterionFold } from '../principles/CriteriaList.tsx'

type Criteria = SitePrinciple['criteria'][number]

type WithIndicators = { criteria_indicator: readonly { id: number }[] }

type Evidence = {
  site_profile_id: number
  stateOf: PrincipleEvidence['stateOf']
  /** how many files an indicator has */
  countFiles: (indicator: number) => number
  /** whether an indicator is worked on: its criterion is open from the start */
  isInWork: (indicator: number) => boolean
  /** ids of the indicators with an error, a conflict or a failed upload: their criteria open */
  attention?: ReadonlySet<number>
  /** ids of the indicators that changed since the last return: their criteria open once that is known */
  changed?: ReadonlySet<number>
}

const idsOf = ({ criteria_indicator }: WithIndicators): number[] => criteria_indicator.map(({ id }) => id)

/** "3 of 5 indicators with evidence · 4 files", of the indicators that apply. */
export function insideCriterion(
  criteria: WithIndicators,
  { stateOf, countFiles }: Pick<Evidence, 'stateOf' | 'countFiles'>,
): string {
  const mine = idsOf(criteria).filter((id) => stateOf(id) !== 'off')
  if (mine.length === 0) return 'Add MOV is off'
  const covered = mine.filter((id) => stateOf(id) === 'evidence').length
  const files = mine.reduce((sum, id) => sum + countFiles(id), 0)
  return `${covered} of ${plural(mine.length, 'indicator')} with evidence · ${plural(files, 'file')}`
}

/** The criteria to start with on a phone: those worked on, else the first that lacks evidence, else the first. */
function openAtFirst({ criteria }: SitePrinciple, { stateOf, isInWork }: Evidence) {
  const inWork = criteria.filter((one) => idsOf(one).some(isInWork))
  const first = criteria.find((one) => idsOf(one).some((id) => stateOf(id) === 'none')) ?? criteria[0]
  return (one: Criteria): boolean => (inWork.length > 0 ? inWork.includes(one) : one === first)
}

/** Returns how each criterion of a principle is folded over its evidence. */
export function criterionFolds(principle: SitePrinciple, evidence: Evidence) {
  const { site_profile_id, attention = new Set(), changed = new Set() } = evidence
  const isOpen = openAtFirst(principle, evidence)
  const numbers = indicatorNumbers(principle)
  return (criteria: Criteria): CriterionFold => {
    const urgent = idsOf(criteria).filter((id) => attention.has(id))
    return {
      name: `${site_profile_id}-${criteria.id}`,
      isOpen: isOpen(criteria),
      isUrgent: urgent.length > 0 || idsOf(criteria).some((id) => changed.has(id)),
      inside: (
        <>
          {insideCriterion(criteria, evidence)}
          {urgent.length > 0 ? (
            <Box component="strong" c="var(--danger)" className="while-folded">
              Needs attention: {urgent.map((id) => numbers.get(id)).join(', ')}
            </Box>
          ) : null}
        </>
      ),
    }
  }
}
