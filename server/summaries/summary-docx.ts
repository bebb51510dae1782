import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { BACKGROUND, runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import type { DocxNotice } from './docx-core.ts'
import type { DocxJob } from './docx-job.ts'

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
