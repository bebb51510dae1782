import type { Level } from '../access/levels.ts'
import type { ThreadKind } from '../threads/thread-kind.ts'
import { FINDING_TEXT, NO_OBJECTION } from './findings.fields.ts'
import type { FindingAction, FindingStep } from './findings.schema.ts'
import { isSliver } from './land-states.ts'

/** What happens to a finding, as a kind of conversation; its state follows from all its steps (`replayed`). */
export const FINDING = {
  name: 'finding',
  most: FINDING_TEXT,
  events: {
    Explained: 'Finding Explained',
    Returned: 'Finding Returned',
    Asked: 'Request Recorded',
    Answered: 'Request Recorded',
  },
  logged: 'step',
  erasesFacts: false,
} as const satisfies ThreadKind<FindingAction>

/** Hectares and share of the boundary. */
export type Extent = { overlap_ha: number; share: number }

/** A stored finding as a comparison sees it: `reviewed` is its extent at the last `Found` or `Changed`. */
type Known = { isGone: boolean; reviewed: Extent }

/** How much larger a stored decimal is than another, exactly: 5.1 is larger than 5 by 0.1. */
const over = (a: number, b: number): number => (Math.round(a * UNITS) - Math.round(b * UNITS)) / UNITS
const UNITS = 1_000_000

/** Whether two extents differ by more than a sliver; `by` says what counts of a difference. */
const differ = (found: Extent, before: Extent, by: (difference: number) => number): boolean =>
  !isSliver({
    overlap_ha: by(over(found.overlap_ha, before.overlap_ha)),
    share: by(over(found.share, before.share)),
  })

/** Whether there is more land than before, in hectares or as a share: less is no worse news. */
const isMore = (found: Extent, before: Extent): boolean =>
  differ(found, before, (difference) => Math.max(difference, 0))

/**
 * The step that a comparison adds to a finding; null if nothing changed by more than a sliver. `isKnownLand`: the land
 * is the same as at an earlier time, when more was said of it.
 */
export function stepOf(
  known: Known | null,
  found: Extent | null,
  isKnownLand = false,
): 'Found' | 'Changed' | 'Gone' | 'Restored' | null {
  if (!found) return known && !known.isGone ? 'Gone' : null
  if (!known) return 'Found'
  if (known.isGone) return isKnownLand ? 'Restored' : 'Found'
  if (!differ(found, known.reviewed, Math.abs)) return null
  return isKnownLand ? 'Restored' : 'Changed'
}

type State = { state: 'found' | 'explained' | 'accepted' | 'gone'; accepted_levels: Level[] }

type ReplayedStep = { action: FindingAction; level: Level | null; facts?: FindingStep['facts'] }

/** Whether a body has answered with conditions or an objection: whoever accepted the finding did not know of them. */
const isWorseNews = ({ action, facts }: ReplayedStep): boolean =>
  action === 'Answered' && facts?.answer !== NO_OBJECTION

const extentOf = ({ facts }: ReplayedStep): Extent | null =>
  typeof facts?.overlap_ha === 'number' && typeof facts.share === 'number'
    ? { overlap_ha: facts.overlap_ha, share: facts.share }
    : null

const isCorrespondence = ({ action }: ReplayedStep): boolean => action === 'Asked' || action === 'Answered'

/**
 * The steps that count now, oldest first: those since the land was found or became more. Of land that went with a version
 * of its layer and came back they are those from before, with what a body has answered meanwhile (S-164).
 */
export function countingSteps<Step extends ReplayedStep>(steps: readonly Step[]): Step[] {
  const earlier = new Map<unknown, Step[]>()
  let counting: Step[] = []
  let extent: Extent | null = null
  for (const step of steps) {
    const { action, facts } = step
    if (action === 'Found' || action === 'Changed' || action === 'Gone' || action === 'Restored') {
      if (facts?.before !== undefined) earlier.set(facts.before, counting)
      const before: Extent | null = extent
      const found = extentOf(step)
      extent = found ?? extent
      if (action === 'Changed' && found && before && !isMore(found, before)) {
        // what is said of less land from now on is not said of all that was there
        counting = [...counting]
        continue
      }
      counting = action === 'Restored' ? [...(earlier.get(facts?.land) ?? [])] : []
    } else if (isCorrespondence(step)) for (const [, said] of earlier) said.push(step)
    if (action !== 'Restored' || counting.length === 0) counting.push(step)
  }
  return counting
}

/** The state of a finding after its steps, oldest first; worse news voids every acceptance before it (S-163). */
export function replayed(steps: readonly ReplayedStep[]): State {
  let now: State = { state: 'gone', accepted_levels: [] }
  let isExplained = false
  for (const step of countingSteps(steps)) {
    const { action, level } = step
    if (action !== 'Accepted' && action !== 'Asked' && action !== 'Answered')
      isExplained = action === 'Explained'
    if (isWorseNews(step) && now.state === 'accepted')
      now = { state: isExplained ? 'explained' : 'found', accepted_levels: [] }
    if (action === 'Found' || action === 'Changed' || action === 'Restored' || action === 'Returned')
      now = { state: 'found', accepted_levels: [] }
    if (action === 'Gone') now = { state: 'gone', accepted_levels: [] }
    if (action === 'Explained') now = { state: 'explained', accepted_levels: [] }
    if (action === 'Accepted' && level)
      now = {
        state: 'accepted',
        accepted_levels: [...now.accepted_levels.filter((one) => one !== level), level],
      }
  }
  return now
}

/** The levels whose acceptance the step at this place has taken away. */
export function lostLevels(steps: readonly ReplayedStep[], place: number): Level[] {
  const { accepted_levels: left } = replayed(steps.slice(0, place + 1))
  return replayed(steps.slice(0, place)).accepted_levels.filter((level) => !left.includes(level))
}
