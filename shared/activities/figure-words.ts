/* Formats figures without their schemas, so that public pages load no validator. Also exported by facts.ts. */

/** "1250.5" for display: "1,250.5", with the decimals as typed. */
export function formatFigure(value: string): string {
  const [whole = '', decimals] = value.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,10}$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
