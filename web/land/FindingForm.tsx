import type { Finding, LandRequest, LayerResult } from '../../shared/land/findings.schema.ts'
import { featureWords, findingWords } from '../../shared/land/land-states.ts'
import type { FormWindow } from '../ui/RecordForm.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { AnswerForm, AskForm, ExplainForm } from './finding-forms.tsx'

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
  return (
    <>
      <p>{findingWords(finding, layer.according_to)}</p>
      {work.kind === 'explain' ? <ExplainForm {...props} isAccepted={finding.state === 'accepted'} /> : null}
      {work.kind === 'ask' ? <AskForm {...props} kind={layer.kind} /> : null}
      {work.kind === 'answer' ? <AnswerForm {...props} request={work.request} /> : null}
    </>
  )
}
