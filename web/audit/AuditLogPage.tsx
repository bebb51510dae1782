import { Box } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { canExportAudit, canReadIntegrity } from '../../shared/audit/audit.policy.ts'
import type { RequestedRange } from '../../shared/audit/audit.rules.ts'
import { auditApi, type AuditRow } from '../../shared/audit/audit.schema.ts'
import type { Address as SearchPart } from '../../shared/lib/addresses.ts'
import { type DayRange, isDay, isWholeRange } from '../../shared/lib/date-range.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatList } from '../../shared/lib/format.ts'
import { all, no, type Verdict, yes } from '../../shared/lib/verdict.ts'
import { useActor } from '../lib/useActor.ts'
import { firstFieldErrors } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Address } from '../ui/Address.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useDownload } from '../ui/useDownload.ts'
import { useToday } from '../ui/useNow.ts'
import { type TableState, useTableState } from '../ui/useTableState.ts'
import { FieldsEdited } from './FieldsEdited.tsx'
import { LOG_FIELDS, LOG_FILTERS } from './log-filters.tsx'

const COLUMNS: Column<AuditRow>[] = [
  {
    key: 'created_at',
    header: 'Timestamp',
    sortable: 'time',
    nowrap: true,
    card: 'lead',
    cell: (row) => (
      <time dateTime={row.created_at} title={row.created_at}>
        {formatDateTime(row.created_at)}
      </time>
    ),
  },
  { key: 'user_name', header: 'Performed By', sortable: true },
  {
    key: 'user_email',
    header: 'Email Address',
    sortable: true,
    cell: (row) => (row.user_email === null ? 'N/A' : <Address email={row.user_email} />),
  },
  { key: 'role_name', header: 'Role', sortable: true },
  {
    key: 'auditable_type',
    header: 'Module',
    sortable: true,
    cell: (row) => (
      <>
        {row.auditable_type}
        {row.auditable_code ? (
          <Box component="span" display="block" className="fine code">
            {row.auditable_code}
          </Box>
        ) : null}
      </>
    ),
  },
  { key: 'event', header: 'Action Taken', sortable: true, card: 'state' },
  {
    key: 'field_change',
    header: 'Fields Edited',
    cell: (row) => <FieldsEdited changes={row.field_change} />,
  },
]

const NEWEST_FIRST = { column: 'created_at', dir: 'desc' } as const
const CHOOSE = 'Choose a start and an end date, at most 7 days, to see the log of these days.'

const dayIn = (value: unknown): string | null => (typeof value === 'string' && isDay(value) ? value : null)

/** The chosen days, stored in the address for Back and for links; a new range starts at page 1. */
function useRangeAddress(): [DayRange, (range: DayRange) => void] {
  const { startDate, endDate }: SearchPart = useSearch({ strict: false })
  const change = useAddressChange()
  const [start, end] = [dayIn(startDate), dayIn(endDate)]
  const choose = useCallback(
    (range: DayRange) =>
      change({ startDate: range.start ?? undefined, endDate: range.end ?? undefined, page: undefined }),
    [change],
  )
  return [useMemo(() => ({ start, end }), [start, end]), choose]
}

type PageCounts = { totalCount: number; filteredCount: number }

const requestFor = (range: DayRange, today: string): RequestedRange | null =>
  isWholeRange(range, today) ? { startDate: range.start, endDate: range.end } : null

/** Whether there is something to download: the file contains the rows that match the search. */
function hasRows(asked: RequestedRange | null, found: PageCounts | undefined): Verdict {
  if (asked === null) return no('no_days')
  if (found?.totalCount === 0) return no('no_rows_on_days')
  return found?.filteredCount === 0 ? no('no_rows_found') : yes
}

function downloadedText(name: string, { search, isNarrowed }: TableState): string {
  const matched = [...(search ? [`"${search}"`] : []), ...(isNarrowed ? ['the filters'] : [])]
  return matched.length > 0
    ? `${name} was downloaded, with the rows that match ${formatList(matched)}.`
    : `${name} was downloaded.`
}

async function save(range: RequestedRange, state: TableState) {
  const { search, chosen } = state
  const query = { ...range, ...chosen, ...(search ? { search } : {}) }
  notifyDone(downloadedText(await saveReply(auditApi.download, { query }), state))
}

/** The audit log: who did what and when, for at most seven days at a time. */
export function AuditLogPage() {
  const actor = useActor()
  const state = useTableState({ defaultSort: NEWEST_FIRST, filters: LOG_FILTERS })
  const [range, setRange] = useRangeAddress()
  const asked = requestFor(range, useToday())
  const { data, isFetching, error, refetch } = useRead(auditApi.datatable, {
    query: { ...state.query, ...(asked ?? { startDate: '', endDate: '' }) },
    enabled: asked !== null,
  })
  const download = useDownload()
  const refused = asked === null ? {} : firstFieldErrors(error)
  const isRefused = refused.startDate !== undefined || refused.endDate !== undefined

  return (
    <>
      <PageHeader
        title="Audit Logs"
        intro="Who did what, when, and what changed. Nothing here can be edited or removed."
        actions={
          canReadIntegrity(actor).ok ? (
            <Link to="/audit-logs/integrity" search={{}}>
              Integrity of the log
            </Link>
          ) : undefined
        }
      />
      <DataTable
        title="Audit Logs"
        columns={COLUMNS}
        rows={{
          data: asked === null ? undefined : data,
          isFetching,
          error: asked === null || isRefused ? null : error,
          refetch,
        }}
        state={state}
        filters={
          <DateRange
            value={range}
            onChange={setRange}
            errors={{ start: refused.startDate, end: refused.endDate }}
          />
        }
        fields={LOG_FIELDS}
        hint={asked === null || isRefused ? CHOOSE : undefined}
        addButton={
          <ActionButton
            verdict={all(canExportAudit(actor), hasRows(asked, data))}
            onClick={() => asked && download.start(() => save(asked, state))}
            loading={download.busy}
            variant="default"
            leftSection={<DownloadIcon size={18} />}
          >
            Download Logs
          </ActionButton>
        }
        empty={{ text: 'Nothing was logged on these days.' }}
      />
    </>
  )
}
