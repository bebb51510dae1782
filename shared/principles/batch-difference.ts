import { isSameNote } from './helper-blocks.ts'
import type { FigureInput } from './principles.fields.ts'

type Item = { id?: number | undefined; order: number; title: string }
type IndicatorLike = Item & { helper?: string | undefined; figures?: readonly FigureInput[] | undefined }
type CriteriaLike = Item & { criteria_indicator: readonly IndicatorLike[] }

/** A principle of some batch, or as a form would save it; without `checks` its checklist is not compared. */
export type PrincipleLike = {
  principle_number: number
  criteria: readonly CriteriaLike[]
  checks?: readonly { text: string }[] | undefined
}

/** One side of a difference; a criteria and a line of the checklist have neither notes nor figures. */
type Wording = { number: string; title: string; helper: string; figures: readonly FigureInput[] }

/** "Trainings (number, whole, adds up)": the figures of an indicator, in order; "none" if there are none. */
export const figureWords = (figures: readonly FigureInput[]): string =>
  figures
    .map(
      ({ name, unit, is_whole, adds_up, part_of }) =>
        `${name} (${unit}, ${is_whole ? 'whole number' : 'decimals'}, ${adds_up ? 'adds up' : 'does not add up'}${part_of ? `, part of ${part_of}` : ''})`,
    )
    .join('; ') || 'none'

export type Difference = {
  level: 'criteria' | 'indicator' | 'check'
  kind: 'added' | 'removed' | 'changed'
  before: Wording | null
  after: Wording | null
  title_changed: boolean
  /** its number changed */
  moved: boolean
  notes_changed: boolean
  figures_changed: boolean
}

type Pair<One> = { before: One | null; after: One | null }

const IDENTITY_CHECKS: readonly ((before: Item, after: Item) => boolean)[] = [
  // a form sends the id of the line it continues; two stored batches never share ids
  (before, after) => after.id !== undefined && before.id === after.id,
  (before, after) => before.order === after.order && before.title === after.title,
  (before, after) => before.title === after.title,
  (before, after) => before.order === after.order,
]

/** Pairs old and new lines: by id, else number and title, else title, else number. The rest was removed or added. */
function pairsOf<One extends Item>(before: readonly One[], after: readonly One[]): Pair<One>[] {
  const partner = new Map<One, One>()
  const taken = new Set<One>()
  for (const isSame of IDENTITY_CHECKS)
    for (const one of after) {
      if (partner.has(one)) continue
      const found = before.find((other) => !taken.has(other) && isSame(other, one))
      if (!found) continue
      partner.set(one, found)
      taken.add(found)
    }
  const here = after.map((one) => ({ before: partner.get(one) ?? null, after: one }))
  const removed = before.filter((one) => !taken.has(one)).map((one) => ({ before: one, after: null }))
  const placeOf = (pair: Pair<One>) => pair.after?.order ?? pair.before?.order ?? 0
  return [...here, ...removed].sort((a, b) => placeOf(a) - placeOf(b))
}

type Stored = Item & { id: number }
type StoredPrinciple<Indicator> = {
  criteria: readonly (Stored & { criteria_indicator: readonly Indicator[] })[]
}

/** The indicators of an older set, each with the one that replaced it in a newer set. */
export const pairedIndicators = <Indicator extends Stored>(
  before: StoredPrinciple<Indicator>,
  after: StoredPrinciple<Indicator>,
): { before: Indicator; after: Indicator }[] =>
  pairsOf(before.criteria, after.criteria)
    .flatMap((pair) => pairsOf(pair.before?.criteria_indicator ?? [], pair.after?.criteria_indicator ?? []))
    .flatMap((one) => (one.before && one.after ? [{ before: one.before, after: one.after }] : []))

type StoredFigure = Pick<FigureInput, 'name' | 'unit'> & { id: number }

/** Pairs the ids of figures, older first, by name and unit, whatever their order. */
export const pairedFigures = (
  before: readonly StoredFigure[],
  after: readonly StoredFigure[],
): [number, number][] =>
  after.flatMap((one) => {
    const older = before.find(
      ({ name, unit }) =>
        name.toLowerCase() === one.name.toLowerCase() && unit.toLowerCase() === one.unit.toLowerCase(),
    )
    return older ? [[older.id, one.id]] : []
  })

/** The difference of one pair as a list, which is empty if there is none. */
function differenceOf(
  level: Difference['level'],
  { before, after }: Pair<IndicatorLike>,
  numbers: { before: string; after: string },
): Difference[] {
  const both = before !== null && after !== null
  const title_changed = both && before.title !== after.title
  const moved = both && before.order !== after.order
  const notes_changed = both && !isSameNote(before.helper, after.helper)
  // a form that omits the figures keeps them
  const figures_changed =
    both && after.figures !== undefined && figureWords(before.figures ?? []) !== figureWords(after.figures)
  if (both && !title_changed && !moved && !notes_changed && !figures_changed) return []
  const wording = (item: IndicatorLike | null, number: string) =>
    item && { number, title: item.title, helper: item.helper ?? '[]', figures: item.figures ?? [] }
  return [
    {
      level,
      kind: both ? 'changed' : after ? 'added' : 'removed',
      before: wording(before, numbers.before),
      after: wording(after, numbers.after),
      title_changed,
      moved,
      notes_changed,
      figures_changed,
    },
  ]
}

const checkName = (place: number | undefined): string => `Checklist, line ${place}`

/**
 * The differences between two checklists. A line moved only if it changed places with another one: those below a line
 * that was added or removed did not.
 */
function checkDifference(before: PrincipleLike['checks'], after: PrincipleLike['checks']): Difference[] {
  if (!before || !after) return []
  const asItems = (lines: readonly { text: string }[]) =>
    lines.map(({ text }, index) => ({ order: index + 1, title: text }))
  const pairs = pairsOf(asItems(before), asItems(after))
  const places = pairs.flatMap((pair) => (pair.before && pair.after ? [pair.before.order] : []))
  const inOrder = [...places].sort((a, b) => a - b)
  return pairs.flatMap((pair) => {
    const place = pair.before && pair.after ? places.indexOf(pair.before.order) : -1
    const isMoved = place >= 0 && places[place] !== inOrder[place]
    const numbers = { before: checkName(pair.before?.order), after: checkName(pair.after?.order) }
    const compared = pair.before && !isMoved ? { ...pair.before, order: pair.after?.order ?? 0 } : pair.before
    return differenceOf('check', { before: compared, after: pair.after }, numbers)
  })
}

/**
 * The differences between two states of one principle, criteria by criteria in the order of the newer one: added,
 * removed, retitled, moved, notes rewritten; then those of the checklist. When a criteria moves, its indicators do not
 * count as moved.
 */
export function batchDifference(before: PrincipleLike, after: PrincipleLike): Difference[] {
  const { principle_number } = after
  const criteria = pairsOf(before.criteria, after.criteria).flatMap((pair) => {
    const was = `${principle_number}.${pair.before?.order}`
    const is = `${principle_number}.${pair.after?.order}`
    const indicators = pairsOf(pair.before?.criteria_indicator ?? [], pair.after?.criteria_indicator ?? [])
    return [
      ...differenceOf('criteria', pair, { before: was, after: is }),
      ...indicators.flatMap((one) =>
        differenceOf('indicator', one, {
          before: `${was}.${one.before?.order}`,
          after: `${is}.${one.after?.order}`,
        }),
      ),
    ]
  })
  return [...criteria, ...checkDifference(before.checks, after.checks)]
}
