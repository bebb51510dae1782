import type { SummaryFormat } from './summaries.schema.ts'

const ENDINGS: Record<SummaryFormat, string> = {
  docx: '.docx',
  json: '.json',
  csv: '-annex.csv',
  'evidence.csv': '-evidence.csv',
}

export const VERSION_LENGTH = 12

/** The address part of one summary of a year: the beginning of its SHA-256. */
export const versionOf = (sha256: string): string => sha256.slice(0, VERSION_LENGTH)

/** Joins the year and, of one that is not the present summary of its year, its version. */
const namedBy = (year: number | string, version: string | null, by: string): string =>
  version === null ? `${year}` : `${year}${by}${version}`

/** "summary-of-information-2026-annex.csv"; the name of a draft, and of an earlier summary of its year, says so. */
export const summaryFileName = (
  year: number,
  format: SummaryFormat,
  { isDraft = false, version = null }: { isDraft?: boolean; version?: string | null } = {},
): string =>
  `summary-of-information-${namedBy(year, version, '-')}${isDraft ? '-draft' : ''}${ENDINGS[format]}`

/** "/summary/2026", the present summary of a year, or "/summary/2026/3f0c…", one of its summaries. */
export const summaryPath = (year: number | string, version: string | null): string =>
  `/summary/${namedBy(year, version, '/')}`

/** "/summary/2026-annex.csv": the public path of a file of a published summary. */
export const publicFilePath = (
  year: number | string,
  format: SummaryFormat,
  version: string | null = null,
): string => `${summaryPath(year, version)}${ENDINGS[format]}`
