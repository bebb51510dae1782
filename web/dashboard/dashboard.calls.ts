import { type DashboardChoice, filterOf, fitsAddress } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { call } from '../lib/call.ts'
import { saveReply } from '../lib/save-file.ts'
import type { TableState } from '../ui/useTableState.ts'

/** what narrows the table besides the dashboard's filters */
type TableNarrowing = Omit<TableState['query'], 'page' | 'length' | 'order'>

/** Asks for the ids of all filtered profiles and activities; the rows come with them. */
export const idsQuery = (choice: DashboardChoice, more: TableNarrowing) => ({
  ...filterOf(choice),
  ...more,
  page: 1,
  length: 1,
})

/** Saves the filtered sites as CSV; ids too long for an address are left out, as the filters select the same rows. */
export async function saveDashboard(choice: DashboardChoice, narrowing: TableNarrowing): Promise<void> {
  const query = idsQuery(choice, narrowing)
  const { ids, site_activity_ids } = await call(dashboardApi.datatable, { query })
  const lists = fitsAddress(ids, site_activity_ids)
    ? { site_profile_id: ids.join(), site_activity_id: site_activity_ids.join() }
    : {}
  const { category } = choice
  await saveReply(dashboardApi.exportCsv, {
    query: { ...filterOf(choice), category, ...narrowing, ...lists },
  })
}
