import { type ReactNode, useState } from 'react'
import { canUploadFile } from '../../shared/file-access/file-access.policy.ts'
import { alternativeComplaint } from '../../shared/files/file-checks.ts'
import { ANSWER, EXPLANATION, REQUEST } from '../../shared/land/findings.fields.ts'
import { landApi, type LandRequest } from '../../shared/land/findings.schema.ts'
import { LAYER_KINDS, type LayerKind } from '../../shared/land/layer-kinds.ts'
import { answeredOnComplaint, askedOnComplaint } from '../../shared/land/request-days.ts'
import type { FieldFile, FormFields, FormOf, Values } from '../../shared/lib/fields.ts'
import { DraftFieldsForm } from '../drafts/DraftFieldsForm.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { UploadField } from '../files/UploadField.tsx'
import { call } from '../lib/call.ts'
import { useActor } from '../lib/useActor.ts'
import { DayField } from '../ui/DatePicker.tsx'
import type { Place } from '../ui/Fields.tsx'
import { notifyDone } from '../ui/notify.ts'
import type { FormWindow } from '../ui/RecordForm.tsx'
import { useToday } from '../ui/useNow.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { useFindingChange } from './land.calls.ts'

/** What is typed into each form. */
type Typed<Form> = Form extends FormOf<infer All extends FormFields> ? Values<All> : never
export type Explanation = Typed<typeof EXPLANATION>
export type Asking = Typed<typeof REQUEST>
export type Answer = Typed<typeof ANSWER>

type FormProps<Entries extends object> = {
  draft: OpenDraft<Entries>
  ids: { id: number; finding_id: number }
  state: FormWindow & Pick<RecordWindowState<never>, 'close'>
}

/** A paper as PDF or as a photograph of it, which may be left out; its form waits until it is uploaded. */
function usePaper(form: string) {
  const [uploads, setUploads] = useState(0)
  const paper = (place: Place<FieldFile | null>): ReactNode => (
    <UploadField
      {...place}
      help={EXPLANATION.fields.file_id.help ?? ''}
      kinds={['pdf', 'image']}
      form={form}
      check={(file) => alternativeComplaint(file, ['pdf', 'png', 'jpg', 'jpeg'])}
      onBusy={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
    />
  )
  return { paper, isUploading: uploads > 0 }
}

/** The office explains a finding, with a paper if there is one. */
export function ExplainForm({
  draft,
  ids,
  state,
  isAccepted,
}: FormProps<Explanation> & { isAccepted: boolean }) {
  const save = useFindingChange(ids.id)
  // names the form, so that an upload continues after a reload
  const { paper, isUploading } = usePaper(`finding ${ids.finding_id} explanation`)
  return (
    <DraftFieldsForm
      of={EXPLANATION}
      draft={draft}
      stored={null}
      inputs={{ text: { rows: [4, 12] }, file_id: paper }}
      state={state}
      button="Save explanation"
      disabled={isUploading}
      save={async (body, send) => {
        await send((form_key) => save(call(landApi.explain, { params: ids, body, form_key })))
        state.close(() => notifyDone('The explanation was saved.'))
      }}
    >
      {isAccepted ? (
        <p>The finding was accepted. It is to be accepted again after this explanation.</p>
      ) : null}
    </DraftFieldsForm>
  )
}

/** Records that a body was asked about a finding. */
export function AskForm({ draft, ids, state, kind }: FormProps<Asking> & { kind: LayerKind }) {
  const save = useFindingChange(ids.id)
  const today = useToday()
  const { asked, label } = LAYER_KINDS[kind]
  const complaintOf = (day: string) => askedOnComplaint(day, today)
  return (
    <DraftFieldsForm
      of={REQUEST}
      draft={draft}
      stored={{ asked }}
      rules={({ asked_on }) => ({ asked_on: asked_on && complaintOf(asked_on) })}
      inputs={{
        asked: asked ? { help: `${asked} must be asked about land of the kind “${label}”.` } : {},
        asked_on: (place) => (
          <DayField {...place} limits={{ min: null, max: today }} complaintOf={complaintOf} />
        ),
      }}
      state={state}
      button="Save request"
      save={async (body, send) => {
        await send((form_key) => save(call(landApi.ask, { params: ids, body, form_key })))
        state.close(() => notifyDone('The request was recorded.'))
      }}
    />
  )
}

/** Records what a body has answered, with its paper where the person can upload one. */
export function AnswerForm({ draft, ids, state, request }: FormProps<Answer> & { request: LandRequest }) {
  const save = useFindingChange(ids.id)
  const today = useToday()
  const mayUpload = canUploadFile(useActor(), 'pdf').ok
  const complaintOf = (day: string) => answeredOnComplaint(day, request, today)
  const { paper, isUploading } = usePaper(`request ${request.id} answer`)
  return (
    <DraftFieldsForm
      of={ANSWER}
      draft={draft}
      stored={null}
      rules={({ answered_on }) => ({ answered_on: answered_on && complaintOf(answered_on) })}
      inputs={{
        answered_on: (place) => (
          <DayField {...place} limits={{ min: request.asked_on, max: today }} complaintOf={complaintOf} />
        ),
        answer: { label: `Answer of ${request.asked}` },
        words: { rows: [2, 12] },
        file_id: mayUpload ? paper : null,
      }}
      state={state}
      button="Save answer"
      disabled={isUploading}
      save={async (answer, send) => {
        const params = { ...ids, request_id: request.id }
        const body = { ...answer, revision: request.revision }
        await send((form_key) => save(call(landApi.answerRequest, { params, body, form_key })))
        state.close(() => notifyDone('The answer was recorded.'))
      }}
    />
  )
}
