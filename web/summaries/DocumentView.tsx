import type { ReactNode } from 'react'
import { plural } from '../../shared/lib/format.ts'
import { numbersOf } from '../../shared/summaries/document-words.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { Fold } from '../public/Fold.tsx'
import { AnnexTable } from './document/AnnexTable.tsx'
import { Contents } from './document/Contents.tsx'
import { DocumentFacts, type Fact } from './document/DocumentFacts.tsx'
import styles from './document/document.module.css'
import { CHAPTERS, type Chapter } from './document/outline.ts'
import { WrittenPart } from './document/Paragraphs.tsx'
import { DescribedSafeguard, RespectedSafeguard } from './document/SafeguardParts.tsx'

type WrittenChapter = Exclude<Chapter, 'safeguards' | 'respected' | 'annex'>

function ChapterOf({ name, children }: { name: Chapter; children: ReactNode }) {
  const { id, title } = CHAPTERS[name]
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type Props = {
  document: SummaryDocument
  /** marks it as a draft, also in print */
  isDraft?: boolean
  /** more facts for its start, such as when it was frozen */
  facts?: readonly Fact[]
}

/** A summary of information to read and to print, in the order of UNFCCC decision 17/CP.21; it needs no script. */
export function DocumentView({ document, isDraft = false, facts = [] }: Props) {
  const numbers = numbersOf(document)
  const { data_of, safeguards } = document
  const written = (name: WrittenChapter) => (
    <ChapterOf name={name}>
      <WrittenPart of={document[name]} data_of={data_of} numbers={numbers} />
    </ChapterOf>
  )
  return (
    <div className={`${styles.document} ${isDraft ? styles.draft : ''}`}>
      {isDraft && <p className={styles.draftNote}>Draft: its numbers and words may still change.</p>}
      <DocumentFacts document={document} more={facts} />
      <div className={styles.body}>
        <Contents />
        <div className={styles.text}>
          {written('national_circumstances')}
          <ChapterOf name="safeguards">
            {safeguards.map((part) => (
              <DescribedSafeguard key={part.safeguard} part={part} data_of={data_of} numbers={numbers} />
            ))}
          </ChapterOf>
          {written('systems_and_processes')}
          <ChapterOf name="respected">
            {safeguards.map((part) => (
              <RespectedSafeguard key={part.safeguard} part={part} data_of={data_of} numbers={numbers} />
            ))}
          </ChapterOf>
          {written('institutional_arrangements')}
          {written('risks_and_benefits')}
          <ChapterOf name="annex">
            <Fold
              title={<strong>Every number of this summary</strong>}
              inside={plural(document.annex.length, 'number')}
            >
              <AnnexTable document={document} numbers={numbers} withKeys={isDraft} />
            </Fold>
          </ChapterOf>
        </div>
      </div>
    </div>
  )
}
