import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'

export type DocxJob = { document: SummaryDocument; is_draft: boolean }
