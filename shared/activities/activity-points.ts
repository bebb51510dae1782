import { plural } from '../lib/format.ts'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import { FILE_CHANGES, type FileChange } from '../review/changes.schema.ts'
import { type AskedPoint, isAnswerAtFile, isAnswerTo } from '../review/point-answers.ts'
import type { LabelledPlace } from '../review/points.rules.ts'
import type { PointChange, PointPlace, StoredKind } from '../review/points.schema.ts'
import type { SiteActivity } from './activities.schema.ts'
import { activityChanges, yearChange } from './activity-changes.ts'
import type { EvidenceChange, FactChange, SwitchChange } from './activity-changes.schema.ts'
import type { ActivitySnapshot } from './activity-snapshot.schema.ts'
import { indicatorNumbers } from './verification.ts'

const indicatorsOf = (principle: SitePrinciple) =>
  principle.criteria.flatMap(({ criteria_indicator }) => criteria_indicator)

/** The principle, the indicator and its number; null if the batch has no such indicator. */
function findIndicator(batch: readonly SitePrinciple[], id: number) {
  for (const principle of batch) {
    const indicator = indicatorsOf(principle).find((one) => one.id === id)
    if (indicator) return { principle, indicator, number: indicatorNumbers(principle).get(id) ?? '' }
  }
  return null
}

const findFigure = (batch: readonly SitePrinciple[], id: number) => {
  const indicators = batch.flatMap(indicatorsOf)
  const indicator = indicators.find(({ figures }) => figures.some((figure) => figure.id === id))
  const found = indicator ? findIndicator(batch, indicator.id) : null
  const figure = indicator?.figures.find((one) => one.id === id)
  return found && figure ? { ...found, figure } : null
}

/** The name of a place of an activity; null if the activity has no such place. */
export function activityLabel(
  activity: Pick<SiteActivity, 'verification'>,
  batch: readonly SitePrinciple[],
  place: PointPlace,
): LabelledPlace | null {
  const labelled = (label: string, principle_number: number | null) => ({ place, label, principle_number })
  switch (place.about) {
    case 'record':
      return labelled('The activity', null)
    case 'field':
      return place.field === 'reporting_year' ? labelled('Reporting year', null) : null
    case 'principle': {
      const found = batch.find(({ principle_number }) => principle_number === place.principle_number)
      return found ? labelled(`Principle #${place.principle_number}`, place.principle_number) : null
    }
    case 'indicator': {
      const found = findIndicator(batch, place.sites_criteria_indicator_id)
      return found
        ? labelled(`${found.number} ${found.indicator.title}`, found.principle.principle_number)
        : null
    }
    case 'figure': {
      const found = findFigure(batch, place.indicator_figure_id)
      return found ? labelled(`${found.number} ${found.figure.name}`, found.principle.principle_number) : null
    }
    case 'file': {
      for (const { sites_criteria_indicator_id, upload } of activity.verification) {
        const file = upload.find(({ upload_id }) => upload_id === place.file_id)
        const found = file ? findIndicator(batch, sites_criteria_indicator_id) : null
        if (file && found)
          return labelled(`${found.number} ${file.upload_file_name}`, found.principle.principle_number)
      }
      return null
    }
    default:
      return null
  }
}

/** The places of an activity, the whole activity first: its principles and, of one principle, all that is in it. */
export function placesOfActivity(
  activity: Pick<SiteActivity, 'verification'>,
  batch: readonly SitePrinciple[],
  principle: SitePrinciple | null,
): LabelledPlace[] {
  const within = principle ? indicatorsOf(principle) : []
  const ids = new Set(within.map(({ id }) => id))
  const files = activity.verification.filter((one) => ids.has(one.sites_criteria_indicator_id))
  const places: PointPlace[] = [
    { about: 'record' },
    ...(principle ? [principle] : batch).map(
      ({ principle_number }) => ({ about: 'principle', principle_number }) as const,
    ),
    { about: 'field', field: 'reporting_year' },
    ...within.map(({ id }) => ({ about: 'indicator', sites_criteria_indicator_id: id }) as const),
    ...files.flatMap(({ upload }) =>
      upload.map(({ upload_id }) => ({ about: 'file', file_id: upload_id }) as const),
    ),
  ]
  const named = principle ? [principle] : batch
  return places.flatMap((place) => activityLabel({ verification: files }, named, place) ?? [])
}

/** A change under an indicator, or the switch of a whole principle, with the words that name it in a list. */
type Part = {
  principle_number: number
  /** "3.2.1"; null for the whole principle */
  indicator: string | null
  of: 'file' | 'text' | 'figure' | 'switch'
  words: string
  change: PointChange
}

/** Whether a point about a place asks to replace what is there. */
const asksToReplace = (
  { kind, place }: AskedPoint,
  { old, principle_number, sites_criteria_indicator_id }: EvidenceChange,
): boolean => {
  if (place.about === 'file') return kind !== 'add' && kind !== 'explain' && place.file_id === old?.id
  if (kind !== 'replace') return false
  switch (place.about) {
    case 'indicator':
      return place.sites_criteria_indicator_id === sites_criteria_indicator_id
    case 'principle':
      return place.principle_number === principle_number
    default:
      return place.about === 'record'
  }
}

/**
 * A file of another name replaces one that was removed, if a point asks for that: the files that were added under the
 * same indicator, the oldest first. One file replaces one file, and is no addition then.
 */
function withReplacements(
  evidence: readonly EvidenceChange[],
  asked: readonly AskedPoint[],
): EvidenceChange[] {
  const added = evidence
    .filter(({ change }) => change === 'added')
    .sort((one, other) => (one.new?.id ?? 0) - (other.new?.id ?? 0))
  const used = new Set<EvidenceChange>()
  const paired = evidence.map((one) => {
    if (one.change !== 'removed' || !asked.some((point) => asksToReplace(point, one))) return one
    const other = added.find(
      (file) => !used.has(file) && file.sites_criteria_indicator_id === one.sites_criteria_indicator_id,
    )
    if (!other) return one
    used.add(other)
    return { ...one, change: 'replaced' as const, new: other.new }
  })
  return paired.filter((one) => !used.has(one))
}

/** "minutes.pdf added", "a.pdf replaced by b.pdf" */
const fileWords = ({ change, old, new: now }: EvidenceChange): string =>
  old && now && old.name !== now.name
    ? `${old.name} ${change === 'renamed' ? 'renamed' : 'replaced by'} ${now.name}`
    : `${now?.name ?? old?.name} ${change}`

const filePart = (one: EvidenceChange): Part => ({
  principle_number: one.principle_number,
  indicator: one.indicator,
  of: 'file',
  words: fileWords(one),
  change: { what: one.change, old: one.old?.name ?? null, new: one.new?.name ?? null },
})

const factPart = (principle_number: number, { indicator, figure, old, new: now }: FactChange): Part => ({
  principle_number,
  indicator,
  of: figure ? 'figure' : 'text',
  words: figure?.name ?? 'what happened',
  change: { what: 'changed', old, new: now },
})

const switchPart = (principle_number: number, { indicator, turned }: SwitchChange): Part => ({
  principle_number,
  indicator,
  of: 'switch',
  words: `Add MOV turned ${turned}`,
  change: { what: 'changed', old: null, new: turned },
})

/** Whether a change somewhere in a place with several things is what a point about all of them asks for. */
function isPartAnswer(kind: StoredKind, { of, change }: Part): boolean {
  // turned on or off, nothing is there yet; a text in other words is no other evidence
  if (of === 'switch') return kind === 'correct' || kind === 'comment'
  return !(of === 'text' && kind === 'replace') && isAnswerTo(kind, change)
}

/** "2 files added, 1 file replaced, 3.1.1 what happened, 3.1.1 Women trained, Add MOV" */
function summaryOf(parts: readonly Part[]): string {
  const countFiles = (what: FileChange) =>
    parts.filter(({ of, change }) => of === 'file' && change.what === what).length
  return [
    ...FILE_CHANGES.flatMap((what) =>
      countFiles(what) > 0 ? [`${plural(countFiles(what), 'file')} ${what}`] : [],
    ),
    ...parts
      .filter(({ of }) => of === 'text' || of === 'figure')
      .map(({ indicator, words }) => `${indicator} ${words}`),
    ...(parts.some(({ of }) => of === 'switch') ? ['Add MOV'] : []),
  ].join(', ')
}

/**
 * Compares two states of an activity; the result is the change that answers a point, or null. `asked` are all open
 * points of the activity.
 */
export function activityChangesAt(
  before: ActivitySnapshot,
  after: ActivitySnapshot,
  batch: readonly SitePrinciple[],
  asked: readonly AskedPoint[],
): (point: AskedPoint) => PointChange | null {
  const changes = activityChanges(before, after, batch)
  const evidence = withReplacements(changes.evidence, asked)
  const fileOf = new Map(evidence.map((one) => [one.old?.id, one]))
  const parts = [
    ...evidence.map(filePart),
    ...changes.principles.flatMap(({ principle_number, facts, switches }) => [
      ...facts.map((one) => factPart(principle_number, one)),
      ...switches.map((one) => switchPart(principle_number, one)),
    ]),
  ]
  const year = yearChange(before, after)
  const changed = (text: string): PointChange | null =>
    text ? { what: 'changed', old: null, new: text } : null

  return ({ kind, place }) => {
    const ifAnswer = (change: PointChange | undefined) => (change && isAnswerTo(kind, change) ? change : null)
    const yearWords = (one: number | null) => (one === null ? 'not chosen' : String(one))
    const ofYear = ifAnswer(
      year ? { what: 'changed', old: yearWords(year.old), new: yearWords(year.new) } : undefined,
    )
    const answersIn = (isHere: (part: Part) => boolean) =>
      parts.filter((part) => isHere(part) && isPartAnswer(kind, part))
    switch (place.about) {
      case 'field':
        return ofYear
      case 'figure': {
        const found = findFigure(batch, place.indicator_figure_id)
        const part = parts.find(
          ({ of, indicator, words }) =>
            of === 'figure' && indicator === found?.number && words === found.figure.name,
        )
        return ifAnswer(part?.change)
      }
      case 'file': {
        const found = fileOf.get(place.file_id)
        const change = found && filePart(found).change
        return change && isAnswerAtFile(kind, change) ? change : null
      }
      case 'indicator': {
        const number = findIndicator(batch, place.sites_criteria_indicator_id)?.number
        const here = answersIn(({ indicator }) => indicator === number)
        const [only] = here
        return here.length === 1 && only?.of === 'text'
          ? only.change
          : changed(here.map(({ words }) => words).join(', '))
      }
      case 'principle':
        return changed(summaryOf(answersIn((part) => part.principle_number === place.principle_number)))
      case 'record': {
        const numbers = new Set(answersIn(() => true).map((part) => part.principle_number))
        const principles = [...numbers].sort((a, b) => a - b).map((number) => `Principle #${number}`)
        return changed([...(ofYear ? ['Reporting year'] : []), ...principles].join(', '))
      }
      default:
        return null
    }
  }
}
