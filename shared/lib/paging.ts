import { z } from 'zod/mini'
import { DEFAULT_ROWS } from './page-list.ts'
import { TYPED_PER_STORED, word } from './plain-text.ts'
import { lineForm } from './text-form.ts'

export { DEFAULT_ROWS, pageList, ROWS_PER_PAGE } from './page-list.ts'

export const MAX_ROWS = 100

/** characters of a search text; nothing stored matches a longer one */
const SEARCH_MAX = 200

/** A whole number in a query; anything else becomes the fallback, so that a mistyped URL still shows a list. */
const wholeNumber = (fallback: number, max: number) =>
  z.pipe(
    z.optional(z.union([z.string(), z.number()])),
    z.transform((value) => {
      const number = Math.trunc(Number(value))
      return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback
    }),
  )

const Order = z.object({ column: word('Order cannot be read.'), dir: word('Order cannot be read.') })

/** Cuts the search text instead of rejecting it, so that a mistyped URL still shows a list. */
const searched = (typed: string): string =>
  lineForm(typed.slice(0, TYPED_PER_STORED * SEARCH_MAX)).slice(0, SEARCH_MAX)

/** The search text, in the form in which texts are stored (S-128). */
export const SearchText = z.optional(z.string().check(z.overwrite(searched)))

/** page from 1, length at most 100, search, order: list of column and dir (ruling S-19). */
export const PageQuery = z.object({
  page: wholeNumber(1, 10_000_000),
  length: wholeNumber(DEFAULT_ROWS, MAX_ROWS),
  search: SearchText,
  order: z.catch(z.optional(z.array(Order)), undefined),
})
export type PageQuery = z.output<typeof PageQuery>

/** The most choices in one reply; a search text narrows them, and `page` continues the list. */
const MAX_CHOICES = 500

/** The query of every call that searches choices: a text, and how many choices per page. */
export const ChoiceQuery = z.object({
  page: wholeNumber(1, 10_000_000),
  length: wholeNumber(MAX_CHOICES, MAX_CHOICES),
  search: SearchText,
})
export type ChoiceQuery = z.output<typeof ChoiceQuery>

/**
 * The extent in every list of choices: `totalCount` counts the caller's scope, `filteredCount` the matches of the
 * search, `nextPage` is the next page to request, null at the end.
 */
export const extent = { totalCount: z.number(), filteredCount: z.number(), nextPage: z.nullable(z.number()) }

/** The extent of a list after reading one page. */
export function extentOf(
  { totalCount, filteredCount }: Pick<PageReply<unknown>, 'totalCount' | 'filteredCount'>,
  { page, length }: { page: number; length: number },
) {
  return { totalCount, filteredCount, nextPage: page * length < filteredCount ? page + 1 : null }
}

/** `totalCount` counts the caller's scope, `filteredCount` the rows after search and filters. */
export const pageReply = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), totalCount: z.number(), filteredCount: z.number() })

export type PageReply<Row> = { data: Row[]; totalCount: number; filteredCount: number }
