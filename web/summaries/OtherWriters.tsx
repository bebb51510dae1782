import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../shared/lib/dates.ts'
import type { Section } from '../../shared/summaries/sections.ts'
import styles from './Section.module.css'
import { writersQuery } from './writing.calls.ts'

/** Names the people who have unsaved text in a part at the moment. */
export function OtherWriters({ summary_id, section }: { summary_id: number; section: Section }) {
  const { data: writers = [] } = useQuery(writersQuery(summary_id))
  return (
    <div role="status">
      {writers
        .filter(({ sections }) => sections.includes(section))
        .map(({ name, typed_at }) => (
          <p key={`${name} ${typed_at}`} className={styles.copied}>
            {name} is writing this part and has not saved it yet. Last typed in this summary{' '}
            {formatTime(typed_at)}.
          </p>
        ))}
    </div>
  )
}
