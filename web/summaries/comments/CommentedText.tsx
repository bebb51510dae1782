import { presentParagraph } from '../../../shared/summaries/comments.rules.ts'
import { typedParagraphs, writtenParagraphs } from '../../../shared/summaries/references.ts'
import { SECTION_TITLES, type Section } from '../../../shared/summaries/sections.ts'
import { fragmentWords, type Numbers, numbersOf } from '../../../shared/summaries/document-words.ts'
import type { Paragraph } from '../../../shared/summaries/summary-document.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { useComments } from './comments-context.tsx'
import { placeTarget } from './targets.ts'
import styles from './Comments.module.css'

/** A paragraph as a reader of the document sees it, with the numbers in it. */
function Words({ paragraph, numbers }: { paragraph: Paragraph; numbers: Numbers }) {
  return (
    <p className={styles.text}>
      {paragraph.map((piece, at) => {
        const Tag = 'missing' in piece ? 'mark' : 'ref' in piece ? 'strong' : 'span'
        return <Tag key={at}>{fragmentWords(numbers, piece)}</Tag>
      })}
    </p>
  )
}

/** A written part to read, its paragraphs numbered, each with its comments and the form for a new one. */
export function CommentedText({ section }: { section: Section }) {
  const { shown, comments, isOpen } = useComments()
  const { annex } = shown.document
  const numbers = numbersOf(shown.document)
  const stored = shown.texts.find((text) => text.section === section)
  const text = stored?.text ?? ''
  const typed = typedParagraphs(text)
  const refs = new Map(annex.map(({ key, ref }) => [key, ref]))
  const own = comments.filter((comment) => comment.section === section)
  const isAt = (number: number | null) => own.filter((comment) => presentParagraph(typed, comment) === number)
  const title = SECTION_TITLES[section]
  const add = (paragraph: number | null) => (
    <CommentForm
      // by its words: the form follows the paragraph if others are written above it
      target={placeTarget(section, paragraph === null ? null : (typed[paragraph - 1] ?? null))}
      action="Comment"
      name={paragraph === null ? `on the whole of ${title}` : `on paragraph ${paragraph} of ${title}`}
      label="Your comment"
      send="Comment"
      step={(words) => ({
        kind: 'add',
        body: { section, paragraph, written_at: stored?.written_at ?? null, text: words },
      })}
    />
  )
  return (
    <div className={styles.commented}>
      {typed.length === 0 ? <p className="quiet">Nothing is written here yet.</p> : null}
      <ol className={styles.paragraphs}>
        {writtenParagraphs(text, (key) => refs.get(key)).map((paragraph, at) => (
          <li key={at}>
            <div>
              <Words paragraph={paragraph} numbers={numbers} />
              <CommentList comments={isAt(at + 1)} label={`paragraph ${at + 1} of ${title}`} />
              {isOpen ? add(at + 1) : null}
            </div>
          </li>
        ))}
      </ol>
      <CommentList comments={isAt(null)} label={title} isPlaced={false} />
      {isOpen ? (
        <div className={styles.whole}>
          <span className="quiet">On the whole part:</span> {add(null)}
        </div>
      ) : null}
    </div>
  )
}
