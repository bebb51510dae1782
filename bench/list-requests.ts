import type { Wanted } from './bare-lists.ts'
import type { List } from './list.ts'
import type { Bench, Operation } from './operations.ts'
import { visitorAddress } from './requests.ts'

export const ROWS_OF_A_PAGE = 10

/** A page of a list, asked of the product and of the bare server. */
export function requestsOf(
  { apiKey, tokens }: Pick<Bench, 'apiKey' | 'tokens'>,
  { name, path, isPublic }: List,
  { column, dir, search }: Wanted,
  page: number,
): Pick<Operation, 'product' | 'bare'> {
  const both = {
    page: String(page),
    length: String(ROWS_OF_A_PAGE),
    ...(search === null ? {} : { search }),
  }
  const order = column === null ? {} : { 'order[0][column]': column, 'order[0][dir]': dir }
  const ours = new URLSearchParams({ ...both, ...order }).toString()
  const theirs = new URLSearchParams({
    list: name,
    ...both,
    ...(column === null ? {} : { column, dir }),
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
