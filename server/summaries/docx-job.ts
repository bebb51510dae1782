import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'

/** What the process that writes Word documents is asked. */
export type DocxJob = { document: SummaryDocument; is_draft: boolean }
