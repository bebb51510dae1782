import { plural } from '../../shared/lib/format.ts'
import { MERGE, OFFICE_NAME, PUBLIC_OFFICE } from '../../shared/offices/offices.fields.ts'
import { type Office, officesApi } from '../../shared/offices/offices.schema.ts'
import { useChange } from '../lib/queries.ts'
import { useOffices } from '../places/places.calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import { FieldsForm } from '../ui/FieldsForm.tsx'
import { notifyDone } from '../ui/notify.ts'
import { named } from '../ui/options.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'

export type OfficeContent = { kind: 'rename' | 'public' | 'merge'; office: Office }
type FormProps = { office: Office; state: RecordWindowState<OfficeContent> }

/** Enters where an office is, for readers who find a mistake, and whether the public reads the names of its files. */
export function PublicOfOffice({ office, state }: FormProps) {
  const change = useChange(officesApi.rename)
  return (
    <FieldsForm
      of={PUBLIC_OFFICE}
      stored={office}
      inputs={{}}
      save={async (values, send) => {
        const seen = { name: office.name, seen_name: office.name, seen_address: office.address }
        const body = { ...seen, ...values }
        await send((form_key) => change.mutateAsync({ params: { id: office.id }, body, form_key }))
        state.close(() => notifyDone(`What is public of ${office.name} was saved.`))
      }}
      state={state}
      button="Save"
    />
  )
}

/** Renames an office. */
export function RenameOffice({ office, state }: FormProps) {
  const change = useChange(officesApi.rename)
  const { region, users, profiles } = office
  return (
    <FieldsForm
      of={OFFICE_NAME}
      stored={office}
      inputs={{ name: { help: `${region}: ${plural(users, 'user')}, ${plural(profiles, 'profile')}` } }}
      save={async ({ name }, send) => {
        const body = { name, seen_name: office.name }
        await send((form_key) => change.mutateAsync({ params: { id: office.id }, body, form_key }))
        state.close(() => notifyDone(`${office.name} is called ${name} now.`))
      }}
      state={state}
      button="Rename office"
    />
  )
}

/** Merges an office into another one of its region, after a question that lists what moves. */
export function MergeOffice({ office, state }: FormProps) {
  const merge = useChange(officesApi.merge)
  const others = (useOffices(office.region_id).data?.data ?? []).filter(({ id }) => id !== office.id)
  return (
    <FieldsForm
      of={MERGE}
      stored={null}
      inputs={{
        into_id: {
          help: `${office.name} is removed; what belongs to it moves to the office chosen here.`,
          options: named(others),
        },
      }}
      save={async (body, send) => {
        const into = others.find(({ id }) => id === body.into_id)?.name ?? ''
        const answer = await confirm({
          title: `Merge ${office.name} into ${into}?`,
          message: `${plural(office.users, 'user')} and ${plural(office.profiles, 'profile')} of ${office.name}, with their activities and files, will belong to ${into}. ${office.name} is removed. This cannot be undone.`,
          confirmLabel: 'Merge offices',
          danger: true,
        })
        if (!answer) return
        await send((form_key) => merge.mutateAsync({ params: { id: office.id }, body, form_key }))
        state.close(() => notifyDone(`${office.name} was merged into ${into}.`))
      }}
      state={state}
      button="Merge offices"
    />
  )
}
