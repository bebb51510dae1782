import { Checkbox } from '@mantine/core'
import { useMemo, useSyncExternalStore } from 'react'
import { BULK_MAX } from '../../../shared/review/bulk.schema.ts'
import { useActor } from '../../lib/useActor.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { TickAll } from '../../ui/TickAll.tsx'
import type { Queued, ReviewedRow } from '../reviewed-screens.ts'

/** The ticked records of one list, in the order of ticking. */
export type Selection = {
  ids: readonly number[]
  has: (id: number) => boolean
  /** up to `BULK_MAX` in all */
  tick: (ids: readonly number[]) => void
  untick: (ids: readonly number[]) => void
}

/** Whether a row of an approval list can be ticked: it waits for this person's decision. */
export const isSelectable = ({ waiting_since }: { waiting_since: string | null }): boolean =>
  waiting_since !== null

const listeners = new Set<() => void>()
const NONE: readonly number[] = []
/** the last value per key: useSyncExternalStore needs the same list for the same text */
const lastRead = new Map<string, { text: string | null; ids: readonly number[] }>()

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one))

function parsed(text: string | null): readonly number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return isIds(value) ? value.slice(0, BULK_MAX) : NONE
  } catch {
    return NONE
  }
}

function idsOf(key: string): readonly number[] {
  const text = sessionStorage.getItem(key)
  const known = lastRead.get(key)
  if (known && known.text === text) return known.ids
  const ids = parsed(text)
  lastRead.set(key, { text, ids })
  return ids
}

function storeIds(key: string, ids: readonly number[]): void {
  sessionStorage.setItem(key, JSON.stringify(ids))
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ticks of a list, stored for this tab, so that they survive paging, searching, opening a record and a reload. */
export function useSelection(list: string): Selection {
  const { id: actor_id } = useActor()
  const key = `ticked ${actor_id} ${list}`
  const ids = useSyncExternalStore(listen, () => idsOf(key))
  return useMemo(() => {
    const ticked = new Set(ids)
    return {
      ids,
      has: (id) => ticked.has(id),
      tick: (more) => storeIds(key, [...new Set([...idsOf(key), ...more])].slice(0, BULK_MAX)),
      untick: (less) => {
        const removed = new Set(less)
        storeIds(
          key,
          idsOf(key).filter((id) => !removed.has(id)),
        )
      },
    }
  }, [ids, key])
}

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
export const selectionColumn = (
  ticks: Selection,
  codeOf: (row: Queued<ReviewedRow>) => string,
  rows: readonly Queued<ReviewedRow>[] = [],
): Column<Queued<ReviewedRow>> => ({
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
