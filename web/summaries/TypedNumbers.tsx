import type { AnnexRow } from '../../shared/summaries/summary-document.ts'
import { typedNumbers } from '../../shared/summaries/typed-numbers.ts'
import { ActionName } from '../ui/ActionName.tsx'
import styles from './Section.module.css'
import { meaningOf, type Scope } from '../../shared/summaries/number-meaning.ts'
import { numberReference } from '../../shared/summaries/references.ts'
import { numbersIn, valueWords } from './numbers.ts'

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

/** how many are listed at once */
const MAX_LISTED = 10

export type TypedPlace = { from: number; to: number }

type TypedNumbersProps = {
  text: string
  annex: AnnexRow[]
  /** opens the numbers of the annex, to put one in the place of a typed one */
  onReplace: (place: TypedPlace) => void
}

/** Points out typed numbers that the annex does not have: a reader could not trace them. */
export function TypedNumbers({ text, annex, onReplace }: TypedNumbersProps) {
  const found = typedNumbers(text, annex)
  if (found.length === 0) return null
  return (
    <div className={styles.typed}>
      <p>
        {found.length === 1 ? 'A typed number matches' : `${found.length} typed numbers match`} no number of
        the annex:
      </p>
      <ul>
        {found.slice(0, MAX_LISTED).map(({ text: typed, at }) => (
          <li key={at}>
            <button type="button" onClick={() => onReplace({ from: at, to: at + typed.length })}>
              <ActionName
                action={`${typed}: choose from the annex`}
                name={`instead of ${around(text, at)}`}
              />
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_LISTED ? <p>{found.length - MAX_LISTED} more below.</p> : null}
    </div>
  )
}

/** the words around a place, to tell two equal numbers apart */
const AROUND = 20
const around = (text: string, at: number): string =>
  `…${text
    .slice(Math.max(0, at - AROUND), at + AROUND)
    .replaceAll(/\s+/g, ' ')
    .trim()}…`
