import type { List } from './list.ts'
import { mustSend } from './requests.ts'

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; allOf?: Schema[] }
type Operation = {
  parameters?: { in: string; name: string }[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Description = { paths: Record<string, { get?: Operation }> }

/** A call of the contract that answers with a page of rows in an order that the caller may choose, and what it is asked. */
export type SortableCall = { path: string; fields: string[]; asked: string[] }

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

const askedOf = ({ parameters = [] }: Operation) =>
  parameters.filter((one) => one.in === 'query').map(({ name }) => name)

/** Every such call, as the running product describes itself. */
export async function sortableCalls(origin: string): Promise<SortableCall[]> {
  const { paths } = JSON.parse(
    (await mustSend(origin, { path: '/api/openapi.json' })).toString(),
  ) as Description
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get && isSortable(get) ? [{ path, fields: rowOf(get), asked: askedOf(get) }] : [],
  )
}

type Headers = Record<string, string>
type Sorted = Pick<List, 'path' | 'key' | 'sort'>
type Page = { data: Record<string, unknown>[] }

/** Which rows come first in an order by these columns; the list's own order without one. */
async function firstRows(
  origin: string,
  headers: Headers,
  { path, key }: Sorted,
  columns: readonly string[],
  dir: 'asc' | 'desc',
): Promise<string> {
  const order = columns.flatMap((column, at): [string, string][] => [
    [`order[${at}][column]`, column],
    [`order[${at}][dir]`, dir],
  ])
  const asked = new URLSearchParams(order).toString()
  const reply = await mustSend(origin, { path: `${path}${path.includes('?') ? '&' : '?'}${asked}`, headers })
  return JSON.stringify((JSON.parse(reply.toString()) as Page).data.map((row) => row[key]))
}

/**
 * By which of these fields the call sorts. A field that it does not know leaves the order as it was, so those that
 * nobody expects are asked for all at once.
 */
export async function heededColumns(
  origin: string,
  headers: Headers,
  list: Sorted,
  fields: readonly string[],
): Promise<string[]> {
  const usual = await firstRows(origin, headers, list, [], 'asc')
  const isHeeded = async (...columns: string[]) =>
    (await firstRows(origin, headers, list, columns, 'desc')) !== usual ||
    (await firstRows(origin, headers, list, columns, 'asc')) !== usual
  const heededOf = async (columns: readonly string[]) => {
    const heeded = await Promise.all(columns.map((column) => isHeeded(column)))
    return columns.filter((_, at) => heeded[at])
  }
  const expected = fields.filter((field) => Object.hasOwn(list.sort, field))
  const others = fields.filter((field) => !Object.hasOwn(list.sort, field))
  return [...(await heededOf(expected)), ...((await isHeeded(...others)) ? await heededOf(others) : [])]
}
