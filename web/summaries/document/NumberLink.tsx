import { createContext, useContext } from 'react'
import { type Numbers, numberWords } from '../../../shared/summaries/document-words.ts'
import { meaningOf, type Scope } from '../../../shared/summaries/number-meaning.ts'
import styles from './document.module.css'

/** Set for authors: each number says on hovering what it counts. Readers have the annex, and the page stays small. */
export const MeaningScope = createContext<Scope | null>(null)

type Props = { of: string; numbers: Numbers }

/** A formatted number, with its exact value in `<data>`. */
export const ExactNumber = ({ of, numbers }: Props) => (
  <data value={numbers.get(of)?.value}>{numberWords(numbers, of)}</data>
)

/** A number that links to its row of the annex. */
export function NumberLink({ of, numbers }: Props) {
  const scope = useContext(MeaningScope)
  const row = numbers.get(of)
  return (
    <a href={`#${of}`} className={styles.number} title={scope && row ? meaningOf(row, scope) : undefined}>
      <ExactNumber of={of} numbers={numbers} />
    </a>
  )
}
