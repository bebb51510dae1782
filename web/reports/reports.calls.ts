import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReportFilter, reportQuery } from '../../shared/reports/report-filter.ts'
import { reportsApi } from '../../shared/reports/reports.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { call } from '../lib/call.ts'

/** rows per page of the preview */
export const PREVIEW_ROWS = 20

/** A page of the report, refetched whenever it is shown. */
export function usePreview(filter: ReportFilter, page: number) {
  const query = reportQuery(useActor(), filter)
  return useQuery({
    queryKey: ['reports', 'preview', query, page],
    queryFn: ({ signal }) =>
      call(reportsApi.preview, { query: { ...query, page, length: PREVIEW_ROWS, without_ids: '1' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
