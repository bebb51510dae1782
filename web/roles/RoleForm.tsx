import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { plural } from '../../shared/lib/format.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import type { Role } from '../../shared/roles/roles.schema.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { isFailure, unansweredMessage } from '../lib/failures.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { type FormWindow, RecordForm, type Send } from '../ui/RecordForm.tsx'
import { saveOrShowConflict, type SeenRecord } from '../drafts/save-or-show-conflict.tsx'
import { PermissionGrid } from './PermissionGrid.tsx'
import {
  canChangeKey,
  emptyRole,
  type RoleFormValues,
  roleComplaints,
  valuesOfRole,
} from './role-form-values.ts'
import styles from './roles.module.css'

const WORDS = {
  Add: { question: 'Add this role?', button: 'Add Role', failure: 'Adding' },
  Edit: { question: 'Save the changes to this role?', button: 'Save', failure: 'Editing' },
}

const isBlank = (text: string) => text.trim() === ''

type RoleFormProps = {
  /** null for a new one */
  stored: Role | null
  /** a role in use keeps its level (S-28) */
  inUse: boolean
  /** the record that an edit began from */
  record?: SeenRecord<Role, RoleFormValues>
  save: (values: RoleFormValues, form_key: string, from: Role | null) => Promise<void>
  state: FormWindow
}

/** The form of a role, the same for adding and editing. Asks before it saves, and shows refusals under their fields. */
export function RoleForm({ stored, record, inUse, save, state }: RoleFormProps) {
  const actor = useActor()
  const action = stored ? 'Edit' : 'Add'
  const words = WORDS[action]
  const form = useForm<RoleFormValues>({
    initialValues: stored ? valuesOfRole(stored) : emptyRole(actor),
    validate: roleComplaints,
  })
  const { values } = form

  const saveAsked = async (valid: RoleFormValues, send: Send) => {
    const answer = await confirm({
      title: words.question,
      message: `${valid.name} (${valid.access_level}), ${plural(valid.permissions.length, 'permission')}`,
      confirmLabel: words.button,
    })
    if (!answer) return
    await saveOrShowConflict(valid, record, (from) => send((form_key) => save(valid, form_key, from)))
  }

  const tell = (error: unknown) =>
    inform(
      unansweredMessage(error) ?? {
        title: `${action} Role Unsuccessful`,
        message: isFailure(error)
          ? `${words.failure} the role was unsuccessful. Please try again. If the issue persists, contact your administrator.`
          : toMessage(error),
      },
    )

  // checked on typing, not on leaving the field: a message that appears during a click moves the clicked control away
  const rename = (name: string) => {
    form.setFieldValue('name', name)
    if (isBlank(name)) form.setFieldError('name', roleComplaints({ ...values, name }).name)
  }

  const levels = levelsUnder(actor)
  return (
    <RecordForm
      form={form}
      state={state}
      save={saveAsked}
      onFailed={tell}
      button={words.button}
      disabled={isBlank(values.name)}
    >
      <Stack gap="lg">
        <div className={styles.fields}>
          <TextInput
            {...form.getInputProps('name')}
            label="Role Name"
            required
            autoComplete="off"
            data-autofocus
            onChange={(event) => rename(event.currentTarget.value)}
          />
          <NativeSelect
            {...form.getInputProps('access_level')}
            label="Access Level"
            required
            disabled={inUse}
            description={inUse ? sentenceOf(no('level_in_use')) : undefined}
            data={[
              ...(levels.length > 1 ? [{ value: '', label: 'Select an access level' }] : []),
              ...levels.map((level) => ({ value: level, label: level })),
            ]}
          />
        </div>
        <PermissionGrid
          chosen={values.permissions}
          change={{
            onChange: (permissions) => form.setFieldValue('permissions', permissions),
            canChange: (key) => canChangeKey(actor, stored, values, key),
          }}
        />
      </Stack>
    </RecordForm>
  )
}
