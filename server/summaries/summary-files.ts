import { createHash } from 'node:crypto'
import { ANNEX_COLUMNS, annexCells } from '../../shared/summaries/document-words.ts'
import type { SummaryFormat } from '../../shared/summaries/summaries.schema.ts'
import { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { Services } from '../context/context.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { csvFile } from '../sheets/csv.ts'
import type { DocxNotice } from './docx-bytes.ts'
import { BACKGROUND, runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { DocxJob } from './docx-worker.ts'

/** twice as much as an annex of ten thousand rows needs */
const LIMITS = { deadline_ms: 60_000, memory_mb: 256 }

let file: Promise<URL> | null = null

/**
 * Returns the Word document of a summary; the same document has the same bytes. A worker process writes it, because
 * tables of thousands of numbers take a second or more.
 */
export async function summaryDocx(
  document: SummaryDocument,
  notices: DocxNotice[],
  turn: Turn = BACKGROUND,
): Promise<Buffer> {
  file ??= workerFile('docx-worker', 'summaries/docx-worker.ts')
  const job: DocxJob = { document, notices }
  return Buffer.from(await runInWorkerProcess<Uint8Array>(await file, job, LIMITS, turn))
}

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

/** The files that are made of a document; the others are its text and the list of evidence. */
export type MadeFormat = Extract<SummaryFormat, 'csv' | 'docx'>
export type MadeFile = { format: MadeFormat; bytes: Buffer; sha256: string }

/** What the head of each page of a Word document says of a summary. */
export const noticesOf = ({ config }: Pick<Services, 'config'>, { isDraft = false } = {}): DocxNotice[] => [
  ...(config.demonstration ? ['demonstration' as const] : []),
  ...(isDraft ? ['draft' as const] : []),
]

/** Returns a file that is made of a document. */
export const makeFile = async (
  format: MadeFormat,
  document: SummaryDocument,
  notices: DocxNotice[],
  turn?: Turn,
): Promise<Buffer> => (format === 'csv' ? annexCsv(document) : summaryDocx(document, notices, turn))

/** Makes the files of a document that is frozen, which are never made again. */
export const makeFiles = (
  document: SummaryDocument,
  notices: DocxNotice[],
  turn?: Turn,
): Promise<MadeFile[]> =>
  Promise.all(
    (['csv', 'docx'] as const).map(async (format) => {
      const bytes = await makeFile(format, document, notices, turn)
      return { format, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
