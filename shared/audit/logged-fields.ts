/** When a field appears in the log: on edits of the record, on (de)activation, or never. */
export type LoggedWith = 'edit' | 'switch' | null

/** The fields logged with an edit or with a switch, in the order of their table. */
export const loggedFields = <Field extends string>(
  table: Record<Field, LoggedWith>,
  loggedWith: 'edit' | 'switch',
): Field[] => (Object.keys(table) as Field[]).filter((field) => table[field] === loggedWith)
