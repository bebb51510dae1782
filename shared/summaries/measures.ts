import { GRADES, type Grade, gradeOptionLabel } from '../activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import { type Annex, annexBuilder, type Measure, type RegionValue } from './annex.ts'
import { type FigureSpread, type FigureSum, figureSpreads, figureSums, slugOf } from './figure-sums.ts'
import { REDD_ACTIVITIES, type ReddActivity } from './redd-activities.ts'
import type { PrincipleFacts, RegionFacts } from './summary-facts.ts'
import { sumOf } from './sums.ts'

/** All numbers computed from the facts, and what the sentences and tables are written from. */
export type Measured = {
  annex: Annex
  regions: readonly Pick<RegionFacts, 'region_id' | 'region' | 'sites'>[]
  figures: readonly FigureSum[]
  spreads: readonly FigureSpread[]
}

/** The keys of the numbers that exist for any facts. */
export const KEYS = {
  registered: 'registered',
  sites: 'sites',
  without_record: 'without_record',
  hectares: 'hectares',
  activity: (activity: ReddActivity['key']) => ({
    sites: `activity_${activity}.sites`,
    hectares: `activity_${activity}.hectares`,
  }),
  /** texts refer to it as `{{p4.compliant}}`, so it must not change */
  grade: (principle: number, grade: Grade) => `p${principle}.${slugOf(gradeOptionLabel(grade))}`,
  /** graded neither Very Compliant nor Not Applicable */
  weak: (principle: number) => `p${principle}.weak`,
  indicators: (principle: number) => `p${principle}.indicators`,
  without_evidence: (principle: number) => `p${principle}.without_evidence`,
} as const

/** The columns of a figure, which end the keys of its numbers: of one that adds up, and of one that does not. */
export const FIGURE_COLUMNS = ['sites', 'total'] as const
export const SPREAD_COLUMNS = ['sites', 'median', 'lowest', 'highest'] as const

const NO_PRINCIPLE = { principle_number: null, indicator: null, reporting_year: null }

const NO_RECORD: Omit<PrincipleFacts, 'principle_number'> = {
  grades: Object.fromEntries(GRADES.map((grade) => [grade, 0])) as Record<Grade, number>,
  indicators: 0,
  without_evidence: 0,
}

type Add = (measure: Measure, valueOf: (region: RegionFacts) => string | number) => void

/** Builds the annex: the sites, their activities, then the numbers of each principle. */
export function measured(facts: readonly RegionFacts[]): Measured {
  const builder = annexBuilder()
  const add: Add = (measure, valueOf) =>
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
  // not by region: a page of nineteen rows for each of ten numbers would hide what is asked for
  for (const { key, name } of REDD_ACTIVITIES) {
    const claims = facts.flatMap(({ activities }) => activities.filter(({ activity }) => activity === key))
    const keys = KEYS.activity(key)
    const sites = claims.map((one) => String(one.sites))
    builder.addWhole(whole(keys.sites, `Sites that claim: ${name}`), sumOf(sites))
    builder.addWhole(whole(keys.hectares, name, 'hectares'), sumOf(claims.map(({ hectares }) => hectares)))
  }

  const [figures, spreads] = [figureSums(facts), figureSpreads(facts)]
  for (const principle of PRINCIPLE_NUMBERS) {
    const isOf = (one: FigureSum | FigureSpread) => one.principle_number === principle
    addPrinciple(principle, add)
    for (const figure of figures.filter(isOf)) addFigure(figure, builder)
    for (const spread of spreads.filter(isOf)) addSpread(spread, builder)
  }
  return {
    annex: builder.annex(),
    regions: facts.map((one) => ({ ...place(one), sites: one.sites })),
    figures,
    spreads,
  }
}

const place = ({ region_id, region }: RegionFacts) => ({ region_id, region })

function addPrinciple(principle: number, add: Add): void {
  const factsOf = ({ principles }: RegionFacts) =>
    principles.find(({ principle_number }) => principle_number === principle) ?? NO_RECORD
  const about = (key: string, measure: string, unit: string) => ({
    key,
    measure,
    unit,
    ...NO_PRINCIPLE,
    principle_number: principle,
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

type Builder = Pick<ReturnType<typeof annexBuilder>, 'add'>

/** What the columns of a figure have in common, and the number of the sites that report it. */
function reported({ key, principle_number, indicator, reporting_year, name }: FigureSum | FigureSpread) {
  const about = { principle_number, indicator, reporting_year }
  return {
    about,
    sites: { key: `${key}.sites`, measure: `Sites that report: ${name}`, unit: 'sites', ...about },
  }
}

function addFigure(figure: FigureSum, { add }: Builder): void {
  const { key, name, unit } = figure
  const { about, sites } = reported(figure)
  add(sites, figure.sites)
  add({ key: `${key}.total`, measure: name, unit, ...about }, figure.totals)
}

const STATISTICS = [
  ['median', 'Median'],
  ['lowest', 'Lowest'],
  ['highest', 'Highest'],
] as const

function addSpread(spread: FigureSpread, { add }: Builder): void {
  const { key, name, unit } = spread
  const { about, sites } = reported(spread)
  add(sites, spread.sites)
  for (const [statistic, words] of STATISTICS) {
    const { regions, whole } = spread[statistic]
    add(
      { key: `${key}.${statistic}`, measure: `${words} of the sites: ${name}`, unit, ...about },
      regions,
      whole,
    )
  }
}
