import { Button, Group, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { covers, holds } from '../../shared/access/actor.ts'
import { COUNTED_NAMES } from '../../shared/dashboard/counted.ts'
import { type DashboardChoice, filterOf, hasGrades } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi, type DashboardRow } from '../../shared/dashboard/dashboard.schema.ts'
import { useRead } from '../lib/queries.ts'
import { monthsBefore } from '../../shared/lib/date-range.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { AsOfPicker } from '../ui/AsOfPicker.tsx'
import { inform } from '../ui/dialogs.tsx'
import { GradeStrip } from '../ui/GradeStrip.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { useDownload } from '../ui/useDownload.ts'
import { useToday } from '../ui/useNow.ts'
import { type TableState, useTableState } from '../ui/useTableState.ts'
import { saveDashboard } from './dashboard.calls.ts'

/** The code, as a link if the person may open the record: approved sites of other offices are only listed (C-33). */
function Code({ row }: { row: DashboardRow }) {
  const actor = useActor()
  const mayOpen = holds(actor, 'site_map_access').ok && covers(actor, row).ok
  if (!mayOpen) return row.code
  return (
    <Link to="/sitemap/view/$id" params={{ id: String(row.site_profile_id) }}>
      {row.code}
    </Link>
  )
}

const GRADE: Column<DashboardRow> = {
  key: 'gradient',
  header: 'Compliance Grade',
  cell: (row) => <GradeStrip gradient={row.gradient} />,
}
const COLUMNS: Column<DashboardRow>[] = [
  { key: 'region', header: 'Region', sortable: true },
  { key: 'province', header: 'Province', sortable: true },
  { key: 'name_of_partner', header: 'Name of Partner', sortable: true, long: true },
  GRADE,
  { key: 'code', header: 'SITES Code', sortable: true, nowrap: true, cell: (row) => <Code row={row} /> },
]
const WITHOUT_GRADES = COLUMNS.filter((column) => column !== GRADE)

const FILTERS = ['as_of', 'approved_before', ...COUNTED_NAMES.sites] as const
/** an approval of this age is due for renewal */
const RENEWAL_MONTHS = 12
const BY_REGION = { column: 'region', dir: 'asc' } as const

type DownloadButtonProps = { choice: DashboardChoice; query: TableState['query']; empty: boolean }

function DownloadButton({ choice, query, empty }: DownloadButtonProps) {
  const { busy, start } = useDownload()
  const save = async () => {
    const { page: _page, length: _length, order: _order, ...narrowed } = query
    await saveDashboard(choice, narrowed)
    await inform({
      title: 'Download Report Successful',
      message: 'The graph has been downloaded into csv format.',
    })
  }
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon />}
      loading={busy}
      disabled={empty}
      onClick={() => start(save)}
    >
      Download as CSV
    </Button>
  )
}

/** The approved sites that match the filters, with their grades (DASHBOARD-05). */
export function DashboardTable({ applied }: { applied: DashboardChoice }) {
  const state = useTableState({ defaultSort: BY_REGION, filters: FILTERS })
  const as_of = state.filter('as_of')
  const today = useToday()
  const before = state.filter('approved_before')
  const due = monthsBefore(as_of || today, RENEWAL_MONTHS)
  const rows = useRead(dashboardApi.datatable, {
    query: { ...filterOf(applied), ...state.query, without_ids: '1' },
  })
  return (
    <DataTable
      title={as_of === '' ? 'Approved SITES' : `Approved SITES as of ${formatDate(as_of)}`}
      columns={hasGrades(applied.category) ? COLUMNS : WITHOUT_GRADES}
      rows={rows}
      state={state}
      filters={
        <Group gap="sm" align="flex-start">
          <AsOfPicker value={as_of} onChange={(day) => state.setFilter('as_of', day)} />
          <NativeSelect
            label="Last approval"
            maw={240}
            value={before}
            data={[
              { value: '', label: 'Any time' },
              {
                value: before === '' ? due : before,
                label: `Before ${formatDate(before === '' ? due : before)}`,
              },
            ]}
            onChange={(event) => state.setFilter('approved_before', event.currentTarget.value)}
          />
        </Group>
      }
      addButton={<DownloadButton choice={applied} query={state.query} empty={!rows.data?.filteredCount} />}
      empty={{ text: 'No data found. A site appears here once FMB has approved it.' }}
    />
  )
}
