import { ANSWERS, DEFINITIONS, howToCheck, METHOD } from './about.ts'
import { changesSince } from './changes-chapter.ts'
import { coverageOf } from './coverage.ts'
import { principlesFor } from './crosswalk.rules.ts'
import { foundGaps } from './found-gaps.ts'
import { answersOf, frameworksOf } from './frameworks.ts'
import { type Measured, measured } from './measures.ts'
import { writtenParagraphs } from './references.ts'
import { principleParts, respectedPart, shortTitle } from './respected.ts'
import {
  OFFICIAL_SOURCE,
  OFFICIAL_WORDS,
  officialNote,
  SAFEGUARD_WORDING,
  SAFEGUARDS,
  type Safeguard,
} from './safeguards.ts'
import { addressedOf, descriptionOf, type Section } from './sections.ts'
import type { Citation, SafeguardPart, SummaryDocument, Written } from './summary-document.ts'
import type { ChosenStatement, SummarySources } from './summary-facts.ts'

/** Composes the document of a summary; pure, so that the same sources give the same document. */
export function composeSummary(sources: SummarySources): SummaryDocument {
  const { facts, crosswalk, reporting_years, evidence, address, year, data_of } = sources
  const numbers = measured(facts)
  const written = (section: Section) => writtenPart(sources, numbers, section)
  const regions = sources.region_ids.length === 0 ? [] : facts.map(({ region }) => region)
  const cited = citations(sources.statements)
  const coverage = coverageOf(numbers, { regions, reporting_years })
  const principles = principleParts(numbers, regions, coverage.tables.length + 1)
  const homeOf = (principle: number) =>
    SAFEGUARDS.find((safeguard) =>
      crosswalk.lines.some(
        ({ principle_number, primary }) => principle_number === principle && primary.includes(safeguard),
      ),
    )
  const other_frameworks = frameworksOf(crosswalk)

  const partOf = (safeguard: Safeguard): SafeguardPart => {
    const roles = principlesFor(crosswalk.lines, safeguard)
    return {
      safeguard,
      official_words: OFFICIAL_WORDS[safeguard],
      official_source: OFFICIAL_SOURCE,
      official_note: officialNote(safeguard),
      wording: SAFEGUARD_WORDING[safeguard],
      principles: roles.map(({ principle_number, is_primary }) => ({
        principle_number,
        short_title: shortTitle(principle_number),
        is_primary,
      })),
      description: written(descriptionOf(safeguard)),
      addressed: written(addressedOf(safeguard)),
      respected: respectedPart({ measured: numbers, parts: principles, homeOf }, safeguard, roles),
      statements: cited.filter((one) => one.safeguard === safeguard).map(({ citation }) => citation),
    }
  }

  const safeguards = SAFEGUARDS.map(partOf)
  return {
    format: 1,
    bureau_name: sources.bureau_name,
    address,
    year,
    title: sources.title,
    reporting_years: [...reporting_years],
    regions,
    data_of,
    crosswalk_version: crosswalk.version,
    batches: [...new Set(facts.flatMap(({ batches }) => batches))].toSorted((a, b) => a - b),
    answers: [...ANSWERS],
    national_laws: written('national_laws'),
    definitions: [...DEFINITIONS],
    method: [...METHOD],
    how_to_check: howToCheck({ address, year, data_of, regions }),
    coverage,
    national_circumstances: written('national_circumstances'),
    systems_and_processes: written('systems_and_processes'),
    institutional_arrangements: written('institutional_arrangements'),
    grievance: written('grievance'),
    risks_and_benefits: written('risks_and_benefits'),
    safeguards,
    principles,
    annex: [...numbers.annex.rows],
    ...(other_frameworks ? { other_frameworks } : {}),
    crosswalk: answersOf(crosswalk.lines),
    changes: changesSince(sources.before, { texts: sources.texts, annex: numbers.annex.rows }),
    found_gaps: foundGaps(numbers, principles, safeguards),
    gaps: written('gaps'),
    consultation: written('consultation'),
    contact: written('contact'),
    period: periodOf(reporting_years),
    evidence: evidence && { ...evidence },
  }
}

/** The days of some years; years that follow one another are one span. */
export function periodOf(years: readonly number[]): { from: string; to: string }[] {
  const sorted = years.toSorted((a, b) => a - b)
  const firsts = sorted.filter((year) => !sorted.includes(year - 1))
  const lasts = sorted.filter((year) => !sorted.includes(year + 1))
  return firsts.map((first, at) => ({ from: `${first}-01-01`, to: `${lasts[at] ?? first}-12-31` }))
}

/** The written text of a part; empty if there is none. */
function writtenPart({ texts }: SummarySources, { annex }: Measured, section: Section): Written {
  const found = texts.find((one) => one.section === section)
  const paragraphs = found ? writtenParagraphs(found.text, annex.refOf) : []
  return {
    paragraphs,
    written_on: found && paragraphs.length > 0 ? found.written_on : null,
  }
}

/** The chosen statements as citations, numbered in the order of the safeguards. */
const citations = (statements: readonly ChosenStatement[]): { safeguard: Safeguard; citation: Citation }[] =>
  SAFEGUARDS.flatMap((safeguard) => statements.filter((one) => one.safeguard === safeguard)).map(
    (statement, index) => ({ safeguard: statement.safeguard, citation: citationOf(statement, index) }),
  )

const citationOf = (statement: ChosenStatement, index: number): Citation => ({
  ref: `C${index + 1}`,
  code: statement.code,
  region: statement.region,
  indicator: statement.indicator,
  indicator_title: statement.indicator_title,
  reporting_year: statement.reporting_year,
  what_happened: statement.what_happened,
  files: statement.files.map(({ name, kind, sha256 }) => ({
    ...(name === undefined ? {} : { name }),
    kind,
    sha256,
  })),
})
