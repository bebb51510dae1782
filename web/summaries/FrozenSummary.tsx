import { Stack } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { canPublishSummary, canWithdrawSummary } from '../../shared/summaries/summaries.policy.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { sinceWords } from '../../shared/summaries/changed-since-words.ts'
import { useActor } from '../lib/useActor.ts'
import { saveSummaryProof } from '../public-log/public-log.calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ProofButton } from '../ui/ProofButton.tsx'
import { BackToSummaries } from './BackToSummaries.tsx'
import { DocumentView } from './DocumentView.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import styles from './Summary.module.css'
import { SummaryFacts } from './SummaryFacts.tsx'
import { useFrozenActions } from './useFrozenActions.ts'

const publicAddress = (year: number) => `${location.origin}/summary/${year}`

/** The SHA-256 of its JSON file, with the proof from when it was frozen. */
const FrozenPrint = ({ summary: { id, year, sha256 } }: Pick<Summary, 'summary'>) => (
  <>
    <span className={styles.hash}>{sha256}</span>{' '}
    <ProofButton
      of={`the frozen summary of ${year}`}
      save={() => saveSummaryProof(id)}
      limits="It names the SHA-256 of the JSON file."
    />{' '}
    <a href="/how-to-check">How to verify it</a>
  </>
)

/** A frozen summary: its document, what has changed in its records since, and its publication; or a draft, to read. */
export function FrozenSummary({ shown }: { shown: Summary }) {
  const { summary, document, since } = shown
  const actor = useActor()
  const { busy, publish, withdraw } = useFrozenActions(summary)
  const mayWithdraw = canWithdrawSummary(actor, summary)
  const address = publicAddress(summary.year)
  const isDraft = summary.status === 'Draft'
  return (
    <>
      <PageHeader
        title={summary.title}
        intro={<SummaryFacts summary={summary} />}
        back={<BackToSummaries />}
        actions={
          <>
            <DownloadMenu summary={summary} />
            {mayWithdraw.ok ? (
              <ActionButton
                variant="outline"
                color="red"
                verdict={mayWithdraw}
                onClick={withdraw}
                disabled={busy}
              >
                Withdraw
              </ActionButton>
            ) : (
              <ActionButton verdict={canPublishSummary(actor, summary)} onClick={publish} disabled={busy}>
                Publish
              </ActionButton>
            )}
          </>
        }
      />
      <Stack gap={24}>
        {isDraft ? (
          <Notice title="This is a draft">
            <p>Its numbers and texts may change until it is frozen.</p>
          </Notice>
        ) : (
          <Panel title="Stored as it is">
            <FieldList
              fields={[
                { label: 'Frozen', value: formatDateTime(summary.frozen_at) },
                {
                  label: 'Published',
                  value: summary.published_at ? formatDateTime(summary.published_at) : 'Not published',
                },
                {
                  label: 'Public address',
                  value: summary.published_at ? (
                    <a href={address}>{address}</a>
                  ) : (
                    `${address}, once it is published`
                  ),
                },
                { label: 'Records since', value: since ? sinceWords(since) : null },
                { label: 'SHA-256', value: <FrozenPrint summary={summary} />, wide: true },
              ]}
            />
          </Panel>
        )}
        <DocumentView document={document} isDraft={isDraft} />
      </Stack>
    </>
  )
}
