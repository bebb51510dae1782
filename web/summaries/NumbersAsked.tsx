import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { askingFor } from '../../shared/summaries/references.ts'
import { askedIn, valueWords, whereWords } from './numbers.ts'
import styles from './Section.module.css'

/** What the numbers that a text asks for read at the moment. */
export function NumbersAsked({ text, annex }: { text: string; annex: AnnexRow[] }) {
  const { rows } = askedIn(text, annex)
  if (rows.length === 0) return null
  return (
    <ul className={styles.numbers} aria-label="Numbers in this text">
      {rows.map((row) => (
        <li key={row.key}>
          <span className={styles.key}>{askingFor(row.key)}</span> reads <strong>{valueWords(row)}</strong>:{' '}
          {row.measure}, {whereWords(row)}
        </li>
      ))}
    </ul>
  )
}
