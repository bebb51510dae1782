import type { SummaryFormat } from './summaries.schema.ts'

const ENDINGS: Record<SummaryFormat, string> = {
  docx: '.docx',
  json: '.json',
  csv: '-annex.csv',
  'evidence.csv': '-evidence.csv',
}

/** "summary-of-information-2026-annex.csv"; the name of a draft says so. */
export const summaryFileName = (year: number, format: SummaryFormat, isDraft = false): string =>
  `summary-of-information-${year}${isDraft ? '-draft' : ''}${ENDINGS[format]}`

/** "/summary/2026-annex.csv": the public path of a file of a published summary. */
export const publicFilePath = (year: number | string, format: SummaryFormat): string =>
  `/summary/${year}${ENDINGS[format]}`
