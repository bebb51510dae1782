import type { SpellingEdit } from '../../../shared/review/review.schema.ts'
import { correctedPart } from '../../../shared/review/corrected.ts'
import styles from './Spelling.module.css'

/** What a correction changed, old and new, with a few words around it. */
export function SpellingDifference({ edit }: { edit: Pick<SpellingEdit, 'old' | 'new'> }) {
  const { lead, old, new: now, rest } = correctedPart(edit)
  return (
    <p className={styles.difference}>
      {lead}
      {old ? <del>{old}</del> : null} {now ? <ins>{now}</ins> : null}
      {rest}
    </p>
  )
}
