import type { User } from '../../shared/auth/auth.schema.ts'
import type { UnattendedWork } from '../../shared/review/review.schema.ts'
import { USER } from '../../shared/users/users.fields.ts'
import { useActor } from '../lib/useActor.ts'
import { saveOrShowConflict, type SeenRecord } from '../drafts/save-or-show-conflict.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { useFields } from '../ui/Fields.tsx'
import { type FormWindow, RecordForm, type Send } from '../ui/RecordForm.tsx'
import { LastApprover } from './LastApprover.tsx'
import { useNewOfficeQuestion, useRoleName } from './useNewOfficeQuestion.ts'
import { UserFields } from './UserFormParts.tsx'
import {
  emptyUser,
  type UserFormValues,
  userComplaints,
  userSides,
  valuesOfUser,
} from './user-form-values.ts'

type UserFormProps = {
  /** null for a new one */
  user: User | null
  /** the places and records without an approver if this person is moved */
  leftAlone?: UnattendedWork
  action: 'Add User' | 'Save'
  question: string
  /** the record that an edit began from */
  record?: Omit<SeenRecord<User, UserFormValues>, 'sides'>
  save: (values: UserFormValues, form_key: string, from: User | null) => Promise<void>
  state: FormWindow
}

/** Whether the change moves the person to another level or place. */
const isTransferred = (after: UserFormValues, before: UserFormValues): boolean =>
  PLACE_FIELDS.some((field) => after[field] !== before[field])

const PLACE_FIELDS = ['access_level', 'role_id', 'region_id', 'penro'] as const

/** The form of a user, the same for adding and editing. Asks before it saves, and shows refusals under their fields. */
export function UserForm(props: UserFormProps) {
  const { user, leftAlone, action, question, record, save, state } = props
  const actor = useActor()
  const form = useFields(USER, null, {
    typed: user ? valuesOfUser(user) : emptyUser(actor),
    validate: userComplaints,
  })

  const askOffice = useNewOfficeQuestion(form.values)
  const roleOf = useRoleName(form.values, user)

  const saveAsked = async (entered: UserFormValues, send: Send) => {
    const place = await askOffice(entered)
    if (!place) return
    if (place.penro !== entered.penro) form.setFieldValue('penro', place.penro)
    const values = { ...entered, penro: place.penro, ...(place.isNew ? { new_office: true } : {}) }
    const answer = await confirm({
      title: question,
      message: (
        <>
          <p>{`${values.first_name} ${values.last_name}, ${values.email}`}</p>
          <p>
            {[roleOf(values.role_id), `access level ${values.access_level}`, values.penro]
              .filter((part) => part !== '')
              .join(', ')}
          </p>
          {place.question ? <p>{place.question}</p> : null}
          {user && isTransferred(values, valuesOfUser(user)) ? (
            <LastApprover user={user} leftAlone={leftAlone} />
          ) : null}
        </>
      ),
      confirmLabel: action,
    })
    if (!answer) return
    const seen = record && {
      ...record,
      sides: (mine: UserFormValues, now: User) => userSides(mine, now, roleOf(mine.role_id)),
    }
    await saveOrShowConflict(values, seen, (from) => send((form_key) => save(values, form_key, from)))
  }

  return (
    <RecordForm form={form} state={state} save={saveAsked} button={action}>
      <UserFields form={form} user={user} />
    </RecordForm>
  )
}
