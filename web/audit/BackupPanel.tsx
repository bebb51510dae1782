import { Stack } from '@mantine/core'
import type { Backups } from '../../shared/audit/integrity.schema.ts'
import { formatDateTime, formatTime, manilaMoment } from '../../shared/lib/dates.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import { formatBytes } from '../lib/bytes.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'

/** "01:30 AM" from hh:mm, both in Manila time. */
const clock = (time: string): string => formatTime(manilaMoment('2000-01-01', time))

/** The state of the backups in one sentence, and what to do if the newest one is not in order. */
function BackupStatus({ backups: { newest, failed, late, time } }: { backups: Backups }) {
  if (failed)
    return (
      <Notice tone="danger" title={`The backup of ${formatDateTime(failed.at)} failed`}>
        <p>{failed.failure} It is tried again every hour.</p>
      </Notice>
    )
  if (newest === null)
    return (
      <Notice title="No backup has been made yet">
        <p>The first one is made within minutes, the next ones every day at {clock(time)}.</p>
      </Notice>
    )
  if (late)
    return (
      <Notice tone="warning" title="The newest backup is older than a day">
        <p>It is of {formatDateTime(newest.made_at)}. Ask the operator of the server what the log says.</p>
      </Notice>
    )
  if (newest.missing > 0)
    return (
      <Notice tone="danger" title="The file store has lost files">
        <p>
          The backup of {formatDateTime(newest.made_at)} is complete except for the bytes of{' '}
          {plural(newest.missing, 'file')}. Ask the operator of the server to restore them from an older one.
        </p>
      </Notice>
    )
  return (
    <Notice tone="success" title="There is a backup of the last day">
      <p>Made {formatDateTime(newest.made_at)}, and signed.</p>
    </Notice>
  )
}

/** The product's own daily backups: the newest one, and failures. */
export function BackupPanel({ backups }: { backups: Backups | null }) {
  if (backups === null)
    return (
      <Panel title="Backups">
        <p>
          No daily backups are set up (BACKUP_URL is empty). Ask the operator of the server how backups are
          made.
        </p>
      </Panel>
    )
  const { newest, place, time, encrypted } = backups
  return (
    <Panel title="Backups">
      <Stack gap="md">
        <BackupStatus backups={backups} />
        <FieldList
          fields={[
            {
              label: 'Made',
              value: `Every day at ${clock(time)}, ${encrypted ? 'encrypted' : 'not encrypted'}`,
            },
            { label: 'Place', value: <span className="mono">{place}</span> },
            { label: 'Newest', value: newest && <span className="mono">{newest.name}</span> },
            {
              label: 'Contents',
              value:
                newest &&
                `${formatCount(newest.rows)} rows and ${plural(newest.files, 'file')}, ${formatBytes(newest.bytes)}`,
            },
            {
              label: 'Last test restore',
              value: newest && (newest.drilled_at ? formatDateTime(newest.drilled_at) : 'Not yet'),
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}
