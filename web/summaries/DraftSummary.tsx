import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { canEditSummary, canFreezeSummary } from '../../shared/summaries/summaries.policy.ts'
import type { Summary, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { all, no, yes } from '../../shared/lib/verdict.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftStatus } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useComments } from './comments/comments-context.tsx'
import { DraftOutline, PartNav } from './PartNav.tsx'
import { EditSummaryWindow } from './SummaryForm.tsx'
import { SummaryFrame } from './SummaryFrame.tsx'
import { partAt } from './parts.ts'
import styles from './Summary.module.css'
import type { TypedTexts } from './texts-draft.ts'
import { useDraftActions } from './useDraftActions.tsx'
import { type SummaryTexts, useSummaryTexts } from './useSummaryTexts.ts'
import { writersQuery } from './summaries.calls.ts'

const PartPanel = lazy(() => import('./PartPanel.tsx').then((file) => ({ default: file.PartPanel })))

/** unsaved text would be missing from the document */
const UNSAVED = no('summary_unsaved')

type ViewProps = { shown: Summary; texts: SummaryTexts; draft: OpenDraft<TypedTexts>; wanted: unknown }

/** The outline, or a part that the address names, beside the other ones. */
function View({ shown, texts, draft, wanted }: ViewProps) {
  const { comments } = useComments()
  const part = partAt(wanted)
  if (part === null) return <DraftOutline shown={shown} texts={texts} comments={comments} />
  const outline = { gaps: shown.gaps, texts, stored: shown.texts, comments }
  return (
    <div className={styles.builder}>
      <div className={styles.side}>
        <PartNav current={part} {...outline} />
        <p className="quiet">
          <DraftStatus
            stored={draft.stored}
            unsent={draft.stored ? 'Unsaved changes are not part of the summary yet.' : undefined}
          />
        </p>
      </div>
      <Suspense>
        <PartPanel key={part.key} part={part} summary={shown} texts={texts} isArrived />
      </Suspense>
    </div>
  )
}

/** A draft: its outline first, then its parts to write, to review, and to compare with the summary before. */
export function DraftSummary({ shown, draft }: { shown: Summary; draft: OpenDraft<TypedTexts> }) {
  const { summary } = shown
  const actor = useActor()
  const client = useQueryClient()
  const { part: wanted } = useSearch({ strict: false }) as Record<string, unknown>
  const texts = useSummaryTexts(draft, shown.texts)
  const editing = useRecordWindow<SummaryRow>()
  // looked up when a part is opened and while the person types, at most every half minute
  const typed_at = draft.stored?.at
  useEffect(() => void client.prefetchQuery(writersQuery(summary.id)), [client, summary.id, wanted, typed_at])
  const { busy, freeze, discard } = useDraftActions({
    summary: shown,
    onGone: () => {
      texts.release()
      void draft.drop()
    },
  })
  const mayFreeze = all(canFreezeSummary(actor, summary), texts.unsaved.length > 0 ? UNSAVED : yes)
  const mayEdit = canEditSummary(actor, summary)
  const view = partAt(wanted) === null ? (wanted as string | undefined) : null

  return (
    <>
      <SummaryFrame
        shown={shown}
        view={view}
        names={{ first: 'Outline', comments: 'Read and comment' }}
        actions={
          <>
            <ActionButton variant="default" verdict={mayEdit} onClick={() => editing.show(summary)}>
              Edit what it covers
            </ActionButton>
            <ActionButton variant="outline" color="red" verdict={mayEdit} onClick={discard} disabled={busy}>
              Discard draft
            </ActionButton>
            <ActionButton verdict={mayFreeze} onClick={freeze} disabled={busy}>
              Freeze
            </ActionButton>
          </>
        }
      >
        <View shown={shown} texts={texts} draft={draft} wanted={wanted} />
      </SummaryFrame>
      <EditSummaryWindow state={editing} id={summary.id} />
    </>
  )
}
