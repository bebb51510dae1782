import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { whereabouts } from '../../shared/review/review-chain.ts'
import { canCreateSite, canEditSite, EDIT_ONLY_RETURNED } from '../../shared/sites/sites.policy.ts'
import type { SiteRow } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { MissingApprovers } from '../review/MissingApprovers.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowActions, ViewLink } from '../ui/RowActions.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { useSites } from './sites.calls.ts'

const COLUMNS: Column<SiteRow>[] = [
  { key: 'region', header: 'Region', sortable: true },
  { key: 'province', header: 'Province', sortable: true },
  { key: 'city', header: 'Municipality', sortable: true },
  { key: 'code', header: 'SITES Code', sortable: true, nowrap: true },
  { key: 'name_of_partner', header: 'Name of Implementer', sortable: true, long: true },
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'record_status',
    header: 'Record Status',
    sortable: true,
    cell: (row) => <RecordStatusBadge status={row.record_status} note={whereabouts(row)} />,
  },
]

const NEWEST_FIRST = { column: 'created_at', dir: 'desc' } as const

/** View, and edit where the role may edit at all; a wrong moment is told when edit is pressed (001 §4). */
function SiteActions({ row }: { row: SiteRow }) {
  const actor = useActor()
  const navigate = useNavigate()
  const { inform } = useDialogs()
  const editing = canEditSite(actor, row)
  const params = { id: String(row.id) }

  const edit = () =>
    editing.ok
      ? navigate({ to: '/sitemap/edit/$id', params, search: (all) => all })
      : inform({ title: EDIT_ONLY_RETURNED.title, message: editing.message })

  return (
    <RowActions
      name={row.code}
      view={<ViewLink name={row.code} to="/sitemap/view/$id" params={params} search={(all) => all} />}
      editing={editing}
      onEdit={() => void edit()}
    />
  )
}

const rowActions = (row: SiteRow) => <SiteActions row={row} />

/** Profiling of SITES: every profile in the own scope. */
export function SiteListPage() {
  const actor = useActor()
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: NEWEST_FIRST })
  const { data, isFetching, error, refetch } = useSites(state.query)
  const add = canCreateSite(actor).ok ? (
    <Button
      leftSection={<PlusIcon />}
      onClick={() => void navigate({ to: '/sitemap/add', search: (all) => all })}
    >
      Add Profile
    </Button>
  ) : null

  return (
    <>
      <PageHeader
        title="Profiling of SITES"
        intro="Project sites with their boundary and agreement, from the first entry to the final approval."
      />
      <MissingApprovers />
      <DataTable
        title="Profiling of SITES"
        columns={COLUMNS}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        onRow={(row) =>
          void navigate({ to: '/sitemap/view/$id', params: { id: String(row.id) }, search: (all) => all })
        }
        rowActions={rowActions}
        addButton={add}
        empty={{ text: 'No profiles yet. A profile appears here once it is added.', action: add }}
      />
    </>
  )
}
