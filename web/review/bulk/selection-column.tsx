import { Checkbox } from '@mantine/core'
import type { Column } from '../../ui/DataTable.tsx'
import { TickAll } from '../../ui/TickAll.tsx'
import type { Queued, ReviewedRow } from '../review.calls.ts'
import { isSelectable, type Selection } from './selection.ts'

/** The tick for all pending records of the current page. */
function TickPage({ ticks, rows }: { ticks: Selection; rows: readonly Queued<ReviewedRow>[] }) {
  const here = rows.filter(isSelectable).map(({ id }) => id)
  return (
    <TickAll
      count={here.length}
      ticked={here.filter(ticks.has).length}
      onChange={(isTicked) => (isTicked ? ticks.tick(here) : ticks.untick(here))}
    />
  )
}

/** The first column of an approval list: the ticks for a decision on many, and in its head one for all on this page. */
export const selectionColumn = <Row extends ReviewedRow>(
  ticks: Selection,
  codeOf: (row: Queued<Row>) => string,
  rows: readonly Queued<Row>[] = [],
): Column<Queued<Row>> => ({
  key: 'ticked',
  header: 'Tick',
  head: <TickPage ticks={ticks} rows={rows} />,
  card: 'tick',
  cell: (row) =>
    isSelectable(row) ? (
      <Checkbox
        aria-label={`Tick ${codeOf(row)}`}
        checked={ticks.has(row.id)}
        onChange={(event) => (event.currentTarget.checked ? ticks.tick([row.id]) : ticks.untick([row.id]))}
      />
    ) : null,
})
