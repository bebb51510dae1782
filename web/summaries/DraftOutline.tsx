import { formatCount, plural } from '../../shared/lib/format.ts'
import type { SummaryComment } from '../../shared/summaries/comments.schema.ts'
import { wordsIn } from '../../shared/summaries/draft-outline.ts'
import { SECTIONS } from '../../shared/summaries/sections.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { PartNav } from './PartNav.tsx'
import styles from './Summary.module.css'
import type { SummaryTexts } from './useSummaryTexts.ts'

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
