import { meaningOf, type Scope } from '../../shared/summaries/number-meaning.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { numberReference } from '../../shared/summaries/references.ts'
import { numbersIn, valueWords } from './numbers.ts'
import styles from './Section.module.css'

type NumbersProps = { text: string; annex: AnnexRow[]; scope: Scope }

/** The present values of the numbers in a text, and what each counts. */
export function NumbersInText({ text, annex, scope }: NumbersProps) {
  const { rows } = numbersIn(text, annex)
  if (rows.length === 0) return null
  return (
    <ul className={styles.numbers} aria-label="Numbers in this text">
      {rows.map((row) => (
        <li key={row.key}>
          <span className={styles.key}>{numberReference(row.key)}</span> reads{' '}
          <strong>{valueWords(row)}</strong>: {meaningOf(row, scope)}
        </li>
      ))}
    </ul>
  )
}
