import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { plural } from '../../shared/lib/format.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { canDraftSummaries } from '../../shared/summaries/summaries.policy.ts'
import {
  SUMMARY_STATUSES,
  type SummaryRow,
  type WithdrawnRecord,
  summariesApi,
} from '../../shared/summaries/summaries.schema.ts'
import { canSeeTranslations } from '../../shared/translations/translations.policy.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { BY_STATUS, statusFilter } from '../ui/status-filter.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { NewSummaryWindow } from './SummaryForm.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Summary.module.css'
import { regionsOf, yearsOf } from './summary-words.ts'

/** the texts of moments sort as the moments */
const latestOf = (records: readonly WithdrawnRecord[]): string =>
  records
    .map(({ withdrawn_at }) => withdrawn_at)
    .toSorted()
    .at(-1) ?? ''

const onDay = (at: string | null) => (at === null ? 'Not yet' : formatDate(at))

const COLUMNS: Column<SummaryRow>[] = [
  { key: 'year', header: 'Year', sortable: 'number', nowrap: true },
  {
    key: 'title',
    header: 'Title',
    sortable: true,
    long: true,
    card: 'lead',
    cell: ({ id, title }) => (
      <Link to="/summary/draft/$id" params={{ id: String(id) }} search={{}}>
        {title}
      </Link>
    ),
  },
  { key: 'reporting_years', header: 'Reporting years', cell: yearsOf },
  { key: 'regions', header: 'Regions', cell: regionsOf },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ status, withdrawn_records: records }) => (
      <>
        <StatusBadge status={status} />
        {records.length > 0 ? (
          <span className={styles.withdrawn}>
            {`Cites ${plural(records.length, 'record')} withdrawn since, last on ${formatDate(latestOf(records))}`}
          </span>
        ) : null}
      </>
    ),
  },
  { key: 'frozen_at', header: 'Frozen on', nowrap: true, cell: ({ frozen_at }) => onDay(frozen_at) },
  {
    key: 'published_at',
    header: 'Published on',
    nowrap: true,
    cell: ({ status, published_at }) => (status === 'Withdrawn' ? status : onDay(published_at)),
  },
]

const FIELDS = [statusFilter(SUMMARY_STATUSES)]
const NEWEST_FIRST = { column: 'year', dir: 'desc' } as const

/** The bureau's summaries of information, in every status. */
export function SummaryListPage() {
  const state = useTableState({ defaultSort: NEWEST_FIRST, filters: BY_STATUS })
  const rows = useRead(summariesApi.list, { query: state.query })
  const begin = useRecordWindow<'new'>()
  const navigate = useNavigate()
  const actor = useActor()
  const add = canDraftSummaries(actor).ok ? (
    <Button leftSection={<PlusIcon />} onClick={() => begin.show('new')}>
      New summary
    </Button>
  ) : null
  return (
    <>
      <PageHeader
        title="Summaries"
        intro="How the safeguards are addressed and respected, reported to the UNFCCC and to funders from the approved records."
        actions={
          <>
            {canSeeTranslations(actor).ok ? (
              <Button
                variant="default"
                renderRoot={(props) => <Link to="/translations" search={{}} {...props} />}
              >
                Translations
              </Button>
            ) : null}
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/summary/crosswalk" search={{}} {...props} />}
            >
              Crosswalk
            </Button>
          </>
        }
      />
      <DataTable
        title="Summaries"
        columns={COLUMNS}
        rows={rows}
        state={state}
        fields={FIELDS}
        onRow={({ id }) =>
          void navigate({ to: '/summary/draft/$id', params: { id: String(id) }, search: {} })
        }
        addButton={add}
        empty={{ text: 'No summaries yet. A summary appears here once it is begun.', action: add }}
      />
      <NewSummaryWindow state={begin} />
    </>
  )
}
