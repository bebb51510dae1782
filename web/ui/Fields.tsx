import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { Fragment, type ReactNode } from 'react'
import type {
  ChoiceField,
  ChosenField,
  FormField,
  FormFields,
  FormOf,
  TextField,
  Values,
} from '../../shared/lib/fields.ts'
import { LimitedLine, LimitedText } from './limited-text.tsx'
import { first, type Option } from './options.ts'

/** What an input is given about its field. */
export type Place<Typed = unknown> = {
  label: string
  help: ReactNode
  required: boolean
  disabled: boolean
  value: Typed
  error: ReactNode
  onChange: (value: Typed) => void
}

/** An input as a function that is called in the form; not a component, which would lose what is typed. */
type Input<Typed> = (place: Place<Typed>) => ReactNode

/** What is otherwise than described while the form is as it is. */
type Change = {
  label?: string
  help?: ReactNode
  required?: boolean
  disabled?: boolean
  /** of a text in paragraphs: its rows before anything is typed, and the most of them */
  rows?: readonly [fewest: number, most: number]
  /** the records to choose from */
  options?: readonly Option[]
  /** of a list: changes what depends on it */
  onChosen?: (value: string) => void
  /** whether the form opens in this input */
  opensHere?: boolean
}

type WithoutInput<All extends FormFields> = {
  [Name in keyof All]: All[Name]['kind'] extends 'day' | 'file' | 'own' ? Name : never
}[keyof All]

/**
 * The inputs of a form: null leaves a field out. Days, files and special fields name theirs, since a form without them
 * loads no calendar and no uploads; texts, choices and ticks have theirs here.
 */
export type Inputs<All extends FormFields> = {
  [Name in WithoutInput<All>]: Input<Values<All>[Name]> | null
} & { [Name in Exclude<keyof All, WithoutInput<All>>]?: Change | Input<Values<All>[Name]> | null }

type PlaceProps<Field> = { field: Field; place: Place<string>; change: Change }

/** as many rows has a text in paragraphs before anything is typed */
const ROWS = 2

function TextPlace({ field, place, change }: PlaceProps<TextField>) {
  const { help, ...rest } = place
  const [fewest, most] = change.rows ?? [ROWS]
  const props = { ...rest, description: help, max: field.max, named: field.named }
  // the form reads the value from the event
  const onChange = place.onChange as (event: unknown) => void
  return field.kind === 'line' ? (
    <LimitedLine {...props} autoComplete="off" onChange={onChange} />
  ) : (
    <LimitedText {...props} minRows={fewest} {...(most ? { maxRows: most } : {})} onChange={onChange} />
  )
}

function TickPlace({ place }: { place: Place<boolean> }) {
  const { help, value, onChange, ...rest } = place
  return (
    <Checkbox
      {...rest}
      description={help}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function ListPlace({ field, place, change }: PlaceProps<ChoiceField | ChosenField>) {
  const { help, ...rest } = place
  const options = change.options ?? (field.kind === 'choice' ? field.choices : [])
  // the only value needs no other choice
  const isOnly = field.kind === 'choice' && options.length === 1
  return (
    <NativeSelect
      {...rest}
      {...(change.opensHere ? { 'data-autofocus': true } : {})}
      description={help}
      data={isOnly ? [...options] : first(field.none ?? '', options)}
      onChange={(event) => {
        place.onChange(event.currentTarget.value)
        change.onChosen?.(event.currentTarget.value)
      }}
    />
  )
}

function RadioPlace({ field: { choices }, place }: Omit<PlaceProps<ChoiceField>, 'change'>) {
  const { help, ...rest } = place
  return (
    <Radio.Group {...rest} description={help}>
      <Stack gap={8} mt={4}>
        {choices.map((one) => (
          <Radio key={one.value} value={one.value} label={one.label} description={one.help} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function shownInput(field: FormField, place: Place<never>, own: Change | Input<never>): ReactNode {
  if (typeof own === 'function') return own(place)
  const { label = place.label, help = place.help, required = place.required, disabled = false } = own
  // the value has the type of its field
  const changed = { ...place, label, help, required, disabled } as unknown as Place<string>
  const { kind } = field
  if (kind === 'tick') return <TickPlace place={changed as unknown as Place<boolean>} />
  if (kind === 'line' || kind === 'paragraphs')
    return <TextPlace field={field} place={changed} change={own} />
  if (kind === 'chosen' || (kind === 'choice' && field.none !== null))
    return <ListPlace field={field} place={changed} change={own} />
  return kind === 'choice' ? <RadioPlace field={field} place={changed} /> : null
}

type FieldsProps<All extends FormFields> = {
  of: FormOf<All>
  form: UseFormReturnType<Values<All>>
  inputs: Inputs<All>
  /** the fields of one part of the form; without it, all of them */
  names?: readonly (keyof All & string)[]
}

/** The inputs of a form, in the order of its description (shared/lib/fields.ts). */
export function Fields<All extends FormFields>({ of, form, inputs, names = of.names }: FieldsProps<All>) {
  // the names of a form lead to its own fields, values and inputs
  const values = form.values as Record<string, never>
  const inputOf = inputs as Record<string, Change | Input<never> | null>
  return names.map((name) => {
    const field = of.fields[name] as FormField
    const own = inputOf[name]
    if (own === null) return null
    const place = {
      ...form.getInputProps(name as never),
      label: field.label,
      help: field.help,
      required: field.isRequired,
      disabled: false,
      value: values[name] as never,
    }
    return <Fragment key={name}>{shownInput(field, place as unknown as Place<never>, own ?? {})}</Fragment>
  })
}

type FieldsOptions<All extends FormFields> = {
  /** what was typed earlier, of a draft */
  typed?: Partial<Values<All>> | null
  /** with rules between the fields */
  validate?: (values: Values<All>) => Record<string, string | null>
}

/** The state of a form with these fields: a stored record, or an empty form. */
export const useFields = <All extends FormFields>(
  of: FormOf<All>,
  stored: Parameters<FormOf<All>['start']>[0],
  { typed, validate = of.complaints }: FieldsOptions<All> = {},
) => useForm<Values<All>>({ initialValues: { ...of.start(stored), ...typed }, validate })
