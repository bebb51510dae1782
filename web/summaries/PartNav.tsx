import { Link } from '@tanstack/react-router'
import { formatDate } from '../../shared/lib/dates.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import type { SummaryComment } from '../../shared/summaries/comments.schema.ts'
import { outlineOf, type PartOutline, wordsIn } from '../../shared/summaries/draft-outline.ts'
import type { SummaryGap, SummaryText, Summary } from '../../shared/summaries/summaries.schema.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { commentedIn, gapsOfPart, type Part, PARTS, sectionsOf } from './parts.ts'
import styles from './Summary.module.css'
import type { SummaryTexts } from './useSummaryTexts.ts'
import { SECTIONS } from '../../shared/summaries/sections.ts'

/** "1,204 words in 12 of 20 texts. 5 gaps. 2 open comments." */
function totalWords({ texts, gaps }: Summary, comments: readonly SummaryComment[]): string {
  const written = texts.filter(({ text }) => text !== '')
  const words = written.reduce((sum, { text }) => sum + wordsIn(text), 0)
  const open = comments.filter(({ state }) => state === 'open').length
  return [
    `${formatCount(words)} words in ${written.length} of ${SECTIONS.length} texts.`,
    gaps.length > 0 ? `${plural(gaps.length, 'gap')}.` : 'Nothing is missing.',
    ...(open > 0 ? [`${plural(open, 'open comment')}.`] : []),
  ].join(' ')
}

type DraftOutlineProps = { shown: Summary; texts: SummaryTexts; comments: readonly SummaryComment[] }

/** The first view of a draft: all its parts with what is written, what is missing, and what is open. */
export const DraftOutline = ({ shown, texts, comments }: DraftOutlineProps) => (
  <section className={styles.panel} aria-labelledby="outline-title">
    <div>
      <h2 id="outline-title">Outline</h2>
      <p>{totalWords(shown, comments)}</p>
    </div>
    <PartNav current={null} gaps={shown.gaps} texts={texts} stored={shown.texts} comments={comments} />
  </section>
)

type Texts = Pick<SummaryTexts, 'unsaved'>
type PartStatusProps = { part: Part; gaps: SummaryGap[]; texts: Texts }

function PartStatus({ part, gaps, texts }: PartStatusProps) {
  const isUnsaved = sectionsOf(part).some((section) => texts.unsaved.includes(section))
  if (gaps.length === 0 && !isUnsaved)
    return part.kind === 'preview' ? null : (
      <span className={styles.complete}>
        <CheckIcon size={16} />
        <span className="visually-hidden">nothing is missing</span>
      </span>
    )
  return (
    <span className={styles.marks}>
      {isUnsaved ? <span className={styles.mark}>not saved</span> : null}
      {gaps.length > 0 ? (
        <span className={styles.mark} data-blocks={gaps.some(({ blocks }) => blocks) || undefined}>
          {plural(gaps.length, 'gap')}
        </span>
      ) : null}
    </span>
  )
}

/** "1 open comment, 2 answered"; empty without them */
const commentWords = ({ open, answered }: PartOutline): string =>
  [
    open > 0 ? plural(open, 'open comment') : '',
    answered > 0 ? (open > 0 ? `${answered} answered` : plural(answered, 'answered comment')) : '',
  ]
    .filter((words) => words !== '')
    .join(', ')

/** How much is written, who wrote last, and which comments wait. */
function PartDetails({ part, outline }: { part: Part; outline: PartOutline }) {
  const { words, last } = outline
  const comments = commentWords(outline)
  if (part.kind === 'preview' && comments === '') return null
  return (
    <p className={styles.details}>
      {part.kind === 'preview' ? null : <span>{words === 1 ? '1 word' : `${formatCount(words)} words`}</span>}
      {last ? (
        <span>
          {last.written_by ?? 'Unknown'}, {formatDate(last.written_at)}
        </span>
      ) : null}
      {comments ? <strong>{comments}</strong> : null}
    </p>
  )
}

type PartNavProps = {
  /** null: the outline of all parts, with what each lacks in words */
  current: Part | null
  gaps: SummaryGap[]
  texts: Texts
  stored: readonly SummaryText[]
  comments: readonly SummaryComment[]
}

/** The parts of the document in order, each with what it lacks, what is written, by whom and when. */
export const PartNav = ({ current, gaps, texts, stored, comments }: PartNavProps) => (
  <nav aria-label="Parts of the summary" className={current ? styles.beside : undefined}>
    <ol className={current ? styles.parts : styles.outline}>
      {PARTS.map((part) => {
        const own = gapsOfPart(gaps, part)
        return (
          <li key={part.key}>
            <Link
              to="."
              search={{ part: part.key }}
              resetScroll={false}
              className={styles.part}
              activeProps={{}}
              aria-current={part.key === current?.key ? 'step' : undefined}
            >
              <span>{part.title}</span>
              <PartStatus part={part} gaps={own} texts={texts} />
            </Link>
            <PartDetails part={part} outline={outlineOf(commentedIn(part), stored, comments)} />
            {current === null && own.length > 0 ? (
              <ul className={styles.missing}>
                {own.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            ) : null}
          </li>
        )
      })}
    </ol>
  </nav>
)
