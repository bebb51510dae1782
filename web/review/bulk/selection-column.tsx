import { Checkbox } from '@mantine/core'
import type { Column } from '../../ui/DataTable.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import type { Queued, ReviewedRow } from '../review.calls.ts'
import { isSelectable, type Selection } from './selection.ts'

const ALL = 'Tick all on this page'

/** The tick for all pending records of the current page; the head of a wide table has no room for its words. */
function TickPage({ ticks, rows }: { ticks: Selection; rows: readonly Queued<ReviewedRow>[] }) {
  const phone = usePhone()
  const here = rows.filter(isSelectable).map(({ id }) => id)
  const ticked = here.filter(ticks.has).length
  return (
    <>
      <span className="visually-hidden">Tick</span>
      {here.length > 0 ? (
        <Checkbox
          aria-label={ALL}
          {...(phone ? { label: ALL } : {})}
          checked={ticked === here.length}
          indeterminate={ticked > 0 && ticked < here.length}
          onChange={(event) => (event.currentTarget.checked ? ticks.tick(here) : ticks.untick(here))}
        />
      ) : null}
    </>
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
