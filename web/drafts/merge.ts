/** Fields of a form that only make sense together, such as a province and its municipality. */
export type FieldGroup<Values> = readonly (keyof Values & string)[]

export type Merged<Values> = {
  /** the person's values, with what only the other user changed */
  values: Values
  /** fields that only the other user changed */
  taken: FieldGroup<Values>[]
  /** fields that both changed, differently: the person chooses (S-144) */
  open: FieldGroup<Values>[]
}

/** compares stored files by id: the state of the virus check does not matter */
const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

/**
 * Merges what a person typed with what another user saved meanwhile. `began` is the record when the form was begun; if
 * it is null (unknown), every field that differs is open.
 */
export function mergeValues<Values extends object>(
  groups: readonly FieldGroup<Values>[],
  { began, theirs, mine }: { began: Values | null; theirs: Values; mine: Values },
): Merged<Values> {
  const merged: Merged<Values> = { values: mine, taken: [], open: [] }
  for (const group of groups) {
    const keyOfGroup = (values: Values) => JSON.stringify(group.map((field) => keyOf(values[field]) ?? ''))
    const isSame = (one: Values | null, other: Values) =>
      one !== null && keyOfGroup(one) === keyOfGroup(other)
    if (isSame(theirs, mine) || isSame(began, theirs)) continue
    if (isSame(began, mine)) {
      merged.values = withGroup(merged.values, theirs, group)
      merged.taken.push(group)
    } else merged.open.push(group)
  }
  return merged
}

/** Returns `values` with the fields of the group from `others`. */
export const withGroup = <Values extends object>(
  values: Values,
  others: Values,
  group: FieldGroup<Values>,
): Values => ({ ...values, ...Object.fromEntries(group.map((field) => [field, others[field]])) })
