import type { CheckedSheet, SheetLine } from '../../shared/translations/translations.schema.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useTableState } from '../ui/useTableState.ts'

const COLUMNS: Column<SheetLine>[] = [
  { key: 'row', header: 'Row', align: 'right' },
  { key: 'key', header: 'Key', card: 'lead', cell: ({ key }) => key || 'None' },
  { key: 'before', header: 'Text now', long: true, cell: ({ before }) => before ?? 'Not changed' },
  { key: 'text', header: 'Text in the table', long: true, cell: ({ text }) => text ?? 'Not changed' },
  {
    key: 'result',
    header: 'Result',
    long: true,
    cell: ({ fault, text, reviewed }) => {
      if (fault !== null) return `Not saved. ${fault}`
      if (text === null) return 'Reviewed by you'
      return reviewed ? 'New text, reviewed by you' : 'New text, not reviewed'
    },
  },
]

const IN_ORDER = { column: 'row', dir: 'asc', words: 'As in the table' } as const
const NOT_FETCHING = {
  isFetching: false,
  error: null,
  refetch: () => Promise.reject(new Error('It is here.')),
}

/** The rows of a table that change something or have a fault, in its order. */
export function TableLines({ table }: { table: CheckedSheet }) {
  const state = useTableState({ defaultSort: IN_ORDER })
  const from = (state.page - 1) * state.length
  const count = table.lines.length
  const data = { data: table.lines.slice(from, from + state.length), totalCount: count, filteredCount: count }
  return (
    <DataTable
      title="What changes"
      columns={COLUMNS}
      rows={{ ...NOT_FETCHING, data }}
      state={state}
      searched={false}
      empty={{ text: 'Every row of the table says what is saved already.' }}
    />
  )
}
