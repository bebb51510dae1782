import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { DocumentBody } from './document/DocumentBody.tsx'
import { DocumentFacts } from './document/DocumentFacts.tsx'
import styles from './document/document.module.css'

type Props = {
  document: SummaryDocument
  /** marks it as a draft, also in print */
  isDraft?: boolean
}

/** A summary of information to read and to print, in the order of UNFCCC decision 17/CP.21; it needs no script. */
export const DocumentView = ({ document, isDraft = false }: Props) => (
  <div className={`${styles.document} ${isDraft ? styles.draft : ''}`}>
    {isDraft && <p className={styles.draftNote}>Draft: its numbers and words may still change.</p>}
    <DocumentFacts document={document} />
    <DocumentBody document={document} isDraft={isDraft} />
  </div>
)
