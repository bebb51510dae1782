import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { landApi, LAND_TASKS, type LandTaskRow, type LandTask } from '../../shared/land/findings.schema.ts'
import { LAND_TASK_WORDS } from '../../shared/land/land-words.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { canReviewSites } from '../../shared/sites/sites.policy.ts'
import { useRead } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'
import { useActor } from '../lib/useActor.ts'
import { DateCell } from '../review/queue-columns.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import type { FilterField } from '../ui/filter-fields.ts'
import { Badge } from '../ui/Badge.tsx'
import { DownloadIcon, ClockIcon, WarningIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { first } from '../ui/options.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useDownload } from '../ui/useDownload.ts'
import { type TableState, useTableState } from '../ui/useTableState.ts'
import { findingElementId } from './finding-id.ts'

const LONGEST_WAITING = { column: 'since', dir: 'asc', words: 'What can be done first' } as const
const FILTERS = ['task'] as const

/** The place on the page of the profile: the finding, or the whole land. */
function Place({ row }: { row: LandTaskRow }) {
  const isReviewer = canReviewSites(useActor()).ok
  const to = `${isReviewer ? '/sites/approval/view' : '/sitemap/view'}/${row.site_profile_id}` as '/sitemap'
  return (
    <Link
      to={to}
      search={{}}
      {...(row.finding_id === null ? {} : { hash: findingElementId(row.finding_id) })}
    >
      {row.code}
    </Link>
  )
}

const WAITS: readonly LandTask[] = ['not_checked', 'expiring']

/** The kind of a task: an icon and its words. */
function LandTaskBadge({ task }: { task: LandTask }) {
  const isWaiting = WAITS.includes(task)
  const Icon = isWaiting ? ClockIcon : WarningIcon
  return (
    <Badge tone={isWaiting ? undefined : 'warning'}>
      <Icon size={14} />
      {LAND_TASK_WORDS[task]}
    </Badge>
  )
}

const COLUMNS: Column<LandTaskRow>[] = [
  {
    key: 'task',
    header: 'What',
    card: 'state',
    nowrap: true,
    cell: ({ task }) => <LandTaskBadge task={task} />,
  },
  {
    key: 'code',
    header: 'SITES Code',
    sortable: true,
    nowrap: true,
    card: 'lead',
    cell: (row) => <Place row={row} />,
  },
  { key: 'name_of_partner', header: 'Name of Implementer', sortable: true, long: true, card: 'own' },
  { key: 'what', header: 'Layer or instrument', sortable: true, long: true },
  { key: 'words', header: 'Details', long: true },
  {
    key: 'since',
    header: 'Since',
    sortable: 'time',
    nowrap: true,
    cell: ({ since }) => (since === null ? 'N/A' : <DateCell at={since} />),
  },
]

type Counts = Partial<Record<(typeof LAND_TASKS)[number], number>>

/** Chooses one kind of task, with how many there are of each. */
const taskFilter = (counts: Counts | undefined): FilterField => ({
  name: 'task',
  Field: ({ state }: { state: TableState }) => (
    <NativeSelect
      label="What"
      value={state.filter('task')}
      data={first(
        'Everything',
        LAND_TASKS.map((task) => ({
          value: task,
          label: counts
            ? `${LAND_TASK_WORDS[task]} (${formatCount(counts[task] ?? 0)})`
            : LAND_TASK_WORDS[task],
        })),
      )}
      onChange={(event) => state.setFilter('task', event.currentTarget.value)}
    />
  ),
})

/** Open tasks on the land of the profiles within the person's scope; each row leads to its place. */
export function LandTasksPage() {
  const state = useTableState({ defaultSort: LONGEST_WAITING, filters: FILTERS })
  const task = state.chosen.task as LandTask | undefined
  const rows = useRead(landApi.tasks, { query: { ...state.query, task } })
  const file = useDownload()
  const save = () =>
    file.start(async () => notifyDone(`${await saveReply(landApi.export, {})} was downloaded.`))
  return (
    <>
      <PageHeader
        title="Land"
        intro="Findings for you to explain or accept, comparisons that are missing or failed, consents that are not recorded, and papers that expire."
      />
      <DataTable
        title="Open tasks on the land"
        columns={COLUMNS}
        rows={rows}
        state={state}
        fields={[taskFilter(rows.data?.counts)]}
        addButton={
          <Button
            variant="default"
            leftSection={<DownloadIcon size={18} />}
            loading={file.busy}
            onClick={save}
          >
            Download all findings
          </Button>
        }
        empty={{
          text: 'Nothing to do here. A finding appears once a boundary takes in land of a layer.',
        }}
      />
    </>
  )
}
