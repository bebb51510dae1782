/*
 * Figures as people read them, without the schemas of what is typed, so that the public pages show them without loading
 * a validator. What is here is also exported by facts.ts.
 */

/** "1250.5" as people read it: "1,250.5", with the decimals that were typed. */
export function formatFigure(value: string): string {
  const [whole = '', decimals] = value.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,10}$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
