import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { numberReference } from '../../shared/summaries/references.ts'
import { numbersIn, valueWords, whereWords } from './numbers.ts'
import styles from './Section.module.css'

/** The present values of the numbers in a text. */
export function NumbersInText({ text, annex }: { text: string; annex: AnnexRow[] }) {
  const { rows } = numbersIn(text, annex)
  if (rows.length === 0) return null
  return (
    <ul className={styles.numbers} aria-label="Numbers in this text">
      {rows.map((row) => (
        <li key={row.key}>
          <span className={styles.key}>{numberReference(row.key)}</span> reads{' '}
          <strong>{valueWords(row)}</strong>: {row.measure}, {whereWords(row)}
        </li>
      ))}
    </ul>
  )
}
