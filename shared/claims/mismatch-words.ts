/** Shown instead of the grades of a record that does not match the log. */
export const NO_MATCH = 'Does not match the log'
