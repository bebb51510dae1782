import { useSearch } from '@tanstack/react-router'
import { canEditSummary, canFreezeSummary } from '../../shared/summaries/summaries.policy.ts'
import type { Summary, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { all, no, yes } from '../../shared/lib/verdict.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftStatus } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { BackToSummaries } from './BackToSummaries.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { EditSummaryWindow } from './EditSummaryWindow.tsx'
import { PartNav } from './PartNav.tsx'
import { PartPanel } from './PartPanel.tsx'
import { partAt } from './parts.ts'
import styles from './Summary.module.css'
import { SummaryFacts } from './SummaryFacts.tsx'
import type { TypedTexts } from './texts-draft.ts'
import { useDraftActions } from './useDraftActions.tsx'
import { useSummaryTexts } from './useSummaryTexts.ts'

/** unsaved text would be missing from the document */
const UNSAVED = no('summary_unsaved')

/** A draft: its parts with their gaps, and the part that is being edited. */
export function DraftSummary({ shown, draft }: { shown: Summary; draft: OpenDraft<TypedTexts> }) {
  const { summary, gaps } = shown
  const actor = useActor()
  const { part: wanted } = useSearch({ strict: false }) as Record<string, unknown>
  const part = partAt(wanted)
  const texts = useSummaryTexts(draft, shown.texts)
  const editing = useRecordWindow<SummaryRow>()
  const { busy, freeze, discard } = useDraftActions({
    summary: shown,
    onGone: () => {
      texts.release()
      void draft.drop()
    },
  })
  const mayFreeze = all(canFreezeSummary(actor, summary), texts.unsaved.length > 0 ? UNSAVED : yes)
  const mayEdit = canEditSummary(actor, summary)

  return (
    <>
      <PageHeader
        title={summary.title}
        intro={<SummaryFacts summary={summary} />}
        back={<BackToSummaries />}
        actions={
          <>
            <DownloadMenu summary={summary} />
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
      />
      <div className={styles.builder}>
        <div className={styles.side}>
          <PartNav current={part} gaps={gaps} texts={texts} />
          <p className="quiet">
            <DraftStatus
              stored={draft.stored}
              unsent={draft.stored ? 'Unsaved changes are not part of the summary yet.' : undefined}
            />
          </p>
        </div>
        <PartPanel
          key={part.key}
          part={part}
          summary={shown}
          texts={texts}
          isArrived={wanted !== undefined}
        />
      </div>
      <EditSummaryWindow state={editing} id={summary.id} />
    </>
  )
}
