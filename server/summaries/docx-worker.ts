import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { serveJobs } from '../worker-processes/worker-process.ts'
import { docxBytes, type DocxNotice } from './docx-bytes.ts'

export type DocxJob = { document: SummaryDocument; notices: DocxNotice[] }

serveJobs(({ document, notices }: DocxJob) => docxBytes(document, notices))
