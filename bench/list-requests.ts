import type { Wanted } from './bare-lists.ts'
import type { List } from './list.ts'
import type { Bench, Operation } from './operations.ts'
import { visitorAddress } from './requests.ts'

export const ROWS_OF_A_PAGE = 10

/** A page of a list, asked of the product and of the bare server. */
export function requestsOf(
  { apiKey, tokens }: Pick<Bench, 'apiKey' | 'tokens'>,
  { name, path, isPublic, filters }: List,
  { column, dir, search, filter = null }: Wanted,
  page: number,
): Pick<Operation, 'product' | 'bare'> {
  const both = {
    page: String(page),
    length: String(ROWS_OF_A_PAGE),
    ...(search === null ? {} : { search }),
  }
  const order = column === null ? {} : { 'order[0][column]': column, 'order[0][dir]': dir }
  const chosen = filter === null ? undefined : filters?.[filter]
  const narrowed = filter !== null && chosen ? { [filter]: chosen.value } : {}
  const ours = new URLSearchParams({ ...both, ...order, ...narrowed }).toString()
  const theirs = new URLSearchParams({
    list: name,
    ...both,
    ...(column === null ? {} : { column, dir }),
    ...(filter === null ? {} : { filter }),
  }).toString()
  return {
    product: () => ({
      path: `${path}${path.includes('?') ? '&' : '?'}${ours}`,
      headers: {
        'x-api-key': apiKey,
        ...(isPublic ? visitorAddress() : { authorization: `Bearer ${tokens.fmb}` }),
      },
    }),
    bare: () => ({ path: `/rows?${theirs}` }),
  }
}
