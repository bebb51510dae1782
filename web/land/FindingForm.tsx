import type { DraftForm } from '../../shared/drafts/drafts.schema.ts'
import type { Finding, LandRequest, LayerResult } from '../../shared/land/findings.schema.ts'
import { featureWords, findingWords } from '../../shared/land/land-states.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import type { DraftOf } from '../drafts/useDraft.ts'
import type { FormWindow } from '../ui/RecordForm.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import {
  type Answer,
  AnswerForm,
  AskForm,
  type Asking,
  ExplainForm,
  type Explanation,
} from './finding-forms.tsx'

/** What a person records about a finding. */
export type FindingWork = { finding: Finding; layer: LayerResult } & (
  | { kind: 'explain' }
  | { kind: 'ask' }
  | { kind: 'answer'; request: LandRequest }
)

/** "Explain CADT R04-017, Tagbanua of Coron" */
export function workTitle({ kind, finding }: FindingWork): string {
  const name = featureWords(finding)
  if (kind === 'explain') return `Explain ${name}`
  return kind === 'ask' ? `Who was asked about ${name}` : `The answer about ${name}`
}

type FindingFormProps = {
  site: { id: number }
  work: FindingWork
  state: FormWindow & Pick<RecordWindowState<never>, 'close'>
}

/** The form for what a person records, below the sentence that it is about. */
export function FindingForm({ site, work, state }: FindingFormProps) {
  const { finding, layer } = work
  const props = { ids: { id: site.id, finding_id: finding.id }, state }
  const of = <Values extends object>(form: DraftForm, record_id: number): DraftOf<Values> => ({
    form,
    name: featureWords(finding),
    record_id,
    read: (stored) => stored as Values,
  })
  return (
    <>
      <p>{findingWords(finding, layer.according_to)}</p>
      {work.kind === 'explain' ? (
        <DraftGate of={of<Explanation>('finding-explain', finding.id)}>
          {(draft) => <ExplainForm {...props} draft={draft} isAccepted={finding.state === 'accepted'} />}
        </DraftGate>
      ) : null}
      {work.kind === 'ask' ? (
        <DraftGate of={of<Asking>('finding-ask', finding.id)}>
          {(draft) => <AskForm {...props} draft={draft} kind={layer.kind} />}
        </DraftGate>
      ) : null}
      {work.kind === 'answer' ? (
        <DraftGate of={of<Answer>('finding-answer', work.request.id)}>
          {(draft) => <AnswerForm {...props} draft={draft} request={work.request} />}
        </DraftGate>
      ) : null}
    </>
  )
}
