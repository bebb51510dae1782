import { mustSend } from './requests.ts'

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; allOf?: Schema[] }
type Operation = {
  parameters?: { in: string; name: string }[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Description = { paths: Record<string, { get?: Operation }> }

/** A call of the contract that answers with a page of rows in an order that the caller may choose. */
export type SortableCall = { path: string; fields: string[] }

const fieldsOf = ({ properties, anyOf = [], allOf = [] }: Schema): string[] => [
  ...Object.keys(properties ?? {}),
  ...[...anyOf, ...allOf].flatMap(fieldsOf),
]

/** The fields of a row of the reply: of the one list in it. */
function rowOf({ responses }: Operation): string[] {
  const reply = responses['200']?.content?.['application/json']?.schema
  const row = Object.values(reply?.properties ?? {}).find(({ items }) => items?.properties ?? items?.allOf)
  return row?.items ? fieldsOf(row.items) : []
}

const isSortable = ({ parameters = [] }: Operation) =>
  ['page', 'length', 'order'].every((name) =>
    parameters.some((one) => one.in === 'query' && one.name === name),
  )

/** Every such call, as the running product describes itself. */
export async function sortableCalls(origin: string): Promise<SortableCall[]> {
  const { paths } = JSON.parse(
    (await mustSend(origin, { path: '/api/openapi.json' })).toString(),
  ) as Description
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get && isSortable(get) ? [{ path, fields: rowOf(get) }] : [],
  )
}

/** By which of these fields the call sorts: a field that it does not know leaves the order as it was. */
export async function heededColumns(
  fields: readonly string[],
  page: (column: string | null, dir: 'asc' | 'desc') => Promise<unknown[]>,
): Promise<string[]> {
  const usual = JSON.stringify(await page(null, 'asc'))
  const heeded = await Promise.all(
    fields.map(async (field) => {
      const pages = await Promise.all([page(field, 'asc'), page(field, 'desc')])
      return pages.some((one) => JSON.stringify(one) !== usual)
    }),
  )
  return fields.filter((_, at) => heeded[at])
}
