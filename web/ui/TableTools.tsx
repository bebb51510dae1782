import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { ROWS_PER_PAGE } from '../../shared/lib/paging.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import { useHasChanged } from '../lib/useHasChanged.ts'
import type { Column } from './DataTable.tsx'
import { MoreFilters, PhoneFilters } from './FilterButton.tsx'
import type { FilterField } from './filter-fields.ts'
import { SearchIcon } from './icons.tsx'
import { SortBy } from './SortBy.tsx'
import { usePhone } from './usePhone.ts'
import { useShortcuts } from './useShortcuts.ts'
import type { TableState } from './useTableState.ts'

type TableToolsProps<Row> = {
  title: string
  state: TableState
  columns: readonly Column<Row>[]
  searched: boolean
  addButton?: ReactNode
  filters?: ReactNode
  fields?: readonly FilterField[] | undefined
}

type SearchBoxProps = { title: string; state: TableState; phone: boolean }

function SearchBox({ title, state, phone }: SearchBoxProps) {
  const [text, setText] = useState(state.search)
  const box = useRef<HTMLInputElement>(null)
  useShortcuts({
    '/': () => {
      box.current?.focus()
      box.current?.select()
    },
  })
  const send = useDebouncedCallback(state.setSearch, SEARCH_DEBOUNCE_MS)
  // the address also changes without the box: back button, "Clear search"
  // what was sent from here has no space at its end, where the next word may follow
  if (useHasChanged(state.search) && state.search !== text.trim()) setText(state.search)

  return (
    <TextInput
      ref={box}
      type="search"
      {...(phone ? { placeholder: 'Search' } : { label: 'Search' })}
      aria-label={`Search ${title}`}
      flex={phone ? '1 1 100%' : '1 1 160px'}
      {...(phone ? {} : { maw: 420 })}
      leftSection={<SearchIcon size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
    />
  )
}

/** The number of rows on a page of a list (SHELL-37). */
export const RowsPerPage = ({ state }: { state: TableState }) => (
  <NativeSelect
    label="Rows per page"
    size="xs"
    className="beside-label no-print"
    value={String(state.length)}
    data={ROWS_PER_PAGE.map(String)}
    onChange={(event) => state.setLength(Number(event.currentTarget.value))}
  />
)

/** Search, filters and the add button above a list, in one row; on a phone the filters are behind a button. */
export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { title, state, columns, searched, addButton, filters, fields = [] } = props
  const phone = usePhone()
  const rare = fields.filter((field) => field.rare)
  return (
    <Group align="flex-end" gap="8px 12px" pb="sm" className="no-print unless-empty">
      {filters}
      {searched ? <SearchBox title={title} state={state} phone={phone} /> : null}
      {phone && fields.length > 0 ? <PhoneFilters fields={fields} state={state} /> : null}
      {phone ? <SortBy columns={columns} state={state} /> : null}
      {phone
        ? null
        : fields.map(({ name, rare, Field }) =>
            rare ? null : (
              <Box key={name} flex="0 1 auto" miw={112} maw={220}>
                <Field state={state} />
              </Box>
            ),
          )}
      {!phone && rare.length > 0 ? <MoreFilters fields={rare} state={state} /> : null}
      {!phone && fields.length > 0 && state.isNarrowed ? (
        <Button variant="default" onClick={state.clearFilters}>
          Clear filters
        </Button>
      ) : null}
      {addButton ? <Box {...(phone ? { w: '100%' } : { ml: 'auto' })}>{addButton}</Box> : null}
    </Group>
  )
}
