/** Fields of a form that only make sense together, such as a province and its municipality. */
export type FieldGroup<Values> = readonly (keyof Values & string)[]

export type Merged<Values> = {
  /** the own values, with what only the other person changed */
  values: Values
  /** what was taken from the other person, because it was untouched here */
  taken: FieldGroup<Values>[]
  /** what both changed, each in another way: the person chooses (S-144) */
  open: FieldGroup<Values>[]
}

/** A stored file is the same file whatever its virus check says by now. */
const keyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

/**
 * Brings together what one person typed and what another saved meanwhile. `began` is what the record said when the form was
 * begun; null where no one knows, and then everything that differs is open.
 */
export function mergeValues<Values extends object>(
  groups: readonly FieldGroup<Values>[],
  { began, theirs, mine }: { began: Values | null; theirs: Values; mine: Values },
): Merged<Values> {
  const merged: Merged<Values> = { values: mine, taken: [], open: [] }
  for (const group of groups) {
    const asText = (values: Values) => JSON.stringify(group.map((field) => keyOf(values[field]) ?? ''))
    const isSame = (one: Values | null, other: Values) => one !== null && asText(one) === asText(other)
    if (isSame(theirs, mine) || isSame(began, theirs)) continue
    if (isSame(began, mine)) {
      merged.values = withGroup(merged.values, theirs, group)
      merged.taken.push(group)
    } else merged.open.push(group)
  }
  return merged
}

/** The values with these fields as others have them. */
export const withGroup = <Values extends object>(
  values: Values,
  others: Values,
  group: FieldGroup<Values>,
): Values => ({ ...values, ...Object.fromEntries(group.map((field) => [field, others[field]])) })
