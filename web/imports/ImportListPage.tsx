import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { canImport, isAtWork } from '../../shared/imports/imports.policy.ts'
import { type Import, importsApi } from '../../shared/imports/imports.schema.ts'
import { useRead } from '../lib/queries.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ArrowLeftIcon, PlusIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { stateWords } from './import-words.ts'

const COLUMNS: Column<Import>[] = [
  { key: 'id', header: 'No.', align: 'right' },
  {
    key: 'table_name',
    header: 'Table',
    long: true,
    card: 'lead',
    cell: ({ id, table_name }) => (
      <Link to="/sitemap/imports/view/$id" params={{ id: String(id) }} search={{}}>
        {table_name}
      </Link>
    ),
  },
  {
    key: 'created_at',
    header: 'Uploaded',
    nowrap: true,
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  { key: 'created_by', header: 'By' },
  { key: 'rows_total', header: 'Rows', align: 'right' },
  { key: 'errors', header: 'Errors', align: 'right' },
  { key: 'imported', header: 'Profiles added', align: 'right', cell: ({ rows }) => rows.Imported },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state }) => <StatusBadge status={state} word={stateWords(state)} />,
  },
]

/** a running import is read again slowly, because the server counts the rows of every import in the list */
const PROGRESS_MS = 5_000

/** ids grow, so this is the order of upload */
const NEWEST_FIRST = { column: 'id', dir: 'desc' } as const

/** All imports of profiles: what was uploaded, and the outcome. */
export function ImportListPage() {
  const state = useTableState({ defaultSort: NEWEST_FIRST })
  const { page, length } = state
  const rows = useRead(importsApi.list, {
    query: { page, length },
    every: ({ data }) => data.some(isAtWork) && PROGRESS_MS,
  })
  const navigate = useNavigate()
  const begin = canImport(useActor()).ok ? (
    <Button
      leftSection={<PlusIcon />}
      renderRoot={(props) => <Link to="/sitemap/imports/add" search={{}} {...props} />}
    >
      New import
    </Button>
  ) : null
  return (
    <>
      <PageHeader
        title="Imports"
        intro="Profiles of many sites at once, from a table and the zip file of their agreements and boundaries."
        back={
          <Link to="/sitemap" search={{}}>
            <ArrowLeftIcon size={16} /> Profiling of SITES
          </Link>
        }
      />
      <DataTable
        title="Imports"
        columns={COLUMNS}
        rows={rows}
        state={state}
        searched={false}
        onRow={({ id }) =>
          void navigate({ to: '/sitemap/imports/view/$id', params: { id: String(id) }, search: {} })
        }
        addButton={begin}
        empty={{ text: 'No imports yet. An import appears here once its files are uploaded.', action: begin }}
      />
    </>
  )
}
