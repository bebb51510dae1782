import { Box, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { integrityApi } from '../../shared/audit/audit.schema.ts'
import type { HeadRow } from '../../shared/audit/integrity.schema.ts'
import { useRead } from '../lib/queries.ts'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { plural } from '../../shared/lib/format.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { AlteredPanel } from './AlteredPanel.tsx'
import { BackupPanel } from './BackupPanel.tsx'
import { ExternalPanel } from './ExternalPanel.tsx'
import { PublicLogPanel } from './PublicLogPanel.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'

/** Returns where the checkpoint of a day is stored outside the system. */
function externalText({ mailed, stamped_at }: HeadRow): string {
  const words = [
    ...(mailed > 0 ? [`mailed to ${plural(mailed, 'address', 'addresses')}`] : []),
    ...(stamped_at ? [`time stamp of ${formatDateTime(stamped_at)}`] : []),
  ]
  return words.join(', ') || 'not stored outside'
}

const COLUMNS: Column<HeadRow>[] = [
  { key: 'day', header: 'Day', sortable: 'time', nowrap: true, cell: (row) => formatDate(row.day) },
  { key: 'rows', header: 'Entries', sortable: 'number', align: 'right' },
  { key: 'last_position', header: 'Total entries', align: 'right' },
  { key: 'head', header: 'Root', cell: (row) => <span className="mono">{row.head}</span> },
  { key: 'made_at', header: 'Closed', nowrap: true, cell: (row) => formatDateTime(row.made_at) },
  { key: 'mailed', header: 'Outside', cell: externalText },
]

/** how often a running verification is read again */
const PROGRESS_MS = 1_000

const NEWEST_FIRST = { column: 'day', dir: 'desc' } as const

/** The days that have ended, each with the checkpoint that covers everything up to its end. */
function Days() {
  const state = useTableState({ defaultSort: NEWEST_FIRST })
  const rows = useRead(integrityApi.heads, { query: state.query })
  return (
    <DataTable
      title="Days and their checkpoints"
      columns={COLUMNS}
      rows={rows}
      state={state}
      empty={{ text: 'No day has ended yet. Each day gets its checkpoint soon after midnight.' }}
    />
  )
}

/** Whether the log was changed, and the checkpoints that prove it. */
export function IntegrityPage() {
  const { data, error, refetch } = useRead(integrityApi.show, {
    every: ({ data: { verification } }) => verification?.running === true && PROGRESS_MS,
  })
  return (
    <>
      <PageHeader
        title="Integrity of the log"
        intro="Every row is sealed and covered by a signed checkpoint within seconds. A verification checks the whole log, names each row that was changed, removed or inserted, and compares what the public reads with it."
        back={
          <Link to="/audit-logs" search={{}}>
            <ArrowLeftIcon size={16} />
            Audit Logs
          </Link>
        }
      />
      <Stack gap={24}>
        {data ? (
          <>
            <VerificationPanel integrity={data.data} />
            <AlteredPanel altered={data.data.altered} />
            <PublicLogPanel log={data.data.public_log} />
            <ExternalPanel outside={data.data.public_log.outside} />
            <BackupPanel backups={data.data.backups} />
          </>
        ) : (
          <Loading error={error} onRetry={() => void refetch()} />
        )}
        <Days />
      </Stack>
      {data ? (
        <Box component="p" mt={24} className="fine breaks">
          Version {data.data.product.version}, commit {data.data.product.commit}
        </Box>
      ) : null}
    </>
  )
}
