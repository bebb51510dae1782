import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FormFields, FormOf } from '../../shared/lib/fields.ts'
import { Fields, type Inputs, useFields } from './Fields.tsx'
import { type FormWindow, RecordForm, type Send } from './RecordForm.tsx'

type FieldsFormProps<All extends FormFields> = {
  of: FormOf<All>
  /** what the form starts with; null is empty */
  stored: Parameters<FormOf<All>['start']>[0]
  inputs: Inputs<All>
  state: FormWindow
  save: (body: ReturnType<FormOf<All>['body']>, send: Send) => Promise<unknown>
  button: string
  disabled?: boolean
  /** what is said below the fields */
  children?: ReactNode
}

/** A form in a window, made of its description: starts, complains and sends by it. */
export function FieldsForm<All extends FormFields>(props: FieldsFormProps<All>) {
  const { of, stored, inputs, save, children, ...rest } = props
  const form = useFields(of, stored)
  return (
    <RecordForm {...rest} form={form} save={(values, send) => save(of.body(values), send)}>
      <Stack gap="md">
        <Fields of={of} form={form} inputs={inputs} />
        {children}
      </Stack>
    </RecordForm>
  )
}
