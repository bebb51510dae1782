import { formatFigure } from '../activities/figure-words.ts'
import { formatDay } from '../lib/manila-days.ts'
import { formatList } from '../lib/format.ts'
import { numberReference } from './references.ts'
import { type Safeguard, safeguardName } from './safeguards.ts'
import type { SummaryDocument } from './summary-document.ts'
import type { AnnexRow, Citation, CitedFile, Fragment, Paragraph } from './summary-document.ts'

/* The words of a summary for all its forms, without schemas, so that public pages need not load a validator. */

/** The rows of the annex by reference. */
export type Numbers = ReadonlyMap<string, AnnexRow>

export const numbersOf = ({ annex }: Pick<SummaryDocument, 'annex'>): Numbers =>
  new Map(annex.map((row) => [row.ref, row]))

/** The number under a reference, for display. */
export function numberWords(numbers: Numbers, ref: string): string {
  const row = numbers.get(ref)
  if (!row) throw new Error(`The annex has no ${ref}.`)
  return formatFigure(row.value)
}

export function fragmentWords(numbers: Numbers, fragment: Fragment): string {
  if ('text' in fragment) return fragment.text
  if ('name' in fragment) return fragment.name
  if ('table' in fragment) return tableName(fragment.table)
  return 'ref' in fragment ? numberWords(numbers, fragment.ref) : numberReference(fragment.missing)
}

export const paragraphWords = (numbers: Numbers, paragraph: Paragraph): string =>
  paragraph.map((fragment) => fragmentWords(numbers, fragment)).join('')

/** "Table 7" */
export const tableName = (number: number): string => `Table ${number}`

const WHOLE_COUNTRY = 'Whole country'

/** The regions of a summary: "Region IV-A and Region V". */
export const coveredWords = (regions: readonly string[]): string => formatList(regions) || WHOLE_COUNTRY

/** The label of the row for all regions together. */
export const allRegionsWords = (regions: readonly string[]): string =>
  regions.length === 0 ? WHOLE_COUNTRY : 'All chosen regions'

/** "Indicator 4.1.2": what a number is about; null for the whole summary. */
export function subjectWords({ principle_number, indicator }: AnnexRow): string | null {
  if (indicator !== null) return `Indicator ${indicator}`
  return principle_number === null ? null : `Principle ${principle_number}`
}

/** "Indicator 4.1.2, Region 9, 2025": the scope of a number. */
export const whereWords = (row: AnnexRow, all = 'All regions covered'): string =>
  [subjectWords(row), row.region ?? all, row.reporting_year].filter((one) => one !== null).join(', ')

/** The value, with its year where it has one: "12 (2024)". */
export const yearlyWords = ({ value, reporting_year }: AnnexRow): string =>
  reporting_year === null ? formatFigure(value) : `${formatFigure(value)} (${reporting_year})`

/** "Meetings held (meetings), indicator 4.1.2, 2025": what a row of the annex counts, whatever its region. */
export const measureWords = (row: AnnexRow): string =>
  [
    row.unit === '' ? row.measure : `${row.measure} (${row.unit})`,
    row.indicator === null ? subjectWords(row) : `indicator ${row.indicator}`,
    row.reporting_year,
  ]
    .filter((one) => one !== null)
    .join(', ')

export const NOTHING_WRITTEN = 'Nothing has been written here.'
export const writtenOnWords = (day: string): string => `Written on ${formatDay(day)}.`

/** "4.1.2 Meetings held, 2025, SITES-R04A-2025-0001, Region IV-A" */
export const citationWords = (citation: Citation): string =>
  [
    `${citation.indicator} ${citation.indicator_title}`,
    String(citation.reporting_year),
    citation.code,
    citation.region,
  ].join(', ')

const KIND_WORDS: Record<CitedFile['kind'], string> = {
  pdf: 'PDF document',
  csv: 'CSV table',
  image: 'Picture',
}

/** The name of a cited file, or its kind where the name is not public. */
export const fileWords = ({ name, kind }: CitedFile): string => name ?? KIND_WORDS[kind]

/** "Quoted as C3 under Safeguard (b)." */
export const quotedWords = (ref: string, safeguard: Safeguard): string =>
  `Quoted as ${ref} under ${safeguardName(safeguard)}.`

export const ANNEX_COLUMNS = [
  'Reference',
  'Key',
  'Measure',
  'Unit',
  'Principle',
  'Indicator',
  'Region',
  'Reporting Year',
  'Value',
] as const

/** A row of the annex; its value is exact and not grouped. */
export const annexCells = (row: AnnexRow, regions: readonly string[]): string[] => [
  row.ref,
  row.key,
  row.measure,
  row.unit,
  row.principle_number === null ? '' : String(row.principle_number),
  row.indicator ?? '',
  row.region ?? allRegionsWords(regions),
  row.reporting_year === null ? '' : String(row.reporting_year),
  row.value,
]

/** "Jan 01, 2023 to Dec 31, 2024 and Jan 01, 2026 to Dec 31, 2026" */
const periodWords = (spans: SummaryDocument['period']): string =>
  formatList(spans.map(({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`))

/** The facts on the first page, as labels and values. */
export const documentFacts = (document: SummaryDocument): [string, string][] => [
  ['Bureau', document.bureau_name],
  ['Year', String(document.year)],
  ['Reporting years', formatList(document.reporting_years)],
  ['Period', periodWords(document.period)],
  ['Regions', coveredWords(document.regions)],
  ['Data of', formatDay(document.data_of)],
  ['Crosswalk', `Version ${document.crosswalk_version}`],
  ['Sets of criteria', formatList(document.batches) || 'None'],
  ...(document.evidence
    ? ([
        ['Evidence files', formatFigure(String(document.evidence.files))],
        ['SHA-256 of the list of evidence', document.evidence.sha256],
      ] as [string, string][])
    : []),
]
