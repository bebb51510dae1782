import { type Grade, GRADES } from '../../../shared/activities/grades.ts'
import { indicatorsOn } from '../../../shared/activities/switches.ts'
import { PRINCIPLE_NUMBERS } from '../../../shared/principles/principle-titles.ts'
import type {
  FigureFacts,
  PrincipleFacts,
  RegionFacts,
  SpreadFacts,
} from '../../../shared/summaries/summary-facts.ts'
import type { SummaryScope } from '../../../server/summaries/scope-records.queries.ts'
import {
  areaOf,
  type Criteria,
  type Entered,
  type EnteredSite,
  indicatorsOf,
} from '../records/summary-draws.ts'

/* The facts of a summary by plain arithmetic over objects, using of the product only which indicators are on. */

/** The exact sum, with as many decimals as the longest value. */
function sumOf(values: readonly string[]): string {
  const decimals = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0))
  const whole = values.reduce((sum, value) => {
    const [front = '', back = ''] = value.split('.')
    return sum + BigInt(front + back.padEnd(decimals, '0'))
  }, 0n)
  const text = String(whole).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

const isOn = ({ state }: { state: string }) => state === 'Approved'

/** The activity that counts for a year: the one approved last; of the same moment, the one entered last. */
const recordOf = ({ activities }: EnteredSite, year: number): Entered | undefined =>
  activities
    .filter((one) => isOn(one) && one.reporting_year === year)
    .toSorted((a, b) => a.hour - b.hour || a.id - b.id)
    .at(-1)

/** Computes the facts of the sites of a region one by one. */
export function factsByHand(
  region: { region_id: number; region: string },
  sites: readonly EnteredSite[],
  scope: SummaryScope,
  criteria: Criteria,
): RegionFacts {
  const years = scope.reporting_years.toSorted((a, b) => a - b)
  const here = sites.filter((one) => one.region_id === region.region_id && isOn(one))
  const told = here
    .map((one) => ({ site: one, records: years.flatMap((year) => recordOf(one, year) ?? []) }))
    .filter(({ records }) => records.length > 0)
  const latest = told.flatMap(({ records }) => records.at(-1) ?? [])
  const all = told.flatMap(({ records }) => records)
  return {
    ...region,
    registered: here.length,
    sites: told.length,
    hectares: sumOf(told.map(({ site: one }) => areaOf(one))),
    batches: [...new Set(all.map(({ batch }) => batch))].toSorted((a, b) => a - b),
    principles: PRINCIPLE_NUMBERS.map((number) => principleByHand(number, latest, criteria)),
    figures: figuresByHand(all, criteria),
    spreads: spreadsByHand(all, criteria),
    activities: activitiesByHand(told.map(({ site }) => site)),
  }
}

function principleByHand(
  principle_number: number,
  latest: readonly Entered[],
  criteria: Criteria,
): PrincipleFacts {
  const grades = Object.fromEntries(
    GRADES.map((grade) => [grade, latest.filter((one) => one.grades[principle_number - 1] === grade).length]),
  ) as Record<Grade, number>
  const applying = latest.flatMap((one) => {
    const principle = criteria.batches
      .get(one.batch)
      ?.find((each) => each.principle_number === principle_number)
    return (principle ? indicatorsOn(principle, one) : []).map((id) => one.evidenced.has(id))
  })
  return {
    principle_number,
    grades,
    indicators: applying.length,
    without_evidence: applying.filter((has) => !has).length,
  }
}

type FigureDefinition = Omit<FigureFacts, 'sites' | 'total'> & { id: number; adds_up: boolean }

/** Every figure of every batch with its place in that batch. */
const everyFigure = ({ batches, places }: Criteria): FigureDefinition[] =>
  [...batches.values()].flatMap((principles) =>
    indicatorsOf(principles).flatMap(({ principle, criteria: { order }, indicator }) =>
      indicator.figures.map(({ id, name, unit, adds_up }) => ({
        id,
        name,
        unit,
        adds_up,
        principle_number: principle.principle_number,
        reporting_year: 0,
        indicator: `${principle.principle_number}.${order}.${indicator.order}`,
        place: [order, indicator.order, places.get(id) ?? 0] as [number, number, number],
      })),
    ),
  )

const ACTIVITY_KEYS = {
  'Conservation of forest-carbon stocks': 'conservation',
  'Reducing emissions from deforestation': 'deforestation',
  'Reducing emissions from forest degradation': 'degradation',
  'Enhancement of forest-carbon stocks': 'enhancement',
  'Sustainable management of forests': 'sustainable_management',
} as const

/** The claimed activities, in the order of their keys. */
const activitiesByHand = (sites: readonly EnteredSite[]): RegionFacts['activities'] =>
  Object.entries(ACTIVITY_KEYS).flatMap(([name, activity]) => {
    const claiming = sites.filter(({ claimed }) => claimed.name === name)
    return claiming.length === 0
      ? []
      : [{ activity, sites: claiming.length, hectares: sumOf(claiming.map(areaOf)) }]
  })

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

type Reported = FigureDefinition & { values: string[] }

/** The values of each figure, year by year, of the figures that add up or of those that do not. */
function valuesByHand(records: readonly Entered[], criteria: Criteria, adds_up: boolean): Reported[] {
  const figures = everyFigure(criteria)
  const found = new Map<string, Reported>()
  for (const { reporting_year, figures: told } of records)
    for (const [id, value] of told) {
      const figure = figures.find((one) => one.id === id)
      if (figure?.adds_up !== adds_up) continue
      const { indicator, name, unit } = figure
      const key = JSON.stringify([indicator, name, unit, reporting_year])
      const same = figures.filter(
        (one) => one.indicator === indicator && one.name === name && one.unit === unit,
      )
      const first = Math.min(...same.map(({ place }) => place[2]))
      const [criterion, at] = figure.place
      const one: Reported = found.get(key) ?? {
        ...figure,
        reporting_year: reporting_year ?? 0,
        place: [criterion, at, first],
        values: [],
      }
      one.values.push(value)
      found.set(key, one)
    }
  return [...found.values()].toSorted(
    (a, b) =>
      compare(a.principle_number, b.principle_number) ||
      a.place.map((one, index) => compare(one, b.place[index] ?? 0)).find((one) => one !== 0) ||
      compare(a.name, b.name) ||
      compare(a.unit, b.unit) ||
      compare(a.reporting_year, b.reporting_year),
  )
}

const figuresByHand = (records: readonly Entered[], criteria: Criteria): FigureFacts[] =>
  valuesByHand(records, criteria, true).map(({ id: _id, adds_up: _adds_up, values, ...figure }) => ({
    ...figure,
    sites: values.length,
    total: sumOf(values),
  }))

/** A value without zeros at its end. */
const trimmed = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

const spreadsByHand = (records: readonly Entered[], criteria: Criteria): SpreadFacts[] =>
  valuesByHand(records, criteria, false).map(({ id: _id, adds_up: _adds_up, values, ...figure }) => {
    const all = values.map(trimmed)
    const each = [...new Set(all)].toSorted((a, b) => Number(a) - Number(b))
    return {
      ...figure,
      values: each.map((value) => ({
        value,
        sites: all.filter((one) => one === value).length,
      })) as SpreadFacts['values'],
    }
  })
