import { readFileSync } from 'node:fs'
import { answerAside } from '../lib/answer-aside.ts'
import { pdfFault } from './pdf/pdf-check.ts'
import { pictureFault } from './photos/picture-fault.ts'
import { PICTURE_MB } from './photos/picture-limits.ts'

/** A file on the disk that is looked at as whoever reviews it would. */
export type FileJob = { kind: 'pdf' | 'image'; path: string }

answerAside(
  ({ kind, path }: FileJob) => (kind === 'pdf' ? pdfFault(readFileSync(path)) : pictureFault(path)),
  PICTURE_MB,
)
