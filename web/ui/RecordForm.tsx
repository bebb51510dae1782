import { Button, Portal } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect } from 'react'
import { errorsOfForm } from '../lib/fault.ts'
import { BusyOverlay } from './BusyOverlay.tsx'
import { WindowFoot } from './RecordWindow.tsx'
import { useErrorFocus } from './useErrorFocus.ts'
import { useOnce } from './useOnce.ts'

type RecordFormProps<Values extends object> = {
  form: UseFormReturnType<Values>
  /** asks and saves; what it throws is told under the fields it concerns */
  send: (values: Values) => Promise<unknown>
  /** tells of a failure that concerns no field */
  onFailed: (error: unknown) => unknown
  busy: boolean
  /** the wait may be left */
  onLeave?: () => void
  /** told when there are entries that are not saved */
  onChanged: (changed: boolean) => void
  onCancel: () => void
  button: string
  disabled?: boolean
  children: ReactNode
}

/** The form in the window of a list: sent once however often it is pressed, the refusals under their fields. */
export function RecordForm<Values extends object>(props: RecordFormProps<Values>) {
  const { form, send, onFailed, busy, onLeave, onChanged, onCancel, button, disabled, children } = props
  const { form: place, toFirstError } = useErrorFocus()
  const changed = form.isDirty()
  useEffect(() => onChanged(changed), [changed, onChanged])
  useEffect(() => place.current?.querySelector('input')?.focus(), [place])

  const submit = useOnce(async (values: Values) => {
    try {
      await send(values)
    } catch (error) {
      const errors = errorsOfForm(error, values)
      if (Object.keys(errors).length === 0) return onFailed(error)
      form.setErrors(errors)
      toFirstError()
    }
  })

  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => form.onSubmit((values) => void submit(values), toFirstError)(event)}
    >
      <Portal>
        <BusyOverlay visible={busy} {...(onLeave ? { onLeave } : {})} />
      </Portal>
      {children}
      <WindowFoot>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={disabled ?? false}>
          {button}
        </Button>
      </WindowFoot>
    </form>
  )
}
