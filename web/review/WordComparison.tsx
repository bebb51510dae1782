import { diffWordsWithSpace } from 'diff'
import styles from './Changes.module.css'

/** Two texts compared word by word: what was removed is struck through, what was added is set apart. */
export const WordComparison = ({ old, now }: { old: string; now: string }) => (
  <p className={styles.words}>
    {diffWordsWithSpace(old, now).map(({ value, added, removed }, at) => {
      const Tag = added ? 'ins' : removed ? 'del' : 'span'
      return <Tag key={at}>{value}</Tag>
    })}
  </p>
)
