import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect } from 'react'
import { errorsOfForm, isNotConfirmed } from '../lib/failures.ts'
import { type FormKey, useFormKey } from '../lib/form-key.ts'
import { WindowFooter } from './RecordWindow.tsx'
import { useErrorFocus } from './useErrorFocus.ts'
import { fail } from './fail.ts'
import { useOnce } from './useOnce.ts'
import type { RecordWindowState } from './useRecordWindow.ts'
import { useSend } from './useSend.ts'

export type FormWindow = Pick<RecordWindowState<never>, 'setChanged' | 'ask'>
/** Sends the form under its key. */
export type Send = ReturnType<typeof useSend>['send']

export type RecordFormProps<Values extends object> = {
  form: UseFormReturnType<Values>
  state: FormWindow
  /** asks, and saves through `send`; its errors are shown under their fields */
  save: (values: Values, send: Send) => Promise<unknown>
  /** reports a failure that concerns no field, for forms with their own message */
  onFailed?: (error: unknown) => unknown
  /** of a form whose entries are stored as a draft: it closes without a question */
  kept?: { key: FormKey }
  button: string
  disabled?: boolean
  children: ReactNode
}

/** A form in the window of a list: sent only once, with refusals under their fields. */
export function RecordForm<Values extends object>(props: RecordFormProps<Values>) {
  const { form, state, save, kept, button, disabled, children } = props
  const { setChanged, ask } = state
  const own = useFormKey()
  const { send } = useSend(kept?.key ?? own)
  const { onFailed = fail } = props
  const { form: place, toFirstError } = useErrorFocus()
  const changed = form.isDirty() && !kept
  useEffect(() => setChanged(changed), [changed, setChanged])
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('[data-autofocus]')
    const field = first ?? place.current?.querySelector<HTMLElement>('input, textarea')
    field?.focus()
  }, [place])

  const submit = useOnce(async (values: Values) => {
    try {
      await save(values, send)
    } catch (error) {
      const errors = errorsOfForm(error, values)
      if (Object.keys(errors).length === 0) return (isNotConfirmed(error) ? fail : onFailed)(error)
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
      {children}
      <WindowFooter>
        <Button variant="default" onClick={() => void ask()}>
          Cancel
        </Button>
        <Button type="submit" disabled={disabled ?? false}>
          {button}
        </Button>
      </WindowFooter>
    </form>
  )
}
