import { useParams } from '@tanstack/react-router'
import { canEditSummary } from '../../shared/summaries/summaries.policy.ts'
import { summariesApi, type Summary } from '../../shared/summaries/summaries.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BackToSummaries } from './BackToSummaries.tsx'
import { DraftSummary } from './DraftSummary.tsx'
import { FrozenSummary } from './FrozenSummary.tsx'
import { draftOfTexts } from './texts-draft.ts'

function Shown({ summary }: { summary: Summary }) {
  const actor = useActor()
  if (!canEditSummary(actor, summary.summary).ok) return <FrozenSummary shown={summary} />
  return (
    <DraftGate of={draftOfTexts(summary.summary)}>
      {(draft) => <DraftSummary shown={summary} draft={draft} />}
    </DraftGate>
  )
}

/** One summary of information: edited as a draft, published once frozen. */
export function SummaryDraftPage() {
  const { id } = useParams({ from: '/summary/draft/$id' })
  const { data, error, refetch } = useRead(summariesApi.show, { params: { id }, staleTime: 0 })
  if (data) return <Shown key={id} summary={data} />
  return (
    <>
      <PageHeader title="Summary of Information" back={<BackToSummaries />} />
      <Loading error={error} onRetry={() => void refetch()} />
    </>
  )
}
