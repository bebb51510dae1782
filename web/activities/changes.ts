import { plural } from '../../shared/lib/format.ts'
import type {
  ActivityChangesReply,
  PrincipleChanges,
} from '../../shared/activities/activity-changes.schema.ts'
import { indicatorNumbers } from '../../shared/activities/verification.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { FILE_CHANGES } from '../../shared/review/changes.schema.ts'

/** "2 added, 1 replaced, grade now Very Compliant": the changes under a principle in one line. */
export function changeWords(changes: PrincipleChanges): string {
  const { grade, switches, facts } = changes
  const factWords =
    facts.length > 0 ? `${plural(facts.length, 'text or figure', 'texts or figures')} changed` : ''
  const turned = switches.length > 0 ? 'Add MOV turned' : ''
  return [evidenceWords(changes), factWords, turned, grade ? `grade now ${grade.new}` : '']
    .filter(Boolean)
    .join(', ')
}

/** "2 added, 1 replaced": the number of changed files under a principle; '' when there are none. */
export const evidenceWords = (changes: PrincipleChanges): string =>
  FILE_CHANGES.filter((change) => changes[change] > 0)
    .map((change) => `${changes[change]} ${change}`)
    .join(', ')

/** Ids of the indicators of a principle whose evidence, texts, figures or Add MOV changed. */
export function changedIndicators(
  principle: SitePrinciple,
  { data, principles }: Pick<ActivityChangesReply, 'data' | 'principles'>,
): number[] {
  const changes = principles.find((one) => one.principle_number === principle.principle_number)
  const switched = new Set(changes?.switches.map(({ indicator }) => indicator))
  const changed = new Set([...data, ...(changes?.facts ?? [])].map((one) => one.sites_criteria_indicator_id))
  return [...indicatorNumbers(principle)].flatMap(([id, number]) =>
    changed.has(id) || switched.has(number) ? [id] : [],
  )
}
