import { readFileSync } from 'node:fs'
import { serveJobs } from '../worker-processes/worker-process.ts'
import { pdfFault } from './pdf/pdf-check.ts'
import { pictureFault } from './photos/picture-fault.ts'
import { PICTURE_MB } from './photos/picture-limits.ts'

/** A file on disk to open as its reviewer would. */
export type FileJob = { kind: 'pdf' | 'image'; path: string }

serveJobs(
  ({ kind, path }: FileJob) => (kind === 'pdf' ? pdfFault(readFileSync(path)) : pictureFault(path)),
  PICTURE_MB,
)
