import { type Grade, GRADES } from '../activities/grades.ts'
import { formatList } from '../lib/format.ts'
import {
  PRINCIPLE_NUMBERS,
  PRINCIPLE_SHORT_TITLES,
  type PrincipleNumber,
} from '../principles/principle-titles.ts'
import { type Annex, inRegion } from './annex.ts'
import type { PrincipleRole } from './crosswalk.rules.ts'
import { allRegionsWords } from './document-words.ts'
import type { FigureSpread, FigureSum } from './figure-sums.ts'
import { FIGURE_COLUMNS, KEYS, type Measured, SPREAD_COLUMNS } from './measures.ts'
import { type Safeguard, safeguardName } from './safeguards.ts'
import { joined, joinSentences, name, sentenceOf } from './sentences.ts'
import type {
  DocumentTable,
  Fragment,
  Paragraph,
  PrinciplePart,
  SafeguardPart,
  UnnumberedTable,
} from './summary-document.ts'

export const shortTitle = (principle: number): string => PRINCIPLE_SHORT_TITLES[principle as PrincipleNumber]

const titleOf = (principle: number): string => `Principle ${principle} (${shortTitle(principle)})`

const isGraded = ({ annex }: Measured, principle: number): boolean =>
  GRADES.some((grade) => annex.valueOf(KEYS.grade(principle, grade)) !== '0')

const ofPrinciple = <One extends { principle_number: number }>(all: readonly One[], principle: number) =>
  all.filter(({ principle_number }) => principle_number === principle)

/** What the records report, principle by principle; `firstTable` is the number of the first table. */
export function principleParts(
  measured: Measured,
  regions: readonly string[],
  firstTable: number,
): PrinciplePart[] {
  let next = firstTable
  return PRINCIPLE_NUMBERS.map((principle_number) => {
    const tables = principleTables(measured, principle_number, regions).map(
      (table): DocumentTable => ({ number: next++, ...table }),
    )
    return {
      principle_number,
      short_title: shortTitle(principle_number),
      paragraphs: tables.length === 0 ? [sentenceOf`No record of the chosen years reports on it.`] : [],
      tables,
    }
  })
}

/** Grades and evidence by region with a last row for all; then the figures by year. */
function principleTables(
  measured: Measured,
  principle: number,
  regions: readonly string[],
): UnnumberedTable[] {
  const refOf = (key: string): string | null => measured.annex.refOf(key) ?? null
  const keys = [
    ...GRADES.map((grade) => KEYS.grade(principle, grade)),
    KEYS.indicators(principle),
    KEYS.without_evidence(principle),
  ]
  const grades: UnnumberedTable = {
    caption: `${titleOf(principle)}: sites by the grade of their last chosen year; outcome indicators that apply, and those without evidence`,
    columns: ['Region', ...GRADES, 'Indicators that apply', 'Without evidence'],
    rows: [
      ...measured.regions
        .filter(({ sites }) => sites > 0)
        .map(({ region_id, region }) => ({
          label: region,
          cells: keys.map((key) => refOf(inRegion(key, region_id))),
        })),
      { label: allRegionsWords(regions), cells: keys.map(refOf) },
    ],
  }
  const rowsOf = (all: readonly (FigureSum | FigureSpread)[], columns: readonly string[]) =>
    ofPrinciple(all, principle).map(({ key, indicator, name: figure, unit, reporting_year }) => ({
      label: `${indicator} ${figure} (${unit}), ${reporting_year}`,
      cells: columns.map((column) => refOf(`${key}.${column}`)),
    }))
  const figures: UnnumberedTable = {
    caption: `${titleOf(principle)}: figures added up over the sites that report them`,
    columns: ['Figure and reporting year', 'Sites', 'Total'],
    rows: rowsOf(measured.figures, FIGURE_COLUMNS),
  }
  const spreads: UnnumberedTable = {
    caption: `${titleOf(principle)}: figures that do not add up, as the median and the range of the sites that report them`,
    columns: ['Figure and reporting year', 'Sites', 'Median', 'Lowest', 'Highest'],
    rows: rowsOf(measured.spreads, SPREAD_COLUMNS),
  }
  return [
    ...(isGraded(measured, principle) ? [grades] : []),
    ...[figures, spreads].filter(({ rows }) => rows.length > 0),
  ]
}

/** What the sentences on the safeguards are written from. */
type Told = {
  measured: Measured
  parts: readonly PrinciplePart[]
  /** the safeguard under which a principle is described: the first that it answers above all */
  homeOf: (principle: number) => Safeguard | undefined
}

/**
 * What the records report on one safeguard. A principle is described once, where it is at home; elsewhere its tables and
 * that safeguard are cited.
 */
export function respectedPart(
  told: Told,
  safeguard: Safeguard,
  principles: readonly PrincipleRole[],
): SafeguardPart['respected'] {
  const tablesOf = (principle: number) =>
    told.parts.find((one) => one.principle_number === principle)?.tables ?? []
  const tables = principles
    .flatMap(({ principle_number }) => tablesOf(principle_number))
    .map(({ number }) => number)
  if (tables.length === 0)
    return { paragraphs: [sentenceOf`No record of the chosen years reports on this safeguard.`], tables }
  const namesOf = (principle: number): (Fragment | string)[] =>
    joined(tablesOf(principle).map(({ number }) => [{ table: number }]))
  const primary = principles.filter(({ is_primary }) => is_primary)
  const supporting = principles.filter(({ is_primary }) => !is_primary)
  return {
    paragraphs: [
      ...primary.map(({ principle_number }) => {
        const answers = sentenceOf`${name(titleOf(principle_number))} answers this safeguard above all; `
        if (tablesOf(principle_number).length === 0)
          return [...answers, ...sentenceOf`no record of the chosen years reports on it.`]
        const numbers = [...answers, ...sentenceOf`its numbers are in ${namesOf(principle_number)}.`]
        const home = told.homeOf(principle_number)
        return home === undefined || home === safeguard
          ? joinSentences(numbers, ...describedBy(told.measured, principle_number))
          : joinSentences(
              numbers,
              sentenceOf`What its records report is described under ${safeguardName(home)}.`,
            )
      }),
      ...(supporting.length === 0
        ? []
        : [sentenceOf`It is supported by ${joined(supporting.map(supportedBy(tablesOf, namesOf)))}.`]),
    ],
    tables,
  }
}

/** "Principle 3 (Indigenous and local community rights, Table 5)" */
const supportedBy =
  (
    tablesOf: (principle: number) => readonly unknown[],
    namesOf: (principle: number) => (Fragment | string)[],
  ) =>
  ({ principle_number }: PrincipleRole): (Fragment | string)[] => [
    name(`Principle ${principle_number}`),
    ` (${shortTitle(principle_number)}, `,
    ...(tablesOf(principle_number).length === 0 ? ['no record'] : namesOf(principle_number)),
    ')',
  ]

/** Chooses the singular or plural wording by the value of a number. */
const words =
  ({ valueOf }: Annex) =>
  (key: string, one: string, more: string): string =>
    valueOf(key) === '1' ? one : more

/** The grades of a principle, and its missing evidence, which is stated apart from them. */
const describedBy = (measured: Measured, principle: number): Paragraph[] =>
  isGraded(measured, principle)
    ? [gradesSentence(measured.annex, principle), ...evidenceSentences(measured.annex, principle)]
    : []

function gradesSentence(annex: Annex, principle: number): Paragraph {
  const [best, some, none, off] = GRADES
  const key = (grade: Grade) => KEYS.grade(principle, grade)
  const graded = (grade: Grade) => annex.number(key(grade))
  return sentenceOf`Of the sites with a record, ${graded(best)} ${words(annex)(key(best), 'was', 'were')} graded ${best}, ${graded(some)} ${some}, ${graded(none)} ${none} and ${graded(off)} ${off}.`
}

function evidenceSentences(annex: Annex, principle: number): Paragraph[] {
  const { number, valueOf } = annex
  const by = words(annex)
  const [all, missing, weak] = [
    KEYS.indicators(principle),
    KEYS.without_evidence(principle),
    KEYS.weak(principle),
  ]
  const weaker = `${GRADES[1]} or ${GRADES[2]}`
  const evidence = () =>
    valueOf(missing) === '0'
      ? sentenceOf`${by(all, 'it has', 'all of them have')} evidence`
      : sentenceOf`${number(missing)} ${by(missing, 'has', 'have')} no evidence`
  return [
    valueOf(all) === '0'
      ? sentenceOf`No outcome indicator of it applies to these sites.`
      : [
          ...sentenceOf`Counted over all of these sites, ${number(all)} outcome ${by(all, 'indicator applies', 'indicators apply')}; `,
          ...evidence(),
          ...sentenceOf`.`,
        ],
    valueOf(weak) === '0'
      ? sentenceOf`Counted by grade instead, no site was graded ${weaker}.`
      : sentenceOf`Counted by grade instead, ${number(weak)} ${by(weak, 'site was', 'sites were')} graded ${weaker}.`,
  ]
}

/** "2024 and 2025" as a name */
export const yearsName = (years: readonly number[]): Fragment => name(formatList(years))
