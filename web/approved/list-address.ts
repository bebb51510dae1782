import type { OpenFormat } from '../../shared/approved/approved.files.ts'
import type { ApprovedQuery } from '../../shared/approved/approved.schema.ts'
import { DEFAULT_ROWS } from '../../shared/lib/page-list.ts'

export const LIST_PATH = '/site/approved'

/** Returns the address of the public list for a query; defaults are left out. */
export function listAddress(query: Partial<ApprovedQuery>): string {
  const { region_id, principle_grade, search, as_of, length, page, order } = query
  const parts = new URLSearchParams()
  if (region_id) parts.set('region_id', String(region_id))
  if (principle_grade) parts.set('principle_grade', principle_grade)
  if (search) parts.set('search', search)
  if (as_of) parts.set('as_of', as_of)
  if (length && length !== DEFAULT_ROWS) parts.set('length', String(length))
  if (page && page > 1) parts.set('page', String(page))
  const [sort] = order ?? []
  if (sort) {
    parts.set('order[0][column]', sort.column)
    parts.set('order[0][dir]', sort.dir)
  }
  const text = parts.toString()
  return text ? `${LIST_PATH}?${text}` : LIST_PATH
}

/** Returns the address of the list as a file, with the same filters. */
export function fileAddress(
  format: OpenFormat,
  { region_id, principle_grade, search, as_of }: Partial<ApprovedQuery>,
): string {
  const [, filters = ''] = listAddress({ region_id, principle_grade, search, as_of }).split('?')
  return `${LIST_PATH}.${format}${filters && `?${filters}`}`
}

/** Returns the address of an approved activity, with the filters of the list for the way back (PUBLIC-07). */
export function siteAddress(siteActivityId: number, query: Partial<ApprovedQuery>): string {
  return listAddress(query).replace(LIST_PATH, `${LIST_PATH}/${siteActivityId}`)
}
