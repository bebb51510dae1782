import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canExportHeads } from '../../shared/audit/audit.policy.ts'
import type { HeadRow, Integrity } from '../../shared/audit/integrity.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { useActor } from '../app/actor.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ArrowLeftIcon, DownloadIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useDownload } from '../ui/useDownload.ts'
import { useTableState } from '../ui/useTableState.ts'
import styles from './audit.module.css'
import { saveHeads, useHeads, useIntegrity } from './audit.calls.ts'
import { BackupPanel } from './BackupPanel.tsx'
import { OutsidersPanel } from './OutsidersPanel.tsx'
import { PublicLogPanel } from './PublicLogPanel.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'

const COLUMNS: Column<HeadRow>[] = [
  { key: 'day', header: 'Day', sortable: true, nowrap: true, cell: (row) => formatDate(row.day) },
  { key: 'rows', header: 'Entries', sortable: true, align: 'right' },
  { key: 'head', header: 'Head', cell: (row) => <span className={styles.hash}>{row.head}</span> },
  { key: 'key_id', header: 'Signed with', cell: (row) => <span className={styles.hash}>{row.key_id}</span> },
]

const NEWEST_FIRST = { column: 'day', dir: 'desc' } as const

/** Saves every head as a file to keep elsewhere. */
function DownloadHeads() {
  const { busy, start } = useDownload()
  const save = async () =>
    notifyDone(`${await saveHeads()} was downloaded. Keep it where nobody can change it.`)
  return (
    <ActionButton
      verdict={canExportHeads(useActor())}
      onClick={() => start(save)}
      loading={busy}
      variant="default"
      leftSection={<DownloadIcon size={18} />}
    >
      Download heads
    </ActionButton>
  )
}

/** The days that have ended, each with the hash that everything in it leads to. */
function Heads() {
  const state = useTableState({ defaultSort: NEWEST_FIRST })
  const rows = useHeads(state.query)
  return (
    <DataTable
      title="Days and their heads"
      columns={COLUMNS}
      rows={rows}
      state={state}
      addButton={<DownloadHeads />}
      empty={{ text: 'No day has ended yet. Each day gets its head at midnight.' }}
    />
  )
}

/** How public log and backups stand, which a server of the version before does not tell while this one comes. */
function Standing({ integrity: { public_log, backups } }: { integrity: Partial<Integrity> }) {
  if (!public_log || backups === undefined)
    return (
      <Notice tone="warning" title="How the public log and the backups stand is not known">
        <p>
          The product is being upgraded, and a server of the version before has answered. Load this page again
          in a few minutes.
        </p>
      </Notice>
    )
  return (
    <>
      <PublicLogPanel log={public_log} />
      <OutsidersPanel outside={public_log.outside} />
      <BackupPanel backups={backups} />
    </>
  )
}

function Build({ product }: Partial<Pick<Integrity, 'product'>>) {
  if (!product) return null
  return (
    <p className={styles.build}>
      Version {product.version}, commit {product.commit}
    </p>
  )
}

/** Whether anybody has changed the log, and what to keep elsewhere so that nobody can without being found. */
export function IntegrityPage() {
  const { data, error, refetch } = useIntegrity()
  return (
    <>
      <PageHeader
        title="Integrity of the log"
        intro="Every row is sealed within a second, and every day is signed when it ends. A verification follows the whole log and says whether a row was changed, removed or inserted, and where."
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
            <Standing integrity={data.data} />
          </>
        ) : (
          <Loading error={error} onRetry={() => void refetch()} />
        )}
        <Heads />
      </Stack>
      {data ? <Build product={data.data.product} /> : null}
    </>
  )
}
