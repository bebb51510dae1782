const ORDER = /^order\[(\d{1,2})\]\[(column|dir)\]$/

type Query = Record<string, string | string[] | { column: string; dir: string }[]>

/**
 * Parses a query; `order[0][column]=email&order[0][dir]=asc` becomes a list under `order`.
 * The last of several equal names counts. Zero bytes, which the database cannot store, are removed.
 */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  const order: { column: string; dir: string }[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    const [, index, part] = ORDER.exec(name) ?? []
    if (index === undefined || (part !== 'column' && part !== 'dir')) {
      query[name] = value.replaceAll('\0', '')
      continue
    }
    const entry = order[Number(index)] ?? { column: '', dir: 'asc' }
    order[Number(index)] = entry
    entry[part] = value
  }
  const input = order.filter(Boolean)
  return input.length > 0 ? { ...query, order: input } : { ...query }
}
