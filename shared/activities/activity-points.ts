import { plural } from '../lib/format.ts'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import type { LabelledPlace } from '../review/points.rules.ts'
import type { PointChange, PointPlace } from '../review/points.schema.ts'
import type { SiteActivity } from './activities.schema.ts'
import { activityChanges, isChanged, yearChange } from './activity-changes.ts'
import type { PrincipleChanges } from './activity-changes.schema.ts'
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
  const labelled = (label: string, principle_number: number | null, indicator_id: number | null = null) => ({
    place,
    label,
    principle_number,
    indicator_id,
  })
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
        ? labelled(
            `${found.number} ${found.indicator.title}`,
            found.principle.principle_number,
            found.indicator.id,
          )
        : null
    }
    case 'figure': {
      const found = findFigure(batch, place.indicator_figure_id)
      return found
        ? labelled(
            `${found.number} ${found.figure.name}`,
            found.principle.principle_number,
            found.indicator.id,
          )
        : null
    }
    case 'file': {
      for (const { sites_criteria_indicator_id, upload } of activity.verification) {
        const file = upload.find(({ upload_id }) => upload_id === place.file_id)
        const found = file ? findIndicator(batch, sites_criteria_indicator_id) : null
        if (file && found)
          return labelled(
            `${found.number} ${file.upload_file_name}`,
            found.principle.principle_number,
            found.indicator.id,
          )
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

/** "2 files added, 1 file replaced, what happened, Women trained" */
function summaryOf({ added, removed, replaced, renamed, facts, switches }: PrincipleChanges): string {
  const files = Object.entries({ added, removed, replaced, renamed }).flatMap(([done, count]) =>
    count > 0 ? [`${plural(count, 'file')} ${done}`] : [],
  )
  const texts = facts.map(({ figure, indicator }) => `${indicator} ${figure?.name ?? 'what happened'}`)
  return [...files, ...texts, ...(switches.length > 0 ? ['Add MOV'] : [])].join(', ')
}

/** Compares two states of an activity; the result says what was changed at a place, or null. */
export function activityChangesAt(
  before: ActivitySnapshot,
  after: ActivitySnapshot,
  batch: readonly SitePrinciple[],
): (place: PointPlace) => PointChange | null {
  const { principles, evidence } = activityChanges(before, after, batch)
  const facts = principles.flatMap((one) => one.facts)
  const fileOf = new Map(evidence.map((one) => [one.old?.id, one]))
  const year = yearChange(before, after)
  const changed = (text: string): PointChange | null =>
    text ? { what: 'changed', old: null, new: text } : null

  return (place) => {
    switch (place.about) {
      case 'field': {
        const words = (one: number | null) => (one === null ? 'not chosen' : String(one))
        return year ? { what: 'changed', old: words(year.old), new: words(year.new) } : null
      }
      case 'figure': {
        const found = findFigure(batch, place.indicator_figure_id)
        const fact = facts.find(
          (one) =>
            one.sites_criteria_indicator_id === found?.indicator.id && one.figure?.name === found.figure.name,
        )
        return fact ? { what: 'changed', old: fact.old, new: fact.new } : null
      }
      case 'file': {
        const found = fileOf.get(place.file_id)
        return found
          ? { what: found.change, old: found.old?.name ?? null, new: found.new?.name ?? null }
          : null
      }
      case 'indicator': {
        const isHere = (one: { sites_criteria_indicator_id: number }) =>
          one.sites_criteria_indicator_id === place.sites_criteria_indicator_id
        const [files, texts] = [evidence.filter(isHere), facts.filter(isHere)]
        const turned = principles
          .flatMap(({ switches }) => switches)
          .filter(
            ({ indicator }) => indicator === findIndicator(batch, place.sites_criteria_indicator_id)?.number,
          )
        const [only] = texts
        if (files.length + turned.length === 0 && texts.length === 1 && only && !only.figure)
          return { what: 'changed', old: only.old, new: only.new }
        return changed(
          [
            ...files.map(({ change, old, new: now }) => `${now?.name ?? old?.name} ${change}`),
            ...texts.map(({ figure }) => figure?.name ?? 'what happened'),
            ...turned.map((one) => `Add MOV turned ${one.turned}`),
          ].join(', '),
        )
      }
      case 'principle': {
        const found = principles.find((one) => one.principle_number === place.principle_number)
        return found && isChanged(found) ? changed(summaryOf(found) || 'its grade') : null
      }
      case 'record': {
        const numbers = principles.filter(isChanged).map((one) => `Principle #${one.principle_number}`)
        return changed([...(year ? ['Reporting year'] : []), ...numbers].join(', '))
      }
      default:
        return null
    }
  }
}
