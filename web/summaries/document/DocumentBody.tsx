import { formatFigure } from '../../../shared/activities/figure-words.ts'
import { plural } from '../../../shared/lib/format.ts'
import { type Numbers, numbersOf } from '../../../shared/summaries/document-words.ts'
import { ANNEX_CHAPTER, type Chapter, chaptersOf, type Part } from '../../../shared/summaries/layout.ts'
import type { SummaryDocument } from '../../../shared/summaries/summary-document.ts'
import { Fold } from '../../public/Fold.tsx'
import { AnnexTable } from './AnnexTable.tsx'
import { Blocks } from './Blocks.tsx'
import { Contents } from './Contents.tsx'
import { MeaningScope } from './NumberLink.tsx'
import styles from './document.module.css'

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
export function DocumentBody({ document, isDraft }: Props) {
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
