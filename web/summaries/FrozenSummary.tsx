import { Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import {
  canDraftSummaries,
  canPublishSummary,
  canWithdrawSummary,
} from '../../shared/summaries/summaries.policy.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import { recordsWithdrawnWords, sinceWords } from '../../shared/summaries/changed-since-words.ts'
import { SUMMARIES } from '../../shared/texts/en/summaries.ts'
import { summaryPath, versionOf } from '../../shared/summaries/summary-names.ts'
import { translator } from '../../shared/texts/translate.ts'
import { saveReply } from '../lib/save-file.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ProofButton } from '../ui/ProofButton.tsx'
import { WithdrawnScope } from './document/Citations.tsx'
import { DocumentView } from './DocumentView.tsx'
import styles from './Summary.module.css'
import { SummaryFrame } from './SummaryFrame.tsx'
import { UnsavedWords } from './UnsavedWords.tsx'
import { useFrozenActions } from './useFrozenActions.ts'
import { CHANGES, REVIEW } from './views.ts'

const t = translator(SUMMARIES)

const publishedWords = ({ published_at, status }: Summary['summary']) => {
  if (published_at !== null) return formatDateTime(published_at)
  return status === 'Withdrawn' ? 'Withdrawn' : 'Not published'
}

/** A replaced summary has an address of its own. */
const publicAddress = ({ year, status, sha256 }: Summary['summary']) =>
  location.origin + summaryPath(year, status === 'Replaced' && sha256 ? versionOf(sha256) : null)

/** The SHA-256 of its JSON file, with the proof from when it was frozen. */
const FrozenPrint = ({ summary: { id, year, sha256 } }: Pick<Summary, 'summary'>) => (
  <>
    <span className={styles.hash}>{sha256}</span>{' '}
    <ProofButton
      of={`the frozen summary of ${year}`}
      save={() => saveReply(publicLogApi.frozenSummary, { params: { id } })}
      limits="It names the SHA-256 of the JSON file."
    />{' '}
    <a href="/how-to-check">How to verify it</a>
  </>
)

/** The document of a frozen summary with how it is stored; or that of a draft, to read. */
function StoredDocument({ shown }: { shown: Summary }) {
  const { summary, document, since } = shown
  const address = publicAddress(summary)
  const isPublic = summary.published_at !== null || summary.status === 'Replaced'
  const isDraft = summary.status === 'Draft'
  const { withdrawn_records: records } = summary
  const withdrawn = recordsWithdrawnWords(t, records)
  return (
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
                value: publishedWords(summary),
              },
              {
                label: 'Public address',
                value: isPublic ? <a href={address}>{address}</a> : `${address}, once it is published`,
              },
              { label: 'Records since', value: since ? sinceWords(t, since) : null },
              ...(withdrawn ? [{ label: 'Withdrawn records', value: withdrawn, wide: true }] : []),
              { label: 'SHA-256', value: <FrozenPrint summary={summary} />, wide: true },
            ]}
          />
        </Panel>
      )}
      <WithdrawnScope value={{ records, t }}>
        <DocumentView document={document} isDraft={isDraft} />
      </WithdrawnScope>
    </Stack>
  )
}

/** A frozen summary: its document, its publication, its comments, and what changed since the one before; or a draft. */
export function FrozenSummary({ shown }: { shown: Summary }) {
  const { summary } = shown
  const actor = useActor()
  const { busy, publish, withdraw } = useFrozenActions(shown)
  const { part } = useSearch({ strict: false }) as Record<string, unknown>
  const mayWithdraw = canWithdrawSummary(actor, summary)
  return (
    <SummaryFrame
      shown={shown}
      view={part === REVIEW || part === CHANGES ? part : undefined}
      names={{ first: 'Document', comments: 'Comments' }}
      actions={
        mayWithdraw.ok ? (
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
        )
      }
      notice={
        summary.status !== 'Draft' && canDraftSummaries(actor).ok ? <UnsavedWords shown={shown} /> : null
      }
    >
      <StoredDocument shown={shown} />
    </SummaryFrame>
  )
}
