import { NativeSelect } from '@mantine/core'
import type { Column, Sortable } from './DataTable.tsx'
import type { Sort, TableState } from './useTableState.ts'

const DIRECTIONS: Record<Sortable, Record<Sort['dir'], string>> = {
  text: { asc: 'A to Z', desc: 'Z to A' },
  time: { asc: 'oldest first', desc: 'newest first' },
  number: { asc: 'lowest first', desc: 'highest first' },
}

const valueOf = ({ column, dir }: Sort) => `${column} ${dir}`

/** The order of a list on a phone, where the heads of its columns are not shown; nothing for a fixed order. */
export function SortBy<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const orders = columns.flatMap(({ key, header, sortable }) =>
    sortable
      ? (['asc', 'desc'] as const).map((dir) => ({
          sort: { column: key, dir },
          label: `${header}, ${DIRECTIONS[sortable === true ? 'text' : sortable][dir]}`,
        }))
      : [],
  )
  if (orders.length === 0) return null
  const { defaultSort } = state
  const isColumn = orders.some(({ sort }) => valueOf(sort) === valueOf(defaultSort))
  const all = isColumn
    ? orders
    : [{ sort: defaultSort, label: defaultSort.words ?? 'Usual order' }, ...orders]
  return (
    <NativeSelect
      label="Sort by"
      flex="1 1 140px"
      value={valueOf(state.sort)}
      data={all.map(({ sort, label }) => ({ value: valueOf(sort), label }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = all.find(({ sort }) => valueOf(sort) === value)
        if (chosen) state.setSort({ column: chosen.sort.column, dir: chosen.sort.dir as Sort['dir'] })
      }}
    />
  )
}
