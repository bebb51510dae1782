import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import type { PageReply } from '../../shared/lib/paging.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { type Column, DataTable } from './DataTable.tsx'
import { PlusIcon } from './icons.tsx'
import { PageHeader } from './PageHeader.tsx'
import { RowActions, ViewButton } from './RowActions.tsx'
import { type RecordWord, useInformInactive } from './useInformInactive.ts'
import type { RecordContent, RecordWindowState } from './useRecordWindow.ts'
import type { TableState } from './useTableState.ts'

type RecordListProps<Row> = {
  word: RecordWord
  title: string
  intro: string
  /** what is to be known before the list is looked at */
  notice?: ReactNode
  columns: Column<Row>[]
  state: TableState
  rows: UseQueryResult<PageReply<Row>>
  /** the window over the list that shows, adds and edits */
  record: RecordWindowState<RecordContent>
  mayView: boolean
  mayAdd: boolean
  verdictsOf: (row: Row) => { viewing: Verdict; editing: Verdict }
}

/** A list whose records open in a window over it, with view and edit in each row and an add button above. */
export function RecordList<Row extends { id: number; name: string }>(props: RecordListProps<Row>) {
  const { word, title, intro, columns, state, rows, record, mayView, mayAdd, verdictsOf } = props
  const { data, isFetching, error, refetch } = rows
  const { show } = record
  const informInactive = useInformInactive(word)
  // a deactivated record is not edited, which is told when edit is pressed
  const rowActions = useCallback(
    (row: Row) => {
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
          onEdit={() => (editing.ok ? show({ kind: 'edit', id: row.id }) : void informInactive())}
        />
      )
    },
    [verdictsOf, show, informInactive],
  )
  const add = mayAdd ? (
    <Button leftSection={<PlusIcon />} onClick={() => show({ kind: 'add' })}>
      Add {word === 'user' ? 'User' : 'Role'}
    </Button>
  ) : null

  return (
    <>
      <PageHeader title={title} intro={intro} />
      {props.notice}
      <DataTable
        title={title}
        columns={columns}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        {...(mayView ? { onRow: (row: Row) => show({ kind: 'view', id: row.id }) } : {})}
        rowActions={rowActions}
        addButton={add}
        empty={{ text: `No ${word}s yet. A ${word} appears here once added.`, action: add }}
      />
    </>
  )
}
