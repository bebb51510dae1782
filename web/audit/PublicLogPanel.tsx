import { Stack } from '@mantine/core'
import type { PublicLog } from '../../shared/audit/integrity.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { plural } from '../../shared/lib/format.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'

const entries = (count: number): string => plural(count, 'entry', 'entries')

/** The public log's key and last checkpoint, and why it has stopped, if it has. */
export function PublicLogPanel({
  log: { origin, key, key_id, published, stopped, other_key },
}: {
  log: PublicLog
}) {
  return (
    <Panel title="Public log">
      <Stack gap="md">
        {stopped ? (
          <Notice tone="danger" title={`The public log has been stopped since ${formatDateTime(stopped.at)}`}>
            <p>
              {stopped.sentence} Nothing is sealed until an operator finds out why. Ask the operator of the
              server whether a backup was restored.
            </p>
          </Notice>
        ) : null}
        {other_key ? (
          <Notice tone="danger" title="This server does not have the key of the log">
            <p>{other_key}</p>
          </Notice>
        ) : null}
        {published ? null : (
          <Notice title="Nothing has been published yet">
            <p>
              The first checkpoint follows within a minute, or as soon as all earlier rows are in the log.
            </p>
          </Notice>
        )}
        <FieldList
          fields={[
            { label: 'Name', value: origin && <span className="mono">{origin}</span> },
            {
              label: 'Last checkpoint',
              value: published && `${entries(published.size)}, ${formatDateTime(published.at)}`,
            },
            {
              label: 'Address',
              value: published && (
                <a href="/log" target="_blank" rel="noreferrer">
                  /log
                </a>
              ),
            },
            { label: 'Key', value: <span className="mono">{key}</span> },
            { label: 'Short name of the key', value: <span className="mono">{key_id}</span> },
          ]}
        />
      </Stack>
    </Panel>
  )
}
