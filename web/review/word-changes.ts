import { diffWordsWithSpace } from 'diff'

/** A piece of text: in both, only in the older, or only in the newer one; `key` is for React. */
export type WordChange = { key: string; kind: 'same' | 'gone' | 'new'; text: string }

/** Compares two texts word by word, in reading order. */
export const wordChanges = (old: string, now: string): WordChange[] =>
  diffWordsWithSpace(old, now).map(({ value, added, removed }, at) => ({
    key: String(at),
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value,
  }))
