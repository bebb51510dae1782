import { wordChanges } from './word-changes.ts'
import styles from './WordComparison.module.css'

/** Two texts compared word by word: what was removed is struck through, what was added is set apart. */
export const WordComparison = ({ old, now }: { old: string; now: string }) => (
  <p className={styles.words}>
    {wordChanges(old, now).map(({ key, kind, text }) =>
      kind === 'same' ? (
        <span key={key}>{text}</span>
      ) : kind === 'gone' ? (
        <del key={key}>{text}</del>
      ) : (
        <ins key={key}>{text}</ins>
      ),
    )}
  </p>
)
