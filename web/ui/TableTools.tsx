import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ROWS_PER_PAGE } from '../../shared/lib/paging.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import styles from './DataTable.module.css'
import { SearchIcon } from './icons.tsx'
import { useShortcuts } from './useShortcuts.ts'
import type { TableState } from './useTableState.ts'

type TableToolsProps = {
  title: string
  state: TableState
  searched: boolean
  addButton?: ReactNode
  filters?: ReactNode
}

type SearchBoxProps = Pick<TableToolsProps, 'title' | 'state'>

function SearchBox({ title, state }: SearchBoxProps) {
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
  useEffect(() => setText(state.search), [state.search])

  return (
    <TextInput
      ref={box}
      type="search"
      label="Search"
      aria-label={`Search ${title}`}
      className={styles.search ?? ''}
      leftSection={<SearchIcon size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
    />
  )
}

/** Filters, search box, rows per page and the add button above a list. */
export function TableTools({ title, state, searched, addButton, filters }: TableToolsProps) {
  return (
    <Group align="flex-end" gap="sm" className={`no-print ${styles.tools}`}>
      {filters ? <div className={styles.filters}>{filters}</div> : null}
      {searched ? <SearchBox title={title} state={state} /> : null}
      <NativeSelect
        label="Rows per page"
        className={styles.rows ?? ''}
        value={String(state.length)}
        data={ROWS_PER_PAGE.map(String)}
        onChange={(event) => state.setLength(Number(event.currentTarget.value))}
      />
      {addButton ? <div className={styles.add}>{addButton}</div> : null}
    </Group>
  )
}
