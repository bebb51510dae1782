import type { SiteActivity } from './activities.schema.ts'
import { gradeField } from './grading.ts'
import { isOff } from './switches.ts'
import { indicatorNumbers } from './verification.ts'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import type { FileChange } from '../review/changes.schema.ts'
import { fileChanges } from '../review/file-changes.ts'
import type { SnapshotFile } from '../review/snapshot.schema.ts'
import type { EvidenceChange, FactChange, PrincipleChanges, SwitchChange } from './activity-changes.schema.ts'
import type { ActivitySnapshot, SnapshotFacts } from './activity-snapshot.schema.ts'

/** The part of an activity that the encoder edits, as stored at each submission. */
export const activitySnapshot = (
  activity: Pick<
    SiteActivity,
    'grades' | 'disabled_principle' | 'disabled_indicator' | 'verification' | 'reporting_year' | 'facts'
  >,
): ActivitySnapshot => ({
  grades: activity.grades,
  disabled_principle: activity.disabled_principle,
  disabled_indicator: activity.disabled_indicator,
  evidence: activity.verification.map(({ sites_criteria_indicator_id, upload }) => ({
    sites_criteria_indicator_id,
    files: upload.map(({ upload_id, upload_file_name, size, sha256 }) => ({
      id: upload_id,
      name: upload_file_name,
      size,
      sha256,
    })),
  })),
  reporting_year: activity.reporting_year,
  facts: activity.facts.map(({ sites_criteria_indicator_id, what_happened, figures }) => ({
    sites_criteria_indicator_id,
    what_happened,
    figures: figures.map(({ indicator_figure_id, value }) => ({ indicator_figure_id, value })),
  })),
})

/** The texts and figures of a principle that differ. */
function factsOf(principle: SitePrinciple, before: SnapshotFacts[], after: SnapshotFacts[]): FactChange[] {
  const numbers = indicatorNumbers(principle)
  return principle.criteria
    .flatMap(({ criteria_indicator }) => criteria_indicator)
    .flatMap(({ id: sites_criteria_indicator_id, figures }) => {
      const mine = (all: SnapshotFacts[]) =>
        all.find((one) => one.sites_criteria_indicator_id === sites_criteria_indicator_id)
      const [was, is] = [mine(before), mine(after)]
      const indicator = numbers.get(sites_criteria_indicator_id) ?? ''
      const valueOf = (one: SnapshotFacts | undefined, id: number) =>
        one?.figures.find(({ indicator_figure_id }) => indicator_figure_id === id)?.value ?? null
      return [
        { figure: null, old: was?.what_happened ?? null, new: is?.what_happened ?? null },
        ...figures.map(({ id, name, unit }) => ({
          figure: { name, unit },
          old: valueOf(was, id),
          new: valueOf(is, id),
        })),
      ]
        .filter((one) => one.old !== one.new)
        .map((one) => ({ sites_criteria_indicator_id, indicator, ...one }))
    })
}

/** The reporting years of two states; null if they are equal. */
export const yearChange = (
  before: ActivitySnapshot,
  after: ActivitySnapshot,
): { old: number | null; new: number | null } | null =>
  before.reporting_year === after.reporting_year
    ? null
    : { old: before.reporting_year, new: after.reporting_year }

const filesByIndicator = (snapshot: ActivitySnapshot): Map<number, SnapshotFile[]> =>
  new Map(snapshot.evidence.map((one) => [one.sites_criteria_indicator_id, one.files]))

function evidenceOf(
  principle: SitePrinciple,
  before: Map<number, SnapshotFile[]>,
  after: Map<number, SnapshotFile[]>,
): EvidenceChange[] {
  const { principle_number } = principle
  return [...indicatorNumbers(principle)].flatMap(([sites_criteria_indicator_id, indicator]) =>
    fileChanges(
      before.get(sites_criteria_indicator_id) ?? [],
      after.get(sites_criteria_indicator_id) ?? [],
    ).map(({ change, ...files }) => ({
      change,
      principle_number,
      sites_criteria_indicator_id,
      indicator,
      ...files,
    })),
  )
}

function switchesOf(principle: SitePrinciple, before: ActivitySnapshot, after: ActivitySnapshot) {
  const turned = (one: { type: 'principle' | 'indicator'; id: number }) => {
    const off = isOff(principle, after, one)
    return isOff(principle, before, one) === off ? null : off ? ('off' as const) : ('on' as const)
  }
  const whole = turned({ type: 'principle', id: principle.id })
  const indicators = [...indicatorNumbers(principle)].flatMap(([id, indicator]): SwitchChange[] => {
    const one = turned({ type: 'indicator', id })
    return one ? [{ indicator, turned: one }] : []
  })
  return whole ? [{ indicator: null, turned: whole }, ...indicators] : indicators
}

const count = (changes: EvidenceChange[], wanted: FileChange): number =>
  changes.filter(({ change }) => change === wanted).length

export type ActivityChanges = { principles: PrincipleChanges[]; evidence: EvidenceChange[] }

/** The differences between two states of an activity, per principle of its batch, in order. */
export function activityChanges(
  before: ActivitySnapshot,
  after: ActivitySnapshot,
  batch: readonly SitePrinciple[],
): ActivityChanges {
  const files = { before: filesByIndicator(before), after: filesByIndicator(after) }
  const ordered = [...batch].sort((a, b) => a.principle_number - b.principle_number)
  const all = ordered.map((principle) => {
    const evidence = evidenceOf(principle, files.before, files.after)
    const field = gradeField(principle.principle_number)
    const [old, now] = [before.grades[field], after.grades[field]]
    const changes: PrincipleChanges = {
      sites_principle_id: principle.id,
      principle_number: principle.principle_number,
      grade: old === now ? null : { old, new: now },
      switches: switchesOf(principle, before, after),
      facts: factsOf(principle, before.facts, after.facts),
      added: count(evidence, 'added'),
      removed: count(evidence, 'removed'),
      replaced: count(evidence, 'replaced'),
      renamed: count(evidence, 'renamed'),
    }
    return { changes, evidence }
  })
  return {
    principles: all.map(({ changes }) => changes),
    evidence: all.flatMap(({ evidence }) => evidence),
  }
}

export const isChanged = (one: PrincipleChanges): boolean =>
  one.grade !== null ||
  one.switches.length > 0 ||
  one.facts.length > 0 ||
  one.added + one.removed + one.replaced + one.renamed > 0
