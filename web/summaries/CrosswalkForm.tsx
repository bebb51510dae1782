import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Crosswalk, crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { saveOrShowConflict } from '../drafts/save-or-show-conflict.tsx'
import { call } from '../lib/call.ts'
import { failureMessage } from '../lib/failures.ts'
import { useChange } from '../lib/queries.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RecordForm, type Send } from '../ui/RecordForm.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { CrosswalkLineFields } from './CrosswalkLineFields.tsx'
import {
  codeComplaints,
  type CrosswalkFormValues,
  crosswalkFormComplaints,
  crosswalkSides,
} from './crosswalk-form.ts'

type CrosswalkFormProps = { opened: Crosswalk; state: RecordWindowState<Crosswalk> }

/** The answers of every principle, saved as a new version. */
export function CrosswalkForm({ opened, state }: CrosswalkFormProps) {
  const { mutateAsync } = useChange(crosswalkApi.save)
  const form = useForm<CrosswalkFormValues>({
    initialValues: { lines: opened.lines },
    validate: crosswalkFormComplaints,
  })
  const complaints = crosswalkFormComplaints(form.values)

  const save = async (values: CrosswalkFormValues, send: Send) => {
    const answer = await confirm({
      title: 'Save the crosswalk?',
      message: 'It becomes a new version, for drafts and for summaries frozen from now on.',
      confirmLabel: 'Save',
    })
    if (!answer) return
    const reload = async () => (await call(crosswalkApi.current)).crosswalk
    const record = { seen: opened, reload, sides: crosswalkSides }
    await saveOrShowConflict(values, record, async (from) => {
      const body = {
        version: (from ?? opened).version,
        lines: values.lines.map((line) => ({ frameworks: {}, ...line })),
      }
      const { crosswalk } = await send((form_key) => mutateAsync({ body, form_key }))
      const message = `Version ${crosswalk.version} is in use. Summaries that are frozen from now on are made with it.`
      state.close(() => void inform({ title: 'Crosswalk saved', message }))
    })
  }

  return (
    <RecordForm
      form={form}
      state={state}
      save={save}
      onFailed={(error) => inform({ title: 'Crosswalk not saved', message: failureMessage(error) })}
      button="Save"
      disabled={!form.isDirty()}
    >
      <Stack gap="lg">
        <p>Saving makes a new version. Drafts use it from then on; frozen summaries keep theirs.</p>
        {form.values.lines.map((line, index) => (
          <CrosswalkLineFields
            key={line.principle_number}
            line={line}
            onChange={(changed) => form.setFieldValue(`lines.${index}`, changed)}
            errors={{
              answers: complaints[`lines.${index}.primary`] ?? complaints[`lines.${index}.supporting`],
              why: complaints[`lines.${index}.why`],
              ...codeComplaints(complaints, index),
            }}
          />
        ))}
        <div role="status">
          {complaints.lines ? <Notice tone="warning">{complaints.lines}</Notice> : null}
        </div>
      </Stack>
    </RecordForm>
  )
}
