import { ANNEX_COLUMNS, annexCells } from '../../shared/summaries/document-words.ts'
import { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { csvFile } from '../sheets/csv.ts'

export { summaryDocx } from './summary-docx.ts'

/**
 * The document as it is kept and fingerprinted: one spelling for the same content. Parsing it puts its keys into the
 * order of the schema, whatever order they were made in.
 */
export const documentText = (document: SummaryDocument): string =>
  `${JSON.stringify(SummaryDocument.parse(document))}\n`

/** The annex as a CSV file, one row per number. */
export const annexCsv = ({ annex, regions }: SummaryDocument): Buffer =>
  csvFile(
    ANNEX_COLUMNS,
    annex.map((row) => annexCells(row, regions)),
  )
