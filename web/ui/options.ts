/** A choice of a select. */
export type Option = { value: string; label: string }

/** Places, roles and the like as choices. */
export const named = (all: readonly { id: number; name: string }[] | undefined): Option[] =>
  (all ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

/** The choices below one that stands for none of them, or for all. */
export const first = (label: string, options: readonly Option[]): Option[] => [
  { value: '', label },
  ...options,
]
