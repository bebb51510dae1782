import type { ReactNode } from 'react'
import { documentFacts } from '../../../shared/summaries/document-words.ts'
import type { SummaryDocument } from '../../../shared/summaries/summary-document.ts'
import styles from './document.module.css'

/** A name and what is beside it. */
export type Fact = readonly [name: string, value: ReactNode]

/** What the document is about, and what it was made with. */
export const DocumentFacts = ({ document, more }: { document: SummaryDocument; more: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {[...documentFacts(document), ...more].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
