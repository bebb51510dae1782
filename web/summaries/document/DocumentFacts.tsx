import type { ReactNode } from 'react'
import { documentFacts } from '../../../shared/summaries/document-words.ts'
import type { SummaryDocument } from '../../../shared/summaries/summary-document.ts'
import styles from './document.module.css'

/** A label and its value, and their language where it is another one than that of the document. */
export type Fact = readonly [name: string, value: ReactNode, language?: string | undefined]

/** The scope of the document, and what it was computed from. */
export const DocumentFacts = ({ document, more }: { document: SummaryDocument; more: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {[...documentFacts(document), ...more].map(([name, value, language]: Fact) => (
      <div key={name} lang={language}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
