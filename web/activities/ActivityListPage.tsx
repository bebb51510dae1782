import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { holds } from '../../shared/access/actor.ts'
import { canCreateActivity, canSaveMeans, EDIT_ONLY_OPEN } from '../../shared/activities/activities.policy.ts'
import type { ActivityRow } from '../../shared/activities/activities.schema.ts'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { all } from '../../shared/lib/verdict.ts'
import { whereabouts } from '../../shared/review/review-chain.ts'
import { useActor } from '../app/actor.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { MissingApprovers } from '../review/MissingApprovers.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowActions, ViewLink } from '../ui/RowActions.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { useTableState } from '../ui/useTableState.ts'
import styles from './Activity.module.css'
import { activityListQuery } from './activities.calls.ts'

const COLUMNS: Column<ActivityRow>[] = [
  {
    key: 'site_profile_code',
    header: 'SITES Codes',
    sortable: true,
    cell: (row) => <span className={styles.code}>{row.site_profile_code}</span>,
  },
  { key: 'site_profile_name', header: 'Name', sortable: true, long: true },
  { key: 'region', header: 'Region', sortable: true },
  {
    key: 'created_at',
    header: 'Date Created',
    sortable: true,
    cell: (row) => (
      <time dateTime={row.created_at} title={formatDateTime(row.created_at)}>
        {formatDate(row.created_at)}
      </time>
    ),
  },
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'record_status',
    header: 'Record Status',
    sortable: true,
    cell: (row) => <RecordStatusBadge status={row.record_status} note={whereabouts(row)} />,
  },
]

const BY_CODE = { column: 'site_profile_code', dir: 'asc' } as const

/** View opens without Submit, edit with it; a wrong moment is told when edit is pressed (C-40, 001 §4). */
function ActivityActions({ row }: { row: ActivityRow }) {
  const actor = useActor()
  const navigate = useNavigate()
  const { inform } = useDialogs()
  const editing = all(holds(actor, 'sites_activity_edit'), canSaveMeans(actor, row))
  const to = '/sites/activity/$activityId'
  const params = { activityId: String(row.id) }
  const name = row.site_profile_code

  const edit = () =>
    editing.ok
      ? navigate({ to, params, search: (old) => ({ ...old, from: 'edit' }) })
      : inform({ title: EDIT_ONLY_OPEN.title, message: editing.message })

  return (
    <RowActions
      name={name}
      view={<ViewLink name={name} to={to} params={params} search={(old) => ({ ...old, from: 'view' })} />}
      editing={editing}
      onEdit={() => void edit()}
    />
  )
}

const rowActions = (row: ActivityRow) => <ActivityActions row={row} />

/** Every SITES activity in the own scope, by SITES code. */
export function ActivityListPage() {
  const actor = useActor()
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: BY_CODE })
  const { data, isFetching, error, refetch } = useQuery(activityListQuery(state.query))
  const add = canCreateActivity(actor).ok ? (
    <Button leftSection={<PlusIcon />} onClick={() => void navigate({ to: '/sites/activity/add' })}>
      Add SITES Activity
    </Button>
  ) : null

  return (
    <>
      <PageHeader
        title="SITES Activities"
        intro="The compliance of each site with the eight safeguard principles, from the first evidence to the final approval."
      />
      <MissingApprovers />
      <DataTable
        title="SITES Activities"
        columns={COLUMNS}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        onRow={(row) =>
          void navigate({
            to: '/sites/activity/$activityId',
            params: { activityId: String(row.id) },
            search: (all) => ({ ...all, from: 'view' }),
          })
        }
        rowActions={rowActions}
        addButton={data?.totalCount === 0 ? null : add}
        empty={{ text: 'No data found', action: add }}
      />
    </>
  )
}
