import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FormFields, FormOf, Values } from '../../shared/lib/fields.ts'
import { Fields, type Inputs, useFields } from '../ui/Fields.tsx'
import type { FormWindow, Send } from '../ui/RecordForm.tsx'
import { DraftRecordForm } from './DraftRecordForm.tsx'
import type { OpenDraft } from './useDraft.ts'

type DraftFieldsFormProps<All extends FormFields> = {
  of: FormOf<All>
  draft: OpenDraft<Values<All>>
  /** what the form starts with where nothing was typed yet */
  stored: Parameters<FormOf<All>['start']>[0]
  inputs: Inputs<All>
  /** what is refused beside the rules of each field */
  rules?: (values: Values<All>) => Record<string, string | null>
  state: FormWindow
  save: (body: ReturnType<FormOf<All>['body']>, send: Send) => Promise<unknown>
  button: string
  disabled?: boolean
  /** what is said above the fields */
  children?: ReactNode
}

/** A form in a window, made of its description, whose entries are stored as a draft. */
export function DraftFieldsForm<All extends FormFields>(props: DraftFieldsFormProps<All>) {
  const { of, draft, stored, inputs, rules, save, children, ...rest } = props
  const validate = (values: Values<All>) => ({ ...rules?.(values), ...of.complaints(values) })
  const form = useFields(of, stored, { typed: draft.start, validate })
  return (
    <DraftRecordForm {...rest} draft={draft} form={form} save={(values, send) => save(of.body(values), send)}>
      <Stack gap="md">
        {children}
        <Fields of={of} form={form} inputs={inputs} />
      </Stack>
    </DraftRecordForm>
  )
}
