import { Stack, TextInput } from '@mantine/core'
import { plural } from '../../shared/lib/format.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { ROLE } from '../../shared/roles/roles.fields.ts'
import type { Role } from '../../shared/roles/roles.schema.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { isFailure, unansweredMessage } from '../lib/failures.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { Fields, useFields } from '../ui/Fields.tsx'
import { plain } from '../ui/options.ts'
import { type FormWindow, RecordForm, type Send } from '../ui/RecordForm.tsx'
import { saveOrShowConflict, type SeenRecord } from '../drafts/save-or-show-conflict.tsx'
import { PermissionGrid } from './PermissionGrid.tsx'
import { canChangeKey, emptyRole, type RoleFormValues } from './role-form-values.ts'

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
  const form = useFields(ROLE, stored ?? emptyRole(actor))
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
    if (isBlank(name)) form.setFieldError('name', ROLE.complaints({ ...values, name }).name)
  }

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
        <div className="tiles" data-tile="small">
          <Fields
            of={ROLE}
            form={form}
            inputs={{
              name: (place) => (
                <TextInput
                  {...place}
                  autoComplete="off"
                  onChange={(event) => rename(event.currentTarget.value)}
                />
              ),
              access_level: {
                disabled: inUse,
                help: inUse ? sentenceOf(no('level_in_use')) : undefined,
                options: plain(levelsUnder(actor)),
              },
              permissions: null,
            }}
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
