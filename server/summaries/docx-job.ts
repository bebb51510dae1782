import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { DocxNotice } from './docx-bytes.ts'

export type DocxJob = { document: SummaryDocument; notices: DocxNotice[] }
