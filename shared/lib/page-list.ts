/* Page numbers without the query's schema, so that public pages load no validator. Also exported by paging.ts. */

export const ROWS_PER_PAGE = [10, 20, 30, 40] as const
export const DEFAULT_ROWS = 10

/**
 * The page buttons: every page up to 7, otherwise first, last and a window of 3 around the current one, with 'gap' for
 * omitted pages (000 §9).
 */
export function pageList(current: number, pages: number): (number | 'gap')[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1)
  const start = Math.min(Math.max(current - 1, 1), pages - 2)
  const shown = [...new Set([1, start, start + 1, start + 2, pages])].sort((a, b) => a - b)
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1]
    return previous !== undefined && page - previous > 1 ? (['gap', page] as const) : [page]
  })
}
