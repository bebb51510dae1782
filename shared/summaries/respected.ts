import { GRADES } from '../activities/grades.ts'
import { formatList } from '../lib/format.ts'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../principles/principle-titles.ts'
import { type Annex, inRegion } from './annex.ts'
import type { PrincipleRole } from './crosswalk.rules.ts'
import { allRegionsWords, GRADE_TITLES } from './document-words.ts'
import { figureKeys, KEYS, type Measured } from './measures.ts'
import { joinSentences, name, sentenceOf } from './sentences.ts'
import type { DocumentTable, Paragraph, SafeguardPart } from './summary-document.ts'

/** The regions and years of a summary, for its sentences; no region is the whole country. */
export type Covered = { regions: readonly string[]; reporting_years: readonly number[] }

export const shortTitle = (principle: number): string => PRINCIPLE_SHORT_TITLES[principle as PrincipleNumber]

const titleOf = (principle: number): string => `Principle ${principle} (${shortTitle(principle)})`

/** What the records report on one safeguard: sentences and tables for each principle that answers it. */
export function respectedPart(
  measured: Measured,
  principles: readonly PrincipleRole[],
  covered: Covered,
): SafeguardPart['respected'] {
  const sites = sitesParagraph(measured.annex, covered)
  const isTold = ({ principle_number }: PrincipleRole) => hasRecord(measured, principle_number)
  if (!principles.some(isTold))
    return {
      paragraphs: [sites, sentenceOf`No record of the chosen years reports on this safeguard.`],
      tables: [],
    }
  return {
    paragraphs: [sites, ...principles.flatMap((role) => principleParagraphs(measured, role))],
    tables: principles
      .filter(isTold)
      .flatMap(({ principle_number }) => principleTables(measured, principle_number, covered)),
  }
}

const isGraded = ({ annex }: Measured, principle: number): boolean =>
  GRADES.some((grade) => annex.valueOf(KEYS.grade(principle, grade)) !== '0')

const figuresOf = ({ figures }: Measured, principle: number) =>
  figures.filter(({ principle_number }) => principle_number === principle)

const hasRecord = (measured: Measured, principle: number): boolean =>
  isGraded(measured, principle) || figuresOf(measured, principle).length > 0

/** Chooses the singular or plural wording by the value of a number. */
const words =
  ({ valueOf }: Annex) =>
  (key: string, one: string, more: string): string =>
    valueOf(key) === '1' ? one : more

/** The approved sites, and how many of them have records of the chosen years. */
function sitesParagraph(annex: Annex, { regions, reporting_years }: Covered): Paragraph {
  const { number, valueOf } = annex
  const by = words(annex)
  const { registered, sites, without_record, hectares } = KEYS
  const [only, ...more] = regions
  const place = only === undefined ? 'the country' : more.length > 0 ? 'the chosen regions' : name(only)
  const year = reporting_years.length === 1 ? 'the reporting year' : 'the reporting years'
  const years = name(formatList(reporting_years))
  if (valueOf(registered) === '0') return sentenceOf`No approved site of ${place} is on the public list.`

  const listed = sentenceOf`${number(registered)} approved ${by(registered, 'site', 'sites')} of ${place} ${by(registered, 'is', 'are')} on the public list.`
  if (valueOf(sites) === '0')
    return joinSentences(
      listed,
      sentenceOf`${by(registered, 'It has no', 'None of them has an')} approved record for ${year} ${years}.`,
    )
  return joinSentences(
    listed,
    sentenceOf`${number(sites)} of them ${by(sites, 'has', 'have')} an approved record for ${year} ${years}; ${by(sites, 'it covers', 'together they cover')} ${number(hectares)} ${by(hectares, 'hectare', 'hectares')}.`,
    valueOf(without_record) === '0'
      ? sentenceOf`No site on the list is without such a record.`
      : sentenceOf`${number(without_record)} ${by(without_record, 'site has', 'sites have')} no such record, so this summary does not cover ${by(without_record, 'it', 'them')}.`,
  )
}

function principleParagraphs(
  measured: Measured,
  { principle_number, is_primary }: PrincipleRole,
): Paragraph[] {
  const role = is_primary ? 'answers this safeguard above all' : 'supports this safeguard'
  const answers = sentenceOf`${name(titleOf(principle_number))} ${role}.`
  if (!hasRecord(measured, principle_number))
    return [joinSentences(answers, sentenceOf`No record of the chosen years reports on it.`)]
  return [
    isGraded(measured, principle_number)
      ? joinSentences(answers, gradesSentence(measured.annex, principle_number))
      : answers,
    evidenceParagraph(measured.annex, principle_number),
    figuresOf(measured, principle_number).length > 0
      ? sentenceOf`The figures that the records give under ${name(`Principle ${principle_number}`)} are added up in a table below.`
      : sentenceOf`The records give no figures under ${name(`Principle ${principle_number}`)} that could be added up.`,
  ]
}

function gradesSentence(annex: Annex, principle: number): Paragraph {
  const [very, somewhat, not, without] = GRADES.map((grade) => KEYS.grade(principle, grade)) as [
    string,
    string,
    string,
    string,
  ]
  const [best, some, none, off] = GRADE_TITLES as [string, string, string, string]
  const { number } = annex
  return sentenceOf`Of the sites with a record, ${number(very)} ${words(annex)(very, 'was', 'were')} graded ${best}, ${number(somewhat)} ${some}, ${number(not)} ${none} and ${number(without)} ${off}.`
}

/** Missing evidence, stated separately from the grades. */
function evidenceParagraph(annex: Annex, principle: number): Paragraph {
  const { number, valueOf } = annex
  const by = words(annex)
  const [all, missing, weak] = [
    KEYS.indicators(principle),
    KEYS.without_evidence(principle),
    KEYS.weak(principle),
  ]
  const under = name(`Principle ${principle}`)
  const weaker = `${GRADE_TITLES[1]} or ${GRADE_TITLES[2]}`
  const evidence = () =>
    valueOf(missing) === '0'
      ? sentenceOf`${by(all, 'it has', 'all of them have')} evidence`
      : sentenceOf`${number(missing)} ${by(missing, 'has', 'have')} no evidence`
  return joinSentences(
    valueOf(all) === '0'
      ? sentenceOf`No outcome indicator under ${under} applies to these sites.`
      : [
          ...sentenceOf`Counted over all of these sites, ${number(all)} outcome ${by(all, 'indicator applies', 'indicators apply')} under ${under}; `,
          ...evidence(),
          ...sentenceOf`.`,
        ],
    valueOf(weak) === '0'
      ? sentenceOf`Counted by grade instead, no site was graded ${weaker}.`
      : sentenceOf`Counted by grade instead, ${number(weak)} ${by(weak, 'site was', 'sites were')} graded ${weaker}.`,
  )
}

/** Grades by region with a last row for all regions; then the figures by year. */
function principleTables(measured: Measured, principle: number, { regions }: Covered): DocumentTable[] {
  const refOf = (key: string): string | null => measured.annex.refOf(key) ?? null
  const keys = GRADES.map((grade) => KEYS.grade(principle, grade))
  const grades: DocumentTable = {
    caption: `${titleOf(principle)}: sites by the grade of their last chosen year`,
    columns: ['Region', ...GRADE_TITLES],
    rows: [
      ...measured.regions.map(({ region_id, region }) => ({
        label: region,
        cells: keys.map((key) => refOf(inRegion(key, region_id))),
      })),
      { label: allRegionsWords(regions), cells: keys.map(refOf) },
    ],
  }
  const rows = figuresOf(measured, principle).map((figure) => {
    const { sites, total } = figureKeys(figure)
    return {
      label: `${figure.indicator} ${figure.name} (${figure.unit}), ${figure.reporting_year}`,
      cells: [refOf(sites), refOf(total)],
    }
  })
  const figures: DocumentTable = {
    caption: `${titleOf(principle)}: figures added up over the sites that report them`,
    columns: ['Figure and reporting year', 'Sites', 'Total'],
    rows,
  }
  return [...(isGraded(measured, principle) ? [grades] : []), ...(rows.length > 0 ? [figures] : [])]
}
