const WORDS: Record<string, string> = {
  implementation_arrangement_others: 'implementation arrangement (please specify)',
}

/** the name of an input of a call, as "accessLevel" */
const JOINED = /^[a-z]+(?:[A-Z][a-z]+)+$/

/**
 * The name of a field as people read it: "project area" for `project_area`, "access level" for `accessLevel`; other names
 * of the log ("Principle #3") are words already. The search in the log uses the same from the database function
 * audit_field_words().
 */
export function fieldWords(field: string): string {
  if (JOINED.test(field)) return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return WORDS[field] ?? field.replaceAll('_', ' ')
}
