import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import type { DocxNotice } from './docx-core.ts'

export type DocxJob = { document: SummaryDocument; notices: DocxNotice[] }
