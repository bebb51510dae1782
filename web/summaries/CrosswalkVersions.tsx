import { formatDateTime } from '../../shared/lib/dates.ts'
import { crosswalkApi, type CrosswalkVersion } from '../../shared/summaries/crosswalk.schema.ts'
import { useRead } from '../lib/queries.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useTableState } from '../ui/useTableState.ts'

const COLUMNS: Column<CrosswalkVersion>[] = [
  { key: 'version', header: 'Version', sortable: 'number' },
  {
    key: 'created_at',
    header: 'Saved on',
    sortable: 'time',
    nowrap: true,
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  {
    key: 'created_by',
    header: 'Saved by',
    long: true,
    cell: ({ created_by }) => created_by ?? 'Came with the product',
  },
  { key: 'summaries', header: 'Frozen summaries', align: 'right' },
]

const NEWEST_FIRST = { column: 'version', dir: 'desc' } as const

/** Who saved each version, when, and how many summaries were frozen with it; a row opens its version. */
export function CrosswalkVersions() {
  const state = useTableState({ defaultSort: NEWEST_FIRST })
  const change = useAddressChange()
  return (
    <DataTable
      title="Versions"
      columns={COLUMNS}
      rows={useRead(crosswalkApi.versions, { query: state.query })}
      state={state}
      searched={false}
      onRow={({ version }) => change({ version })}
    />
  )
}
