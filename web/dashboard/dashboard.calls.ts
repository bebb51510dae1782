import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DashboardChoice, filterOf, fitsAddress } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { call, download } from '../lib/call.ts'
import { loadConfig } from '../lib/config.ts'
import { saveReply } from '../lib/save-file.ts'
import type { TableState } from '../ui/useTableState.ts'

/** A page of the dashboard's table; the old rows stay while the new ones load. */
export const useDashboardTable = (choice: DashboardChoice, query: TableState['query']) =>
  useQuery({
    queryKey: ['dashboard', 'table', choice, query],
    queryFn: () =>
      call(dashboardApi.datatable, { query: { ...filterOf(choice), ...query, without_ids: '1' } }),
    placeholderData: keepPreviousData,
  })

/** A page of the open or the finally approved records behind a number. */
export const useCountedRecords = (
  choice: DashboardChoice,
  shown: 'open' | 'approved',
  query: TableState['query'],
) =>
  useQuery({
    queryKey: ['dashboard', 'records', choice, shown, query],
    queryFn: () => call(dashboardApi.records, { query: { ...filterOf(choice), ...query, shown } }),
    placeholderData: keepPreviousData,
  })

/** The numbers of the charts. */
export const useFigures = (choice: DashboardChoice) =>
  useQuery({
    queryKey: ['dashboard', 'figures', choice],
    queryFn: async () => (await call(dashboardApi.figures, { query: filterOf(choice) })).data,
    placeholderData: keepPreviousData,
  })

/** The summed figures of a year, by default the newest, in the places of the filters. */
export const useFigureTotals = (choice: DashboardChoice, reporting_year: string) =>
  useQuery({
    queryKey: ['dashboard', 'totals', choice, reporting_year],
    queryFn: () => {
      const { accessLevel, region_id, province_id } = filterOf(choice)
      const year = reporting_year === '' ? {} : { reporting_year }
      return call(dashboardApi.totals, { query: { accessLevel, region_id, province_id, ...year } })
    },
    placeholderData: keepPreviousData,
  })

/** what narrows the table besides the dashboard's filters */
type TableNarrowing = Omit<TableState['query'], 'page' | 'length' | 'order'>

const findIds = (choice: DashboardChoice, more: TableNarrowing) =>
  call(dashboardApi.datatable, { query: { ...filterOf(choice), ...more, page: 1, length: 1 } })

/** The ids of all filtered profiles and activities, for the external report. */
export const useIds = (choice: DashboardChoice) =>
  useQuery({
    queryKey: ['dashboard', 'ids', choice],
    queryFn: () => findIds(choice, { search: '' }),
    placeholderData: keepPreviousData,
  })

/** The address of the bureau's own report, '' if there is none; undefined while loading. */
export const useReportFrame = () =>
  useQuery({
    queryKey: ['report frame'],
    queryFn: async () => (await loadConfig()).report_frame_url,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Saves the filtered sites as CSV; ids too long for an address are left out, as the filters select the same rows. */
export async function saveDashboard(choice: DashboardChoice, narrowing: TableNarrowing): Promise<void> {
  const { ids, site_activity_ids } = await findIds(choice, narrowing)
  const lists = fitsAddress(ids, site_activity_ids)
    ? { site_profile_id: ids.join(), site_activity_id: site_activity_ids.join() }
    : {}
  const { category } = choice
  const query = { ...filterOf(choice), category, ...narrowing, ...lists }
  await saveReply(download(dashboardApi.exportCsv, { query }))
}
