import { Button, Stack } from '@mantine/core'
import { canVerifyLog } from '../../shared/audit/audit.policy.ts'
import { integrityApi } from '../../shared/audit/audit.schema.ts'
import { findingText, isOfRecord } from '../../shared/audit/findings.ts'
import type { Integrity, Verification } from '../../shared/audit/integrity.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import { toMessage } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { Panel } from '../ui/Panel.tsx'
import { WorkProgress } from '../ui/WorkProgress.tsx'

function Sentences({ texts }: { texts: string[] }) {
  return (
    <ul className="bullets breaks">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Outcome({ verification }: { verification: Verification }) {
  const { finished_at, findings, findings_count, notes, rows_checked, failure } = verification
  const when = formatDateTime(finished_at)
  const ofLog = findings.filter((found) => !isOfRecord(found))
  if (finished_at === null || failure !== null)
    return (
      <Notice tone="warning" title="The last verification was not finished">
        <p>{failure ?? 'It was interrupted. Verify the log again.'}</p>
      </Notice>
    )
  return (
    <>
      {findings_count === 0 ? (
        <Notice tone="success" title="The log is as it was written">
          <p>
            {plural(rows_checked, 'row')} checked, {when}. None was changed, removed or inserted.
          </p>
        </Notice>
      ) : (
        <Notice
          tone="danger"
          title={
            ofLog.length === 0 ? 'Public records do not match the log' : 'The log is not as it was written'
          }
        >
          <p>
            {plural(rows_checked, 'row')} checked, {when}. {plural(findings_count, 'finding')}
            {findings.length < findings_count ? `, the first ${findings.length} of them here` : ''}.
          </p>
          <Sentences texts={ofLog.map(findingText)} />
          {ofLog.length < findings.length ? <p>Records that do not match the log are listed below.</p> : null}
        </Notice>
      )}
      {notes.length > 0 ? (
        <Notice title="Worth knowing">
          <Sentences texts={notes} />
        </Notice>
      ) : null}
    </>
  )
}

const share = ({ rows_checked, rows_total }: Verification): number | null =>
  rows_total === 0 ? null : rows_checked / rows_total

/** The last verification, the one that is running, and a button to start one. */
export function VerificationPanel({ integrity }: { integrity: Integrity }) {
  const { verification, open_day, sealed_rows, waiting_rows, key_id, clock } = integrity
  const actor = useActor()
  const { mutate, isPending } = useChange(integrityApi.verify)
  const isRunning = verification?.running ?? false
  const verify = () => mutate(undefined, { onError: (error) => notifyFailure(toMessage(error)) })
  return (
    <Panel
      title="Verification"
      actions={
        canVerifyLog(actor).ok ? (
          <Button onClick={verify} loading={isPending} disabled={isRunning}>
            Verify now
          </Button>
        ) : null
      }
    >
      <Stack gap="md">
        {clock ? (
          <Notice tone="danger" title="A clock is wrong">
            <p>{clock}</p>
          </Notice>
        ) : null}
        {verification === null ? (
          <p>The log has not been verified yet. It is verified every night at 02:30 AM.</p>
        ) : null}
        {verification && isRunning ? (
          <WorkProgress
            label="Verifying the log"
            share={share(verification)}
            detail={
              verification.rows_total === 0
                ? 'Sealing what was just written'
                : `${formatCount(verification.rows_checked)} of ${plural(verification.rows_total, 'row')}`
            }
          />
        ) : null}
        <Stack role="status" gap="md">
          {verification && !isRunning ? <Outcome verification={verification} /> : null}
        </Stack>
        <FieldList
          fields={[
            { label: 'Sealed', value: plural(sealed_rows, 'row') },
            { label: 'Waiting for their seal', value: plural(waiting_rows, 'row') },
            {
              label: 'Since the last day was closed',
              value: plural(open_day?.rows ?? 0, 'row'),
            },
            { label: 'Signing key', value: <span className="mono">{key_id}</span> },
          ]}
        />
      </Stack>
    </Panel>
  )
}
