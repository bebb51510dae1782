import { diffWordsWithSpace } from 'diff'
import styles from './WordComparison.module.css'

/** A piece of text: in both, only in the older, or only in the newer one; `key` is for React. */
type WordChange = { key: string; kind: 'same' | 'gone' | 'new'; text: string }

/** Compares two texts word by word, in reading order. */
const wordChanges = (old: string, now: string): WordChange[] =>
  diffWordsWithSpace(old, now).map(({ value, added, removed }, at) => ({
    key: String(at),
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))

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
