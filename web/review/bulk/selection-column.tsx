import { Checkbox } from '@mantine/core'
import type { Column } from '../../ui/DataTable.tsx'
import type { Queued, ReviewedRow } from '../review.calls.ts'
import { isSelectable, type Selection } from './selection.ts'

/** The first column of an approval list: the ticks for a decision on many. */
export const selectionColumn = <Row extends ReviewedRow>(
  ticks: Selection,
  codeOf: (row: Queued<Row>) => string,
): Column<Queued<Row>> => ({
  key: 'ticked',
  header: 'Tick',
  cell: (row) =>
    isSelectable(row) ? (
      <Checkbox
        aria-label={`Tick ${codeOf(row)}`}
        checked={ticks.has(row.id)}
        onChange={(event) => (event.currentTarget.checked ? ticks.tick([row.id]) : ticks.untick([row.id]))}
      />
    ) : null,
})
