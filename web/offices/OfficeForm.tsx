import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { plural } from '../../shared/lib/format.ts'
import { type Office, officesApi } from '../../shared/offices/offices.schema.ts'
import { useChange } from '../lib/queries.ts'
import { useOffices } from '../places/places.calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { first, named } from '../ui/options.ts'
import { RecordForm } from '../ui/RecordForm.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { LimitedLine } from '../ui/limited-text.tsx'

export type OfficeContent = { kind: 'rename' | 'public' | 'merge'; office: Office }
type FormProps = { office: Office; state: RecordWindowState<OfficeContent> }

/** Enters where an office is, for readers who find a mistake, and whether the public reads the names of its files. */
export function PublicOfOffice({ office, state }: FormProps) {
  const change = useChange(officesApi.rename)
  const form = useForm({
    initialValues: { address: office.address ?? '', file_names_public: office.file_names_public },
  })
  return (
    <RecordForm
      form={form}
      save={async ({ address, file_names_public }, send) => {
        const seen = { name: office.name, seen_name: office.name, seen_address: office.address }
        const body = { ...seen, address: address || null, file_names_public }
        await send((form_key) => change.mutateAsync({ params: { id: office.id }, body, form_key }))
        state.close(() => notifyDone(`What is public of ${office.name} was saved.`))
      }}
      state={state}
      button="Save"
    >
      <LimitedLine
        {...form.getInputProps('address')}
        value={form.values.address}
        label="Address"
        description="Street, municipality and province. It is public, at the end of each record of this office."
        max={300}
        autoComplete="off"
      />
      <Checkbox
        {...form.getInputProps('file_names_public', { type: 'checkbox' })}
        mt="md"
        label="The office allows that published summaries name its evidence files"
        description="Without it they are listed by kind and SHA-256, because a file's name can name a person."
      />
    </RecordForm>
  )
}

/** Renames an office. */
export function RenameOffice({ office, state }: FormProps) {
  const change = useChange(officesApi.rename)
  const form = useForm({
    initialValues: { name: office.name },
  })
  return (
    <RecordForm
      form={form}
      save={async ({ name }, send) => {
        const body = { name, seen_name: office.name }
        await send((form_key) => change.mutateAsync({ params: { id: office.id }, body, form_key }))
        state.close(() => notifyDone(`${office.name} is called ${name} now.`))
      }}
      state={state}
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

/** Merges an office into another one of its region, after a question that lists what moves. */
export function MergeOffice({ office, state }: FormProps) {
  const merge = useChange(officesApi.merge)
  const others = (useOffices(office.region_id).data?.data ?? []).filter(({ id }) => id !== office.id)
  const form = useForm({
    initialValues: { into_id: '' },
    validate: { into_id: (id) => (id === '' ? 'Choose the office to merge with.' : null) },
  })
  return (
    <RecordForm
      form={form}
      save={async ({ into_id }, send) => {
        const into = others.find(({ id }) => String(id) === into_id)?.name ?? ''
        const answer = await confirm({
          title: `Merge ${office.name} into ${into}?`,
          message: `${plural(office.users, 'user')} and ${plural(office.profiles, 'profile')} of ${office.name}, with their activities and files, will belong to ${into}. ${office.name} is removed. This cannot be undone.`,
          confirmLabel: 'Merge offices',
          danger: true,
        })
        if (!answer) return
        const body = { into_id: Number(into_id) }
        await send((form_key) => merge.mutateAsync({ params: { id: office.id }, body, form_key }))
        state.close(() => notifyDone(`${office.name} was merged into ${into}.`))
      }}
      state={state}
      button="Merge offices"
    >
      <NativeSelect
        {...form.getInputProps('into_id')}
        label="Merge with"
        description={`${office.name} is removed; what belongs to it moves to the office chosen here.`}
        required
        data={first('Select an office', named(others))}
      />
    </RecordForm>
  )
}
