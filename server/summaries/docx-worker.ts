import { answerAside } from '../lib/answer-aside.ts'
import { docxBytes } from './docx-bytes.ts'
import type { DocxJob } from './docx-job.ts'

answerAside(({ document, is_draft }: DocxJob) => docxBytes(document, is_draft))
