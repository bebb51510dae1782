import { Link } from '@tanstack/react-router'
import { plural } from '../../shared/lib/format.ts'
import type { Section } from '../../shared/summaries/sections.ts'
import type { SummaryGap } from '../../shared/summaries/summaries.schema.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { gapsOfPart, type Part, PARTS, sectionsOf } from './parts.ts'
import styles from './Summary.module.css'
import type { SummaryTexts } from './useSummaryTexts.ts'

type Texts = Pick<SummaryTexts, 'unsaved' | 'toCheck'>
type PartStatusProps = { part: Part; gaps: SummaryGap[]; texts: Texts }

function PartStatus({ part, gaps, texts }: PartStatusProps) {
  const isAmong = (sections: Section[]) => sectionsOf(part).some((section) => sections.includes(section))
  const [isUnsaved, isToCheck] = [isAmong(texts.unsaved), isAmong(texts.toCheck)]
  if (gaps.length === 0 && !isUnsaved && !isToCheck)
    return part.kind === 'preview' ? null : (
      <span className={styles.complete}>
        <CheckIcon size={16} />
        <span className="visually-hidden">nothing is missing</span>
      </span>
    )
  return (
    <span className={styles.marks}>
      {isUnsaved ? <span className={styles.mark}>not saved</span> : null}
      {isToCheck ? <span className={styles.mark}>to check</span> : null}
      {gaps.length > 0 ? (
        <span className={styles.mark} data-blocks={gaps.some(({ blocks }) => blocks) || undefined}>
          {plural(gaps.length, 'gap')}
        </span>
      ) : null}
    </span>
  )
}

type PartNavProps = { current: Part; gaps: SummaryGap[]; texts: Texts }

/** The parts of the document in order, each with what it lacks. */
export const PartNav = ({ current, gaps, texts }: PartNavProps) => (
  <nav aria-label="Parts of the summary">
    <ol className={styles.parts}>
      {PARTS.map((part) => (
        <li key={part.key}>
          <Link
            to="."
            search={{ part: part.key }}
            resetScroll={false}
            className={styles.part}
            activeProps={{}}
            aria-current={part.key === current.key ? 'step' : undefined}
          >
            <span>{part.title}</span>
            <PartStatus part={part} gaps={gapsOfPart(gaps, part)} texts={texts} />
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)
