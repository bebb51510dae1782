import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import styles from './document/document.module.css'
import type { ReactNode } from 'react'
import { documentFacts, type Numbers, numbersOf } from '../../shared/summaries/document-words.ts'
import { formatFigure } from '../../shared/activities/figure-words.ts'
import { plural } from '../../shared/lib/format.ts'
import { ANNEX_CHAPTER, type Chapter, chaptersOf, type Part } from '../../shared/summaries/layout.ts'
import { Fold } from '../public/Fold.tsx'
import { AnnexTable } from './document/AnnexTable.tsx'
import { Blocks } from './document/Blocks.tsx'
import { Contents } from './document/Contents.tsx'
import { MeaningScope } from './document/NumberLink.tsx'

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

type Context = { numbers: Numbers; data_of: string }

const PartOf = ({ part: { id, title, subject, inside, blocks }, ...context }: Context & { part: Part }) => (
  <section>
    <Fold
      id={id}
      title={
        <>
          <h3>{title}</h3>
          {subject !== null && <span className={styles.wording}>{subject}</span>}
        </>
      }
      inside={inside.join(' · ')}
    >
      <Blocks of={blocks} level="h4" {...context} />
    </Fold>
  </section>
)

const ChapterOf = ({ chapter: { id, title, blocks, parts }, ...context }: Context & { chapter: Chapter }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <Blocks of={blocks} level="h3" {...context} />
    {parts.map((part) => (
      <PartOf key={part.id} part={part} {...context} />
    ))}
  </section>
)

type Props = { document: SummaryDocument; isDraft: boolean }

/** The chapters of a summary and its annex, with their contents. */
function DocumentBody({ document, isDraft }: Props) {
  const context = { numbers: numbersOf(document), data_of: document.data_of }
  const chapters = chaptersOf(document)
  const { id, title } = ANNEX_CHAPTER
  return (
    <div className={styles.body}>
      <Contents of={[...chapters, { id, title, parts: [] }]} />
      <div className={styles.text}>
        <MeaningScope value={isDraft ? document : null}>
          {chapters.map((chapter) => (
            <ChapterOf key={chapter.id} chapter={chapter} {...context} />
          ))}
        </MeaningScope>
        <section aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <Fold
            title={<strong>Every number of this summary</strong>}
            inside={plural(document.annex.length, 'number')}
          >
            <p className={styles.onPaper}>
              {`On paper this list leaves out zeros and the numbers of the tables above. The CSV file has all ${formatFigure(String(document.annex.length))} numbers.`}
            </p>
            <AnnexTable document={document} numbers={context.numbers} withKeys={isDraft} />
          </Fold>
        </section>
      </div>
    </div>
  )
}

type ViewProps = {
  document: SummaryDocument
  /** marks it as a draft, also in print */
  isDraft?: boolean
}

/** A summary of information to read and to print, in the order of UNFCCC decision 17/CP.21; it needs no script. */
export const DocumentView = ({ document, isDraft = false }: ViewProps) => (
  <div className={`${styles.document} ${isDraft ? styles.draft : ''}`}>
    {isDraft && <p className={styles.draftNote}>Draft: its numbers and words may still change.</p>}
    <FactList facts={documentFacts(document)} />
    <DocumentBody document={document} isDraft={isDraft} />
  </div>
)
