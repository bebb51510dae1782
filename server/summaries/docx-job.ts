import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'

/** A job for the worker process that writes Word documents. */
export type DocxJob = { document: SummaryDocument; is_draft: boolean }
