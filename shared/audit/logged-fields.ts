/** When the log says what became of a field: when the record is edited, when it is switched, or never. */
export type LoggedWith = 'edit' | 'switch' | null

/** The fields that are told with an edit or with a switch, in the order of their table. */
export const loggedFields = <Field extends string>(
  table: Record<Field, LoggedWith>,
  loggedWith: 'edit' | 'switch',
): Field[] => (Object.keys(table) as Field[]).filter((field) => table[field] === loggedWith)
