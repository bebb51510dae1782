import type { RegionValue } from './annex.ts'
import type { FigureFacts, PlacedFigure, RegionFacts, SpreadFacts } from './summary-facts.ts'
import { type ValueCount, spreadOf, sumOf } from './sums.ts'

type Identity = Pick<PlacedFigure, 'principle_number' | 'indicator' | 'name' | 'unit' | 'reporting_year'> & {
  key: string
}

/** A figure in one year, summed over the regions whose records have it. */
export type FigureSum = Identity & { sites: RegionValue[]; totals: RegionValue[] }

/** A figure in one year that does not add up: the middle and the ends of what the sites report, over all and by region. */
export type FigureSpread = Identity & { sites: RegionValue[] } & Record<Statistic, Whole>
type Statistic = 'median' | 'lowest' | 'highest'
type Whole = { whole: string; regions: RegionValue[] }

type RegionFigure<Facts> = { region: RegionFacts; facts: Facts }

/** A figure is the same in every set of criteria that uses its name and unit under the same indicator. */
const identityOf = ({ indicator, name, unit }: PlacedFigure): string =>
  JSON.stringify([indicator, name, unit])

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const inOrder = (a: PlacedFigure, b: PlacedFigure): number =>
  a.principle_number - b.principle_number ||
  a.place[0] - b.place[0] ||
  a.place[1] - b.place[1] ||
  a.place[2] - b.place[2] ||
  byText(identityOf(a), identityOf(b))

/** Groups by key, in the order of first occurrence. */
function grouped<One>(all: readonly One[], keyOf: (one: One) => string | number): [One, ...One[]][] {
  const groups = new Map<string | number, [One, ...One[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()]
}

/** "People trained" as part of a key: "people_trained". */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_(?=.)|(?<=.)_$/g, '')

/** Names that differ only in punctuation would share a key: later ones get a number after ~, which no slug contains. */
function uniqueKey(key: string, taken: Set<string>): string {
  let free = key
  for (let count = 2; taken.has(free); count += 1) free = `${key}~${count}`
  taken.add(free)
  return free
}

/** One figure in one year, with what each region reports; regions whose records lack it are left out. */
type FigureOfYear<Facts> = Identity & { parts: [RegionFigure<Facts>, ...RegionFigure<Facts>[]] }

/** Groups the figures of all regions, ordered by principle and indicator, then by year. */
function figuresOfYears<Facts extends PlacedFigure>(
  prefix: string,
  regions: readonly RegionFacts[],
  factsOf: (region: RegionFacts) => readonly Facts[],
): FigureOfYear<Facts>[] {
  const taken = new Set<string>()
  const all = regions.flatMap((region) =>
    factsOf(region).map((facts): RegionFigure<Facts> => ({ region, facts })),
  )
  const figures = grouped(
    all.toSorted((a, b) => inOrder(a.facts, b.facts)),
    ({ facts }) => identityOf(facts),
  )
  return figures.flatMap((alike) => {
    const { principle_number, indicator, name, unit } = alike[0].facts
    const stem = uniqueKey(`${prefix}_${indicator}.${slugOf(name)}.${slugOf(unit)}`, taken)
    const inYears = alike.toSorted((a, b) => a.facts.reporting_year - b.facts.reporting_year)
    return grouped(inYears, ({ facts }) => facts.reporting_year).map((parts) => {
      const { reporting_year } = parts[0].facts
      const key = `${stem}.${reporting_year}`
      return { key, principle_number, indicator, name, unit, reporting_year, parts }
    })
  })
}

/** Joins the parts of a figure by region, in the order of the regions; several sets of criteria may have it. */
function byRegion<Facts>(
  parts: readonly RegionFigure<Facts>[],
  regions: readonly RegionFacts[],
  valueOf: (facts: readonly [Facts, ...Facts[]]) => string,
): RegionValue[] {
  return regions.flatMap((region) => {
    const [first, ...more] = parts.filter((one) => one.region === region).map(({ facts }) => facts)
    const { region_id, region: named } = region
    return first === undefined ? [] : [{ region_id, region: named, value: valueOf([first, ...more]) }]
  })
}

/** The figures that add up, summed by region. */
export const figureSums = (regions: readonly RegionFacts[]): FigureSum[] =>
  figuresOfYears('figure', regions, ({ figures }) => figures).map(({ parts, ...figure }) => ({
    ...figure,
    sites: byRegion<FigureFacts>(parts, regions, (facts) => sumOf(facts.map(({ sites }) => String(sites)))),
    totals: byRegion<FigureFacts>(parts, regions, (facts) => sumOf(facts.map(({ total }) => total))),
  }))

type Counts = [ValueCount, ...ValueCount[]]
const countsOf = (facts: readonly SpreadFacts[]): Counts => facts.flatMap(({ values }) => values) as Counts
const sitesOf = (facts: readonly SpreadFacts[]): string =>
  sumOf(countsOf(facts).map(({ sites }) => String(sites)))

/** The figures that do not add up: hours for each person, shares of a whole. */
export const figureSpreads = (regions: readonly RegionFacts[]): FigureSpread[] =>
  figuresOfYears('spread', regions, ({ spreads }) => spreads).map(({ parts, ...figure }) => {
    const whole = spreadOf(countsOf(parts.map(({ facts }) => facts)))
    const statistic = (name: Statistic): Whole => ({
      whole: whole[name],
      regions: byRegion<SpreadFacts>(parts, regions, (facts) => spreadOf(countsOf(facts))[name]),
    })
    return {
      ...figure,
      sites: byRegion<SpreadFacts>(parts, regions, sitesOf),
      median: statistic('median'),
      lowest: statistic('lowest'),
      highest: statistic('highest'),
    }
  })
