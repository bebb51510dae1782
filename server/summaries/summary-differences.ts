import type { Altered } from '../../shared/claims/altered.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { summaryFault } from '../../shared/review/chain-faults.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { ClaimedSummary } from './claimed-summaries.queries.ts'
import type { MadeFormat } from './summary-files.ts'

/** The fields of a frozen text that describe its summary. */
export type StoredSummary = Pick<SummaryDocument, 'year' | 'title' | 'evidence'>

/** The field in which the log states the SHA-256 of a file that was made when the summary was frozen. */
export const fileField = (format: MadeFormat): string => `${format}_sha256`

const FILES = [
  ['docx', 'Word document'],
  ['csv', 'annex as CSV'],
] as const

const WORDS: Record<string, string> = {
  Published: 'is published',
  Replaced: 'was replaced',
  Withdrawn: 'was withdrawn',
}

/** The dates that a page shows of a summary, each with the event whose row states it. */
const DATES = [
  ['frozen_at', 'Frozen', 'frozen'],
  ['published_at', 'Published', 'published'],
  ['replaced_at', 'Replaced', 'replaced'],
  ['withdrawn_at', 'Withdrawn', 'withdrawn'],
] as const

/**
 * Returns the differences between a frozen summary and the log. `document` has the fields of its frozen text, once that is
 * known to match the log; `list` is the SHA-256 of its list of evidence; null if not compared.
 */
export function summaryDifferences(
  summary: ClaimedSummary,
  { document = null, list = null }: { document?: StoredSummary | null; list?: string | null } = {},
): Altered[] {
  const { id, year, title, text_sha256: found, sha256, dates, rows } = summary
  const name = `the Summary of Information ${year || `number ${id}`}`
  const sentences: string[] = []
  const saidBy = (event: string, wanted = 'sha256') =>
    rows.findLast((row) => row.event === event)?.change.find(({ field }) => field === wanted)?.new ?? null
  const fault = summaryFault(rows, name)
  if (fault) sentences.push(fault)
  const isFrozen = found !== null
  const isSaid = rows.some((row) => row.event === 'Frozen')
  if (isFrozen && !isSaid)
    sentences.push(`No row of the log says that ${name} was frozen; the table summary_documents has it.`)
  if (isSaid && !isFrozen)
    sentences.push(`The log says that ${name} was frozen; the table summary_documents does not have it.`)

  const said = saidBy('Frozen') ?? sha256
  if (isFrozen && found !== said)
    sentences.push(
      `The log says that the text of ${name} has the SHA-256 ${said}; that of the table summary_documents has ${found}.`,
    )
  else if (isFrozen && sha256 !== said)
    sentences.push(
      `The log says that the SHA-256 of ${name} is ${said}; the table summary_documents says ${sha256}.`,
    )

  for (const [format, words] of FILES) {
    const stated = saidBy('Frozen', fileField(format))
    const kept = summary.files.find((file) => file.format === format)?.sha256 ?? null
    if (stated !== null && kept !== stated)
      sentences.push(
        `The log says that the ${words} of ${name} has the SHA-256 ${stated}; that of the table summary_files has ${kept ?? 'no such file'}.`,
      )
  }

  const last = rows.findLast(({ event }) => WORDS[event])?.event ?? null
  const [, state = null] = DATES.find(([field, event]) => event !== 'Frozen' && dates[field] !== null) ?? []
  if (state !== null && last !== null && last !== state)
    sentences.push(
      `The log says that ${name} ${WORDS[last]}; the table summaries says that it ${WORDS[state]}.`,
    )
  if (state !== null && last === null)
    sentences.push(`No row of the log says that ${name} was published; the table summaries says that it is.`)
  if (state === null && last !== null)
    sentences.push(`The log says that ${name} ${WORDS[last]}; the table summaries says that it is not.`)
  for (const [field, event, word] of DATES) {
    const said = saidBy(event, field)
    const shown = dates[field]
    if (shown !== null && rows.some((row) => row.event === event) && shown !== said)
      sentences.push(
        `The log says that ${name} was ${word} on ${formatDateTime(said)}; the table summaries says ${formatDateTime(shown)}.`,
      )
  }
  const reason = saidBy('Withdrawn', 'reason')
  if (last === 'Withdrawn' && state === last && reason !== dates.reason)
    sentences.push(
      `The log says that ${name} was withdrawn for the reason "${reason ?? ''}"; the table summaries says "${dates.reason ?? ''}".`,
    )
  const published = state === null ? null : saidBy('Published')
  if (published !== null && published !== said)
    sentences.push(
      `The log says that ${name} was frozen with the SHA-256 ${said}, and published with ${published}.`,
    )

  if (document && (document.year !== year || document.title !== title))
    sentences.push(
      `The text of ${name}, as it was frozen, is that of "${document.title}" of ${document.year}; the table summaries says "${title}" of ${year}.`,
    )
  const listed = document?.evidence?.sha256 ?? null
  if (list !== null && listed !== null && listed !== list)
    sentences.push(
      `The log says that the list of evidence of ${name} has the SHA-256 ${listed}; that of the table summary_evidence has ${list}.`,
    )
  return sentences.map((sentence) => ({ kind: 'summary', record: id, sentence }))
}
