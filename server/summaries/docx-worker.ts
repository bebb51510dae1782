import { serveJobs } from '../worker-processes/worker-process.ts'
import { docxBytes } from './docx-bytes.ts'
import type { DocxJob } from './docx-job.ts'

serveJobs(({ document, notices }: DocxJob) => docxBytes(document, notices))
