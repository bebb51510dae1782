/** A choice of a select. */
export type Option = { value: string; label: string }

/** Places, roles and the like as choices. */
export const named = (all: readonly { id: number; name: string }[] | undefined): Option[] =>
  (all ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

/** Words that stand for themselves as choices. */
export const plain = (words: readonly string[]): Option[] => words.map((value) => ({ value, label: value }))

/** The choices, after a first one that means none or all of them. */
export const first = (label: string, options: readonly Option[]): Option[] => [
  { value: '', label },
  ...options,
]
