import { NativeSelect } from '@mantine/core'
import { type Import, ROW_STATES, type RowState } from '../../shared/imports/imports.schema.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { useTableState } from '../ui/useTableState.ts'
import { rowWords } from './import-words.ts'
import { ImportFindings } from './ImportFindings.tsx'
import { ImportRows } from './ImportRows.tsx'

type ImportListKind = 'errors' | 'warnings' | 'rows' | RowState

/** the order of the table that was uploaded */
const IN_ORDER = { column: 'row', dir: 'asc' } as const

const withCount = (words: string, count: number): string => `${words} (${formatCount(count)})`

/** Returns the lists that are not empty, and always the list of all rows. */
function choices({
  errors,
  warnings,
  rows,
  rows_total,
  state: now,
}: Import): { value: ImportListKind; label: string }[] {
  const states = ROW_STATES.filter((state) => rows[state] > 0)
  return [
    ...(errors > 0 ? [{ value: 'errors' as const, label: withCount('Cells to correct', errors) }] : []),
    ...(warnings > 0 ? [{ value: 'warnings' as const, label: withCount('Warnings', warnings) }] : []),
    { value: 'rows', label: withCount('All rows', rows_total ?? 0) },
    ...(states.length > 1
      ? states.map((state) => ({
          value: state,
          label: withCount(rowWords(state, { state: now }), rows[state]),
        }))
      : []),
  ]
}

/** Returns the list shown first: the errors, until the first row is imported; then the rows. */
const initialList = ({ errors, rows }: Import): ImportListKind =>
  errors > 0 && rows.Imported === 0 ? 'errors' : 'rows'

/** The findings and rows of an import, one list at a time. */
export function ImportDetails({ of }: { of: Import }) {
  const state = useTableState({ defaultSort: IN_ORDER, filters: ['shown'] })
  const lists = choices(of)
  const first = initialList(of)
  const shown = lists.find(({ value }) => value === state.filter('shown'))?.value ?? first
  const filters = (
    <NativeSelect
      label="Show"
      maw={320}
      value={shown}
      data={lists}
      onChange={(event) => state.setFilter('shown', event.currentTarget.value)}
    />
  )
  if (shown === 'errors' || shown === 'warnings')
    return (
      <ImportFindings
        of={of}
        kind={shown === 'errors' ? 'error' : 'warning'}
        state={state}
        filters={filters}
      />
    )
  return <ImportRows of={of} only={shown === 'rows' ? undefined : shown} state={state} filters={filters} />
}
