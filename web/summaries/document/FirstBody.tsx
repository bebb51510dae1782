import type { ReactNode } from 'react'
import { plural } from '../../../shared/lib/format.ts'
import { numbersOf } from '../../../shared/summaries/document-words.ts'
import type { FirstDocument } from '../../../shared/summaries/first-document.ts'
import { Fold } from '../../public/Fold.tsx'
import { AnnexTable } from './AnnexTable.tsx'
import { Contents } from './Contents.tsx'
import styles from './document.module.css'
import { CHAPTERS, type Chapter, CONTENTS } from './first-outline.ts'
import { DescribedSafeguard, RespectedSafeguard } from './FirstSafeguards.tsx'
import { WrittenPart } from './Paragraphs.tsx'

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

/** The chapters of a document of the first format, as they were when it was frozen. */
export function FirstBody({ document }: { document: FirstDocument }) {
  const numbers = numbersOf(document)
  const { data_of, safeguards } = document
  const written = (name: WrittenChapter) => (
    <ChapterOf name={name}>
      <WrittenPart of={document[name]} data_of={data_of} numbers={numbers} />
    </ChapterOf>
  )
  return (
    <div className={styles.body}>
      <Contents of={CONTENTS} />
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
            <AnnexTable document={document} numbers={numbers} withKeys={false} />
          </Fold>
        </ChapterOf>
      </div>
    </div>
  )
}
