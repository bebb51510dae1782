/** A choice of a select. */
export type Option = { value: string; label: string }

/** Places, roles and the like as choices. */
export const named = (all: readonly { id: number; name: string }[] | undefined): Option[] =>
  (all ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

/** The choices, after a first one that means none or all of them. */
export const first = (label: string, options: readonly Option[]): Option[] => [
  { value: '', label },
  ...options,
]
