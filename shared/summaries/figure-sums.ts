import type { FigureFacts, RegionFacts } from './summary-facts.ts'
import type { RegionValue } from './annex.ts'
import { sumOf } from './sums.ts'

/** A figure in one year, summed over the regions whose records have it. */
export type FigureSum = {
  key: string
  principle_number: number
  indicator: string
  name: string
  unit: string
  reporting_year: number
  sites: RegionValue[]
  totals: RegionValue[]
}

type RegionFigure = { region: RegionFacts; facts: FigureFacts }

/** A figure is the same in every set of criteria that uses its name and unit under the same indicator. */
const identityOf = ({ indicator, name, unit }: FigureFacts): string => JSON.stringify([indicator, name, unit])

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const inOrder = (a: FigureFacts, b: FigureFacts): number =>
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

/** The figures of all regions, ordered by principle and indicator, then by year. */
export function figureSums(regions: readonly RegionFacts[]): FigureSum[] {
  const taken = new Set<string>()
  const regionFigures = regions.flatMap((region) =>
    region.figures.map((facts): RegionFigure => ({ region, facts })),
  )
  const figures = grouped(
    regionFigures.toSorted((a, b) => inOrder(a.facts, b.facts)),
    ({ facts }) => identityOf(facts),
  )
  return figures.flatMap((alike) => {
    const { indicator, name, unit } = alike[0].facts
    const key = uniqueKey(`figure_${indicator}.${slugOf(name)}.${slugOf(unit)}`, taken)
    const inYears = alike.toSorted((a, b) => a.facts.reporting_year - b.facts.reporting_year)
    return grouped(inYears, ({ facts }) => facts.reporting_year).map((mine) => sumOfYear(key, mine, regions))
  })
}

/** One figure in one year; a region whose records lack it is left out. */
function sumOfYear(
  key: string,
  figures: readonly [RegionFigure, ...RegionFigure[]],
  regions: readonly RegionFacts[],
): FigureSum {
  const { principle_number, indicator, name, unit, reporting_year } = figures[0].facts
  const perRegion = (valueOf: (facts: FigureFacts) => string): RegionValue[] =>
    regions.flatMap((region) => {
      const values = figures.filter((one) => one.region === region).map(({ facts }) => valueOf(facts))
      const { region_id, region: named } = region
      return values.length === 0 ? [] : [{ region_id, region: named, value: sumOf(values) }]
    })
  return {
    key: `${key}.${reporting_year}`,
    ...{ principle_number, indicator, name, unit, reporting_year },
    sites: perRegion(({ sites }) => String(sites)),
    totals: perRegion(({ total }) => total),
  }
}
