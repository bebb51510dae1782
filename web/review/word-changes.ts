import { diffWordsWithSpace } from 'diff'

/** A piece of a text: in both, only in the older, only in the newer; `key` reports the pieces apart. */
export type WordChange = { key: string; kind: 'same' | 'gone' | 'new'; text: string }

/** Two texts word by word, in the order in which one reads them. */
export const wordChanges = (old: string, now: string): WordChange[] =>
  diffWordsWithSpace(old, now).map(({ value, added, removed }, at) => ({
    key: String(at),
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
