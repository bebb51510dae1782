import { type Numbers, numberWords } from '../../../shared/summaries/document-words.ts'
import styles from './document.module.css'

type Props = { of: string; numbers: Numbers }

/** A formatted number, with its exact value in `<data>`. */
export const ExactNumber = ({ of, numbers }: Props) => (
  <data value={numbers.get(of)?.value}>{numberWords(numbers, of)}</data>
)

/** A number that links to its row of the annex. */
export const NumberLink = ({ of, numbers }: Props) => (
  <a href={`#${of}`} className={styles.number}>
    <ExactNumber of={of} numbers={numbers} />
  </a>
)
