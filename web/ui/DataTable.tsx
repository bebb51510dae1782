import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { FilterField } from './filter-fields.ts'
import { LoadFailed } from './LoadFailed.tsx'
import styles from './DataTable.module.css'
import { SortDownIcon, SortIcon, SortUpIcon } from './icons.tsx'
import { PageButtons } from './PageButtons.tsx'
import { RowsPerPage, TableTools } from './TableTools.tsx'
import { useShortcuts } from './useShortcuts.ts'
import type { Sort, TableState } from './useTableState.ts'

/** What a column is sorted by: `true` is a text. */
export type Sortable = 'text' | 'time' | 'number'

export type Column<Row> = {
  key: string
  header: string
  /** in the head of the table instead of the header's words, which stay its name */
  head?: ReactNode
  /** without it, the field named `key` as text */
  cell?(this: void, row: Row): ReactNode
  sortable?: true | Sortable
  align?: 'left' | 'right'
  /** for codes and dates, which stay on one line */
  nowrap?: boolean
  /** for names that people enter: a long word is broken where it does not fit */
  long?: boolean
  /**
   * On a phone, where a row is a card: the first line has the lead on the left and the state on the right, then what
   * needs no header (`own`), then the rest under its headers. Without a lead the first column is one.
   */
  card?: 'tick' | 'lead' | 'state' | 'own' | 'actions'
}

type RowsQuery<Row> = Pick<UseQueryResult<PageReply<Row>>, 'data' | 'isFetching' | 'error' | 'refetch'>

export type DataTableProps<Row> = {
  title: string
  columns: Column<Row>[]
  rows: RowsQuery<Row>
  state: TableState
  onRow?: (row: Row) => void
  rowActions?: (row: Row) => ReactNode
  /** false for a list with a fixed order and no search */
  searched?: boolean
  addButton?: ReactNode
  /** a choice without which there is no list; always in view */
  filters?: ReactNode
  /** the filters, in one row; on a phone behind a button */
  fields?: readonly FilterField[]
  /** over the head of the table while rows are ticked */
  selection?: { bar: ReactNode; isTicked: boolean }
  /** what to do first, before there is a query to run */
  hint?: string | undefined
  empty?: { text: string; action?: ReactNode }
}

const ACTIONS = '__actions'

function cellOf<Row extends object>(row: Row, { key, cell }: Column<Row>): ReactNode {
  if (cell) return cell(row)
  const value = (row as Record<string, unknown>)[key]
  const isText = (typeof value === 'string' && value !== '') || typeof value === 'number'
  return isText ? `${value}` : 'N/A'
}

const ariaSort = (sort: Sort, key: string) => {
  if (sort.column !== key) return 'none'
  return sort.dir === 'asc' ? 'ascending' : 'descending'
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, select, label') !== null

type HeaderProps<Row> = { column: Column<Row>; state: TableState; isCovered: boolean }

function ColumnHeader<Row>({ column, state, isCovered }: HeaderProps<Row>) {
  if (column.head) return column.head
  // a button under the bar would take the focus unseen (WCAG 2.4.11)
  if (!column.sortable || isCovered) return column.header
  const active = state.sort.column === column.key
  const next = active && state.sort.dir === 'asc' ? 'desc' : 'asc'
  const Icon = !active ? SortIcon : state.sort.dir === 'asc' ? SortUpIcon : SortDownIcon
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => state.setSort({ column: column.key, dir: next })}
    >
      {column.header}
      <Icon size={16} />
    </button>
  )
}

/** Opens a row by a click anywhere on it or by Enter; controls inside keep their own behaviour. */
function openHandlers<Row>(row: Row, onRow: ((row: Row) => void) | undefined) {
  if (!onRow) return {}
  return {
    tabIndex: 0,
    'data-opens': true,
    onClick: (event: MouseEvent) => {
      if (!isControl(event.target) && !window.getSelection()?.toString()) onRow(row)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) onRow(row)
    },
  }
}

/** j and k move the focus from row to row; from elsewhere on the page, to the first one. */
function useRowShortcuts(isOn: boolean) {
  const body = useRef<HTMLTableSectionElement>(null)
  const go = (by: 1 | -1) => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-opens]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus()
  }
  useShortcuts(isOn ? { j: () => go(1), k: () => go(-1), Enter: null } : {}, { held: true })
  return body
}

type EmptyTableProps = { state: TableState; empty: DataTableProps<object>['empty'] | undefined }

/** Says why the list is empty: the search, the filters, or no records at all. */
function EmptyTable({ state, empty }: EmptyTableProps) {
  const button = (words: string, clear: () => void) => (
    <Button variant="default" size="sm" onClick={clear}>
      {words}
    </Button>
  )
  if (state.search)
    return (
      <>
        <p>Nothing found for "{state.search}".</p>
        {button('Clear search', () => state.setSearch(''))}
      </>
    )
  if (state.isNarrowed)
    return (
      <>
        <p>Nothing matches what is chosen above.</p>
        {button('Clear filters', state.clearFilters)}
      </>
    )
  return (
    <>
      <p>{empty?.text ?? 'No data found'}</p>
      {empty?.action}
    </>
  )
}

/** The list of the product: a table on wide screens, cards with the same labels on phones. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, columns, state, onRow, rowActions, empty, searched = true } = props
  const { data: reply, isFetching, error, refetch } = props.rows
  const captionId = useId()
  const body = useRowShortcuts(onRow !== undefined)
  const all: Column<Row>[] = rowActions
    ? [...columns, { key: ACTIONS, header: 'Actions', card: 'actions', cell: rowActions }]
    : columns
  const hasLead = columns.some(({ card }) => card === 'lead')
  const isCovered = props.selection?.isTicked ?? false

  const pages = Math.max(1, Math.ceil((reply?.filteredCount ?? 0) / state.length))
  const pastTheEnd = reply !== undefined && !isFetching && reply.filteredCount > 0 && state.page > pages
  const { setPage } = state
  useEffect(() => {
    if (pastTheEnd) setPage(pages)
  }, [pastTheEnd, pages, setPage])

  const rows = reply?.data ?? []
  const isEmpty = reply !== undefined && rows.length === 0 && !pastTheEnd

  return (
    <section aria-labelledby={captionId}>
      <TableTools
        title={title}
        state={state}
        columns={columns}
        searched={searched}
        addButton={props.addButton}
        filters={props.filters}
        fields={props.fields}
      />
      {error && !isFetching ? (
        <LoadFailed title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {props.selection?.bar}
      <div className={styles.scroll} data-busy={isFetching || undefined}>
        <div className={styles.bar} aria-hidden="true" />
        {/* explicit roles: the card layout on phones removes those of the table */}
        <table
          className={styles.table}
          role="table"
          aria-busy={isFetching}
          data-ticks={props.selection ? true : undefined}
        >
          <caption id={captionId} className="visually-hidden">
            {title}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              {all.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  role="columnheader"
                  data-align={column.align}
                  {...(column.sortable ? { 'aria-sort': ariaSort(state.sort, column.key) } : {})}
                >
                  <ColumnHeader column={column} state={state} isCovered={isCovered} />
                </th>
              ))}
            </tr>
          </thead>
          {/* a new page resets what was opened in the rows of the last one */}
          <tbody key={JSON.stringify(state.query)} ref={body} role="rowgroup">
            {rows.map((row, index) => (
              <tr key={index} role="row" {...openHandlers(row, onRow)}>
                {all.map((column, at) => (
                  <td
                    key={column.key}
                    role="cell"
                    data-label={column.header}
                    data-card={column.card ?? (at === 0 && !hasLead ? 'lead' : undefined)}
                    data-align={column.align}
                    data-nowrap={column.nowrap}
                    data-long={column.long}
                  >
                    {cellOf(row, column)}
                  </td>
                ))}
              </tr>
            ))}
            {isEmpty ? (
              <tr role="row">
                <td role="cell" className={styles.empty} colSpan={all.length}>
                  <EmptyTable state={state} empty={empty} />
                </td>
              </tr>
            ) : null}
            {reply === undefined && !error ? (
              <tr role="row">
                <td role="cell" className={styles.empty} colSpan={all.length}>
                  {props.hint ?? 'Loading…'}
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      <PageButtons state={state} pages={pages} reply={reply}>
        <RowsPerPage state={state} />
      </PageButtons>
    </section>
  )
}
