import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { STATUSES } from '../../shared/access/levels.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { type Column, DataTable } from './DataTable.tsx'
import { PlusIcon } from './icons.tsx'
import { PageHeader } from './PageHeader.tsx'
import { RowActions, ViewButton } from './RowActions.tsx'
import { BY_STATUS, statusFilter } from './status-filter.tsx'
import { informInactive, type RecordWord } from './inform-inactive.ts'
import { type RecordContent, type RecordWindowState, useRecordWindow } from './useRecordWindow.ts'
import { type Sort, type TableState, useTableState } from './useTableState.ts'

type RecordListProps<Row> = {
  word: RecordWord
  title: string
  intro: string
  /** what to read before the list */
  notice?: ReactNode
  /** further links, to the right of the title */
  actions?: ReactNode
  columns: Column<Row>[]
  sort: Sort
  useRows: (query: TableState['query']) => UseQueryResult<PageReply<Row>>
  Window: (props: { state: RecordWindowState<RecordContent> }) => ReactNode
  mayView: boolean
  mayAdd: boolean
  verdictsOf: (row: Row) => { viewing: Verdict; editing: Verdict }
}

const FIELDS = [statusFilter(STATUSES)]

/** A list whose records open in a window, with view and edit in each row and an add button above. */
export function RecordList<Row extends { id: number; name: string }>(props: RecordListProps<Row>) {
  const { word, title, intro, columns, sort, useRows, Window, mayView, mayAdd, verdictsOf } = props
  const state = useTableState({ defaultSort: sort, filters: BY_STATUS })
  const rows = useRows(state.query)
  const record = useRecordWindow<RecordContent>()
  const { show } = record
  // edit stays enabled for a deactivated record, and says why it cannot be edited
  const rowActions = (row: Row) => {
    const { viewing, editing } = verdictsOf(row)
    return (
      <RowActions
        name={row.name}
        view={
          viewing.ok ? (
            <ViewButton name={row.name} onClick={() => show({ kind: 'view', id: row.id })} />
          ) : null
        }
        editing={editing}
        onEdit={() => (editing.ok ? show({ kind: 'edit', id: row.id }) : void informInactive(word))}
      />
    )
  }
  const add = mayAdd ? (
    <Button leftSection={<PlusIcon />} onClick={() => show({ kind: 'add' })}>
      Add {word === 'user' ? 'User' : 'Role'}
    </Button>
  ) : null

  return (
    <>
      <PageHeader
        title={title}
        intro={intro}
        actions={
          <>
            {props.actions}
            {add}
          </>
        }
      />
      {props.notice}
      <DataTable
        title={title}
        columns={columns}
        rows={rows}
        state={state}
        {...(mayView ? { onRow: (row: Row) => show({ kind: 'view', id: row.id }) } : {})}
        rowActions={rowActions}
        fields={FIELDS}
        empty={{ text: `No ${word}s yet. A ${word} appears here once added.`, action: add }}
      />
      <Window state={record} />
    </>
  )
}
