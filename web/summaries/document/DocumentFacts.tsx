import type { ReactNode } from 'react'
import { documentFacts } from '../../../shared/summaries/document-words.ts'
import type { SummaryDocument } from '../../../shared/summaries/summary-document.ts'
import styles from './document.module.css'

/** A label and its value. */
export type Fact = readonly [name: string, value: ReactNode]

export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** The scope of the document, and what it was computed from. */
export const DocumentFacts = ({ document }: { document: SummaryDocument }) => (
  <FactList facts={documentFacts(document)} />
)
