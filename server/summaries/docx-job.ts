import type { AnyDocument } from '../../shared/summaries/first-document.ts'
import type { DocxNotice } from './docx-core.ts'

export type DocxJob = { document: AnyDocument; notices: DocxNotice[] }
