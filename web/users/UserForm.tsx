import { Button, Portal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../shared/auth/auth.schema.ts'
import type { LeftAlone } from '../../shared/review/review.schema.ts'
import { useActor } from '../app/actor.tsx'
import { toMessage } from '../lib/call.ts'
import { errorsOfForm } from '../lib/fault.ts'
import { BusyOverlay } from '../ui/BusyOverlay.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { WindowFoot } from '../ui/RecordWindow.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import { LastApprover } from './LastApprover.tsx'
import { AccountFields, PersonFields, PlaceFields } from './UserFormParts.tsx'
import { emptyUser, type UserFormValues, userComplaints, valuesOfUser } from './user-form-values.ts'
import styles from './users.module.css'

type UserFormProps = {
  /** null for a new one */
  user: User | null
  /** what would wait with nobody to decide it, were the person moved */
  leftAlone?: LeftAlone
  action: 'Add User' | 'Save'
  question: string
  save: (values: UserFormValues) => Promise<void>
  onChanged: (changed: boolean) => void
  onCancel: () => void
}

/** Whether the person would work elsewhere or as something else afterwards. */
const isMoved = (after: UserFormValues, before: UserFormValues): boolean =>
  PLACE_FIELDS.some((field) => after[field] !== before[field])

const PLACE_FIELDS = ['access_level', 'role_id', 'region_id', 'penro'] as const

/** The form of a user, the same for adding and editing: question, call, and the refusals under their fields. */
export function UserForm({ user, leftAlone, action, question, save, onChanged, onCancel }: UserFormProps) {
  const actor = useActor()
  const { confirm, inform } = useDialogs()
  const { form: place, toFirstError } = useErrorFocus()
  const underway = useRef(false)
  const [busy, setBusy] = useState(false)
  const form = useForm<UserFormValues>({
    mode: 'controlled',
    initialValues: user ? valuesOfUser(user) : emptyUser(actor),
    validate: userComplaints,
    clearInputErrorOnChange: true,
  })
  const changed = form.isDirty()
  useEffect(() => onChanged(changed), [changed, onChanged])
  useEffect(() => place.current?.querySelector('input')?.focus(), [place])

  const send = async (values: UserFormValues) => {
    const answer = await confirm({
      title: question,
      message: (
        <>
          <p>{`${values.first_name} ${values.last_name}, ${values.email}`}</p>
          {user && isMoved(values, valuesOfUser(user)) ? (
            <LastApprover user={user} leftAlone={leftAlone} />
          ) : null}
        </>
      ),
      confirmLabel: action,
    })
    if (!answer) return
    setBusy(true)
    try {
      await save(values)
    } catch (error) {
      setBusy(false)
      const errors = errorsOfForm(error, values)
      if (Object.keys(errors).length === 0)
        return inform({ title: 'Something went wrong', message: toMessage(error) })
      form.setErrors(errors)
      toFirstError()
    }
  }

  // a second click or Enter before the first is answered sends nothing
  const submit = async (values: UserFormValues) => {
    if (underway.current) return
    underway.current = true
    await send(values)
    underway.current = false
  }

  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => form.onSubmit((values) => void submit(values), toFirstError)(event)}
    >
      <Portal>
        <BusyOverlay visible={busy} />
      </Portal>
      <div className={styles.form}>
        <PersonFields form={form} />
        <AccountFields form={form} user={user} />
        <PlaceFields form={form} />
      </div>
      <WindowFoot>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{action}</Button>
      </WindowFoot>
    </form>
  )
}
