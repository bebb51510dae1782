import { GRADES, type Grade, gradeOptionLabel } from '../activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { type Annex, annexBuilder, type Measure, type RegionValue } from './annex.ts'
import { type FigureSum, figureSums, slugOf } from './figure-sums.ts'
import type { PrincipleFacts, RegionFacts } from './summary-facts.ts'

/** All numbers computed from the facts, and what the respected parts are written from. */
export type Measured = {
  annex: Annex
  regions: readonly Pick<RegionFacts, 'region_id' | 'region'>[]
  figures: readonly FigureSum[]
}

/** The keys of the numbers that exist for any facts. */
export const KEYS = {
  registered: 'registered',
  sites: 'sites',
  without_record: 'without_record',
  hectares: 'hectares',
  /** texts refer to it as `{{p4.compliant}}`, so it must not change */
  grade: (principle: number, grade: Grade) => `p${principle}.${slugOf(gradeOptionLabel(grade))}`,
  /** graded neither Very Compliant nor Not Applicable */
  weak: (principle: number) => `p${principle}.weak`,
  indicators: (principle: number) => `p${principle}.indicators`,
  without_evidence: (principle: number) => `p${principle}.without_evidence`,
} as const

/** The keys of a figure's columns: the number of sites that reported it, and their sum. */
export const figureKeys = ({ key }: FigureSum) => ({ sites: `${key}.sites`, total: `${key}.total` })

const NO_PRINCIPLE = { principle_number: null, indicator: null, reporting_year: null }

const NO_RECORD: Omit<PrincipleFacts, 'principle_number'> = {
  grades: Object.fromEntries(GRADES.map((grade) => [grade, 0])) as Record<Grade, number>,
  indicators: 0,
  without_evidence: 0,
}

/** Builds the annex: the number of sites, then the numbers of each principle. */
export function measured(facts: readonly RegionFacts[]): Measured {
  const builder = annexBuilder()
  const add = (measure: Measure, valueOf: (region: RegionFacts) => string | number): void =>
    builder.add(
      measure,
      facts.map((one): RegionValue => ({ ...place(one), value: String(valueOf(one)) })),
    )

  const whole = (key: string, measure: string, unit = 'sites') => ({ key, measure, unit, ...NO_PRINCIPLE })
  add(whole(KEYS.registered, 'Approved sites on the public list'), ({ registered }) => registered)
  add(whole(KEYS.sites, 'Sites with a record of the chosen years'), ({ sites }) => sites)
  add(
    whole(KEYS.without_record, 'Approved sites without a record of the chosen years'),
    ({ registered, sites }) => registered - sites,
  )
  add(whole(KEYS.hectares, 'Area of the sites with a record', 'hectares'), ({ hectares }) => hectares)

  const figures = figureSums(facts)
  for (const principle of PRINCIPLE_NUMBERS) {
    addPrinciple(principle, add)
    for (const figure of figures.filter(({ principle_number }) => principle_number === principle))
      addFigure(figure, (measure, values) => builder.add(measure, values))
  }
  return { annex: builder.annex(), regions: facts.map(place), figures }
}

const place = ({ region_id, region }: RegionFacts) => ({ region_id, region })

function addPrinciple(
  principle: number,
  add: (measure: Measure, valueOf: (region: RegionFacts) => number) => void,
): void {
  const factsOf = ({ principles }: RegionFacts) =>
    principles.find(({ principle_number }) => principle_number === principle) ?? NO_RECORD
  const about = (key: string, measure: string, unit: string) => ({
    ...{ key, measure, unit },
    ...{ ...NO_PRINCIPLE, principle_number: principle },
  })
  for (const grade of GRADES)
    add(
      about(KEYS.grade(principle, grade), `Sites graded ${grade}`, 'sites'),
      (region) => factsOf(region).grades[grade],
    )
  add(about(KEYS.weak(principle), 'Sites graded Somewhat Compliant or Not Compliant', 'sites'), (region) => {
    const { grades } = factsOf(region)
    return grades['Somewhat Compliant'] + grades['Not Compliant']
  })
  add(
    about(KEYS.indicators(principle), 'Outcome indicators that apply, over all sites', 'indicators'),
    (region) => factsOf(region).indicators,
  )
  add(
    about(
      KEYS.without_evidence(principle),
      'Outcome indicators that apply and have no evidence',
      'indicators',
    ),
    (region) => factsOf(region).without_evidence,
  )
}

function addFigure(figure: FigureSum, add: (measure: Measure, values: readonly RegionValue[]) => void): void {
  const { principle_number, indicator, name, unit, reporting_year, sites, totals } = figure
  const about = { principle_number, indicator, reporting_year }
  const keys = figureKeys(figure)
  add({ key: keys.sites, measure: `Sites that report: ${name}`, unit: 'sites', ...about }, sites)
  add({ key: keys.total, measure: name, unit, ...about }, totals)
}
