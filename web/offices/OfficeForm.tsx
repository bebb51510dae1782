import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { plural } from '../../shared/lib/format.ts'
import type { Office } from '../../shared/offices/offices.schema.ts'
import { useFormKey } from '../lib/form-key.ts'
import { useOffices } from '../places/places.calls.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { RecordForm } from '../ui/RecordForm.tsx'
import { useFailure } from '../ui/useFailure.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { useSend } from '../ui/useSend.ts'
import { useChangeOffice } from './offices.calls.ts'

export type OfficeContent = { kind: 'rename' | 'merge'; office: Office }
type FormProps = { office: Office; state: RecordWindowState<OfficeContent> }

/** Gives an office another name. */
export function RenameOffice({ office, state }: FormProps) {
  const { rename } = useChangeOffice()
  const fail = useFailure()
  const sending = useSend(useFormKey())
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: office.name },
    clearInputErrorOnChange: true,
  })
  return (
    <RecordForm
      form={form}
      send={async ({ name }) => {
        const body = { name, seen_name: office.name }
        await sending.send((form_key) => rename(office.id, body, form_key))
        state.close(() => notifyDone(`${office.name} is called ${name} now.`))
      }}
      onFailed={fail}
      busy={sending.busy}
      onLeave={sending.leave}
      onChanged={state.setChanged}
      onCancel={() => void state.ask()}
      button="Rename office"
    >
      <TextInput
        {...form.getInputProps('name')}
        label="Name"
        description={`${office.region}: ${plural(office.users, 'user')}, ${plural(office.profiles, 'profile')}`}
        required
        autoComplete="off"
      />
    </RecordForm>
  )
}

/** Moves everything of an office into another one of its region, after a question that says what moves. */
export function MergeOffice({ office, state }: FormProps) {
  const { merge } = useChangeOffice()
  const { confirm } = useDialogs()
  const fail = useFailure()
  const sending = useSend(useFormKey())
  const others = (useOffices(office.region_id).data?.data ?? []).filter(({ id }) => id !== office.id)
  const form = useForm({
    mode: 'controlled',
    initialValues: { into_id: '' },
    validate: { into_id: (id) => (id === '' ? 'Choose the office to merge with.' : null) },
    clearInputErrorOnChange: true,
  })
  return (
    <RecordForm
      form={form}
      send={async ({ into_id }) => {
        const into = others.find(({ id }) => String(id) === into_id)?.name ?? ''
        const answer = await confirm({
          title: `Merge ${office.name} into ${into}?`,
          message: `${plural(office.users, 'user')} and ${plural(office.profiles, 'profile')} of ${office.name}, with their activities and files, will belong to ${into}. ${office.name} is removed. This cannot be undone.`,
          confirmLabel: 'Merge offices',
          danger: true,
        })
        if (!answer) return
        await sending.send((form_key) => merge(office.id, { into_id: Number(into_id) }, form_key))
        state.close(() => notifyDone(`${office.name} was merged into ${into}.`))
      }}
      onFailed={fail}
      busy={sending.busy}
      onLeave={sending.leave}
      onChanged={state.setChanged}
      onCancel={() => void state.ask()}
      button="Merge offices"
    >
      <NativeSelect
        {...form.getInputProps('into_id')}
        label="Merge with"
        description={`${office.name} is removed; what belongs to it moves to the office chosen here.`}
        required
        data={[
          { value: '', label: 'Select an office' },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </RecordForm>
  )
}
