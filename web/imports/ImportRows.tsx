import { Link } from '@tanstack/react-router'
import { canLeaveOutRows } from '../../shared/imports/imports.policy.ts'
import {
  type Import,
  type ImportRow,
  importsApi,
  type RowState,
} from '../../shared/imports/imports.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable, type DataTableProps } from '../ui/DataTable.tsx'
import { rowWords } from './import-words.ts'
import { LeaveOutButton } from './LeaveOut.tsx'
import { whileAtWork } from './imports.calls.ts'

const columnsOf = (of: Import): Column<ImportRow>[] => [
  { key: 'row', header: 'Row', align: 'right' },
  { key: 'name_of_partner', header: 'Name of Implementer', long: true },
  { key: 'office', header: 'Office' },
  { key: 'state', header: 'Result', cell: ({ state }) => rowWords(state, of) },
  {
    key: 'site',
    header: 'Profile',
    nowrap: true,
    cell: ({ site }) =>
      site === null ? (
        'None'
      ) : (
        <Link to="/sitemap/view/$id" params={{ id: String(site.id) }} search={{}}>
          {site.code}
        </Link>
      ),
  },
]

type ImportRowsProps = {
  of: Import
  /** undefined: the rows in every state */
  only: RowState | undefined
} & Pick<DataTableProps<ImportRow>, 'state' | 'filters'>

/** The rows and their states, in the order of the uploaded table. */
export function ImportRows({ of, only, state, filters }: ImportRowsProps) {
  const mayLeaveOut = canLeaveOutRows(useActor(), of).ok && of.rows.Wrong + of.rows.LeftOut > 0
  const { page, length } = state
  const rows = useRead(importsApi.rows, {
    params: { id: of.id },
    query: { page, length, ...(only ? { state: only } : {}) },
    ...whileAtWork(of),
  })
  return (
    <DataTable
      title="Rows"
      columns={columnsOf(of)}
      rows={rows}
      state={state}
      searched={false}
      {...(mayLeaveOut ? { rowActions: (row: ImportRow) => <LeaveOutButton of={of} row={row} /> } : {})}
      filters={filters}
      empty={{ text: of.rows_total === null ? 'The table is being read.' : 'There is no such row.' }}
    />
  )
}
