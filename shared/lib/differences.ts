/** A field that differs between two states, as texts; null is empty. */
type Difference<Field extends string = string> = {
  field: Field
  old: string | null
  new: string | null
}

/** Returns the fields whose texts differ between two states, in the given order: the one comparison of all forms and logs. */
export const differences = <Field extends string>(
  fields: readonly Field[],
  before: (field: Field) => string | null,
  after: (field: Field) => string | null,
): Difference<Field>[] =>
  fields
    .map((field) => ({ field, old: before(field), new: after(field) }))
    .filter((one) => one.old !== one.new)
