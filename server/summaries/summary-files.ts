import { ANNEX_COLUMNS, annexCells } from '../../shared/summaries/document-words.ts'
import { AnyDocument } from '../../shared/summaries/first-document.ts'
import { csvFile } from '../sheets/csv.ts'

export { summaryDocx } from './summary-docx.ts'

/**
 * Returns the text of a document that is stored and hashed. The same content has the same text, because parsing puts
 * the keys into the order of the schema.
 */
export const documentText = (document: AnyDocument): string =>
  `${JSON.stringify(AnyDocument.parse(document))}\n`

/** Returns the annex as a CSV file, one row per number. */
export const annexCsv = ({ annex, regions }: AnyDocument): Buffer =>
  csvFile(
    ANNEX_COLUMNS,
    annex.map((row) => annexCells(row, regions)),
  )
