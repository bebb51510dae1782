import { formatDate, formatTime, manilaDay } from '../../shared/lib/dates.ts'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { useToday } from '../ui/useNow.ts'
import styles from './Section.module.css'
import type { PartState } from './texts-draft.ts'

/** "Saved 10:32 AM", with the date if it was not today */
function savedWords({ written_at, written_by }: SummaryText, today: string): string {
  const at = new Date(written_at)
  const by = written_by === null ? '' : ` by ${written_by}`
  return manilaDay(at) === today
    ? `Saved ${formatTime(written_at)}${by}`
    : `Saved ${formatDate(written_at)}${by}`
}

/** Whether a part is saved, and a note to check it if it was copied from an earlier summary. */
export function TextStatus({ state, busy }: { state: PartState; busy: boolean }) {
  const today = useToday()
  const { stored, isUnsaved } = state
  const takenFrom = !isUnsaved && stored ? stored.taken_from : null
  const words = () => {
    if (busy) return 'Saving…'
    if (isUnsaved) return 'Not saved yet'
    return stored ? savedWords(stored, today) : 'Nothing is written yet'
  }
  return (
    <p role="status" className={takenFrom === null ? 'quiet' : styles.copied}>
      {takenFrom === null || !stored
        ? words()
        : `From ${takenFrom}, written ${formatDate(stored.written_at)}, please check`}
    </p>
  )
}
