import {
  type FindingKind,
  type Import,
  type ImportFinding,
  importsApi,
} from '../../shared/imports/imports.schema.ts'
import { useRead } from '../lib/queries.ts'
import { type Column, DataTable, type DataTableProps } from '../ui/DataTable.tsx'
import { whileAtWork } from './imports.calls.ts'

const COLUMNS: Column<ImportFinding>[] = [
  { key: 'row', header: 'Row', align: 'right' },
  { key: 'cell', header: 'Cell', nowrap: true, cell: ({ cell }) => cell ?? 'No such column' },
  { key: 'column', header: 'Column' },
  { key: 'text', header: 'Value', long: true, cell: ({ text }) => (text === '' ? 'Empty' : text) },
  { key: 'sentence', header: 'What is wrong', long: true },
]
const WARNING_COLUMNS = COLUMNS.map((column) =>
  column.key === 'sentence' ? { ...column, header: 'Warning' } : column,
)

type ImportFindingsProps = {
  of: Import
  kind: FindingKind
} & Pick<DataTableProps<ImportFinding>, 'state' | 'filters'>

/** The findings of one kind, in the order of the uploaded table. */
export function ImportFindings({ of, kind, state, filters }: ImportFindingsProps) {
  const { page, length } = state
  const rows = useRead(importsApi.findings, {
    params: { id: of.id },
    query: { kind, page, length },
    ...whileAtWork(of),
  })
  return (
    <DataTable
      title={kind === 'error' ? 'Cells to correct' : 'Warnings'}
      columns={kind === 'error' ? COLUMNS : WARNING_COLUMNS}
      rows={rows}
      state={state}
      searched={false}
      filters={filters}
      empty={{ text: 'Nothing was found.' }}
    />
  )
}
