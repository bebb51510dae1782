import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { canUploadFile } from '../../shared/file-access/file-access.policy.ts'
import { alternativeComplaint } from '../../shared/files/file-checks.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import { ANSWERS, landApi, type LandRequest } from '../../shared/land/findings.schema.ts'
import { answeredOnComplaint, askedOnComplaint } from '../../shared/land/request-days.ts'
import { LAYER_KINDS, type LayerKind } from '../../shared/land/layer-kinds.ts'
import { typedDayComplaint } from '../../shared/lib/typed-date.ts'
import { DraftRecordForm } from '../drafts/DraftRecordForm.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { UploadField } from '../files/UploadField.tsx'
import { call } from '../lib/call.ts'
import { useActor } from '../lib/useActor.ts'
import { DayField } from '../ui/DatePicker.tsx'
import { notifyDone } from '../ui/notify.ts'
import { first } from '../ui/options.ts'
import type { FormWindow } from '../ui/RecordForm.tsx'
import { useToday } from '../ui/useNow.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { useFindingChange } from './land.calls.ts'

/** What is typed into each form. */
export type Explanation = { text: string; file_id: UploadedFile | null }
export type Asking = { asked: string; asked_on: string | null }
export type Answer = {
  answered_on: string | null
  answer: string
  words: string
  file_id: UploadedFile | null
}

type FormProps<Values extends object> = {
  draft: OpenDraft<Values>
  ids: { id: number; finding_id: number }
  state: FormWindow & Pick<RecordWindowState<never>, 'close'>
}

const TEXT_MAX = 1000
const NEEDS_DAY = 'Enter the day.'
/** A day that is entered, can be read in one way, and is allowed. */
const dayComplaint = (label: string, text: string | null, complaintOf: (day: string) => string | null) =>
  text === null ? NEEDS_DAY : (typedDayComplaint(label, text) ?? complaintOf(text))

type PaperFieldProps = {
  /** names the form, so that an upload continues after a reload */
  form: string
  value: UploadedFile | null
  error: ReactNode
  onChange: (file: UploadedFile | null) => void
  onBusy: (busy: boolean) => void
}

/** A paper as PDF or as a photograph of it, which may be left out. */
const PaperField = (props: PaperFieldProps) => (
  <UploadField
    {...props}
    label="Paper"
    help="Optional: a .pdf, .png, .jpg or .jpeg of at most 40 MB"
    kinds={['pdf', 'image']}
    check={(file) => alternativeComplaint(file, ['pdf', 'png', 'jpg', 'jpeg'])}
    required={false}
  />
)

/** The office explains a finding, with a paper if there is one. */
export function ExplainForm({
  draft,
  ids,
  state,
  isAccepted,
}: FormProps<Explanation> & { isAccepted: boolean }) {
  const save = useFindingChange(ids.id)
  const [uploads, setUploads] = useState(0)
  const form = useForm<Explanation>({
    initialValues: { text: '', file_id: null, ...draft.start },
    validate: { text: (text) => (text.trim() === '' ? 'Explanation is required.' : null) },
  })
  return (
    <DraftRecordForm
      draft={draft}
      form={form}
      state={state}
      button="Save explanation"
      disabled={uploads > 0}
      save={async ({ text, file_id }, send) => {
        const body = { text, file_id: file_id?.id ?? null }
        await send((form_key) => save(call(landApi.explain, { params: ids, body, form_key })))
        state.close(() => notifyDone('The explanation was saved.'))
      }}
    >
      <Stack gap="md">
        {isAccepted ? (
          <p>The finding was accepted. It is to be accepted again after this explanation.</p>
        ) : null}
        <Textarea
          {...form.getInputProps('text')}
          label="Explanation"
          description={`Why the land is part of the site, or why the finding is not right. Up to ${TEXT_MAX} characters.`}
          required
          autosize
          minRows={4}
          maxRows={12}
        />
        <PaperField
          form={`finding ${ids.finding_id} explanation`}
          value={form.values.file_id}
          error={form.errors.file_id}
          onChange={(file) => form.setFieldValue('file_id', file)}
          onBusy={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
        />
      </Stack>
    </DraftRecordForm>
  )
}

/** Records that a body was asked about a finding. */
export function AskForm({ draft, ids, state, kind }: FormProps<Asking> & { kind: LayerKind }) {
  const save = useFindingChange(ids.id)
  const today = useToday()
  const { asked } = LAYER_KINDS[kind]
  const complaintOf = (day: string) => askedOnComplaint(day, today)
  const form = useForm<Asking>({
    initialValues: { asked: asked ?? '', asked_on: null, ...draft.start },
    validate: {
      asked: (text) => (text.trim() === '' ? 'Who was asked is required.' : null),
      asked_on: (text) => dayComplaint('Asked on', text, complaintOf),
    },
  })
  return (
    <DraftRecordForm
      draft={draft}
      form={form}
      state={state}
      button="Save request"
      save={async (values, send) => {
        const body = { asked: values.asked, asked_on: values.asked_on ?? '' }
        await send((form_key) => save(call(landApi.ask, { params: ids, body, form_key })))
        state.close(() => notifyDone('The request was recorded.'))
      }}
    >
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('asked')}
          label="Who was asked"
          description={
            asked
              ? `${asked} must be asked about land of the kind “${LAYER_KINDS[kind].label}”.`
              : 'The body, such as NCIP, PAMB or a local government.'
          }
          required
          autoComplete="off"
        />
        <DayField
          label="Asked on"
          value={form.values.asked_on}
          onChange={(day) => form.setFieldValue('asked_on', day)}
          limits={{ min: null, max: today }}
          complaintOf={complaintOf}
          error={form.errors.asked_on}
          required
        />
      </Stack>
    </DraftRecordForm>
  )
}

/** Records what a body has answered, with its paper where the person can upload one. */
export function AnswerForm({ draft, ids, state, request }: FormProps<Answer> & { request: LandRequest }) {
  const save = useFindingChange(ids.id)
  const today = useToday()
  const mayUpload = canUploadFile(useActor(), 'pdf').ok
  const complaintOf = (day: string) => answeredOnComplaint(day, request, today)
  const [uploads, setUploads] = useState(0)
  const form = useForm<Answer>({
    initialValues: { answered_on: null, answer: '', words: '', file_id: null, ...draft.start },
    validate: {
      answered_on: (text) => dayComplaint('Answered on', text, complaintOf),
      answer: (answer) => (answer === '' ? 'Choose the answer.' : null),
    },
  })
  return (
    <DraftRecordForm
      draft={draft}
      form={form}
      state={state}
      button="Save answer"
      disabled={uploads > 0}
      save={async ({ answered_on, answer, words, file_id }, send) => {
        const params = { ...ids, request_id: request.id }
        const chosen = ANSWERS.find((one) => one === answer) ?? ANSWERS[0]
        const body = {
          answered_on: answered_on ?? '',
          answer: chosen,
          words: words || null,
          file_id: file_id?.id ?? null,
          revision: request.revision,
        }
        await send((form_key) => save(call(landApi.answerRequest, { params, body, form_key })))
        state.close(() => notifyDone('The answer was recorded.'))
      }}
    >
      <Stack gap="md">
        <DayField
          label="Answered on"
          value={form.values.answered_on}
          onChange={(day) => form.setFieldValue('answered_on', day)}
          limits={{ min: request.asked_on, max: today }}
          complaintOf={complaintOf}
          error={form.errors.answered_on}
          required
        />
        <NativeSelect
          {...form.getInputProps('answer')}
          label={`Answer of ${request.asked}`}
          required
          data={first(
            'Select an answer',
            ANSWERS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
          )}
        />
        <Textarea
          {...form.getInputProps('words')}
          label="Words"
          description={`What the answer says, such as its conditions. Up to ${TEXT_MAX} characters.`}
          autosize
          minRows={2}
          maxRows={12}
        />
        {mayUpload ? (
          <PaperField
            form={`request ${request.id} answer`}
            value={form.values.file_id}
            error={form.errors.file_id}
            onChange={(file) => form.setFieldValue('file_id', file)}
            onBusy={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
          />
        ) : null}
      </Stack>
    </DraftRecordForm>
  )
}
