import { ANNEX_COLUMNS, annexCells } from '../../shared/summaries/document-words.ts'
import { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { csvFile } from '../sheets/csv.ts'

export { summaryDocx } from './summary-docx.ts'

/**
 * Returns the text of a document that is stored and hashed. The same content has the same text, because parsing puts
 * the keys into the order of the schema.
 */
export const documentText = (document: SummaryDocument): string =>
  `${JSON.stringify(SummaryDocument.parse(document))}\n`

/** Returns the annex as a CSV file, one row per number. */
export const annexCsv = ({ annex, regions }: SummaryDocument): Buffer =>
  csvFile(
    ANNEX_COLUMNS,
    annex.map((row) => annexCells(row, regions)),
  )
