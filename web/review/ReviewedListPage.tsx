import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { inform } from '../ui/dialogs.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowActions, ViewLink } from '../ui/RowActions.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { MissingApprovers } from './MissingApprovers.tsx'
import { LIST_FILTERS, useListFilters } from './RecordFilters.tsx'
import { linkOf, type ReviewedRow, type ReviewedScreens } from './reviewed-screens.ts'

/**
 * View, and edit where the role has the right to; if the record cannot be edited now, pressing edit says why (C-40, 001
 * §4).
 */
function Actions({ of: { list, may, codeOf }, row }: { of: ReviewedScreens; row: ReviewedRow }) {
  const navigate = useNavigate()
  const editing = may.edit(useActor(), row)
  const edit = () =>
    editing.ok
      ? navigate(linkOf(list.edit(row)))
      : inform({ title: list.editRefused, message: sentenceOf(editing) })
  return (
    <RowActions
      name={codeOf(row)}
      view={<ViewLink name={codeOf(row)} {...linkOf(list.view(row))} />}
      editing={editing}
      onEdit={() => void edit()}
    />
  )
}

/** Every record within the person's scope, for encoders and readers. */
export function ReviewedListPage({ of, actions }: { of: ReviewedScreens; actions?: ReactNode }) {
  const { calls, list, may } = of
  const actor = useActor()
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: list.sort, filters: list.filters?.names ?? LIST_FILTERS })
  const rows = useRead(calls.datatable, { query: state.query })
  const fields = useListFilters(list.statuses, list.filters?.fields)
  const add = may.create(actor).ok ? (
    <Button leftSection={<PlusIcon />} onClick={() => void navigate(linkOf(list.add.way))}>
      {list.add.label}
    </Button>
  ) : null

  return (
    <>
      <PageHeader
        title={list.title}
        intro={list.intro}
        actions={
          <>
            {actions}
            {rows.data?.totalCount === 0 ? null : add}
          </>
        }
      />
      <MissingApprovers />
      <DataTable
        title={list.title}
        columns={list.columns}
        rows={rows}
        state={state}
        onRow={(row) => void navigate(linkOf(list.view(row)))}
        rowActions={(row) => <Actions of={of} row={row} />}
        fields={fields}
        empty={{ text: list.empty, action: add }}
      />
    </>
  )
}
