import { z } from 'zod/mini'
import { oneOf } from './choices.ts'
import { day as calendarDay } from './day.ts'
import { differences } from './differences.ts'
import { chosenId, Id } from './ids.ts'
import { optionalText, plainParagraphs, requiredParagraphs, requiredText } from './plain-text.ts'
import { lineForm, paragraphForm } from './text-form.ts'
import { typedDayComplaint } from './typed-date.ts'

/**
 * A form, described once: its fields with their labels, help and limits. From it come the input of the call, the values
 * that the form starts with, its complaints and inputs (`web/ui/Fields.tsx`), details of what is stored, and what differs
 * between two states.
 */

type Schema = z.ZodMiniType

/** What all kinds of fields have; `Typed` is the value in the form. */
type Common<Typed, Input extends Schema> = {
  label: string
  /** what to enter, said with the label */
  help?: string | undefined
  isRequired: boolean
  /** the field in the input of the call */
  input: Input
  /** the sentence under an empty field where it is another than the server's */
  missing?: string | undefined
  /** Returns what the form says about a value before the server's rules are asked. */
  complaint?(typed: Typed): string | null
  /** of a list of lines: Returns the first complaint about each place in it, such as `3.name`; '' is the list itself */
  complaints?(typed: Typed): Record<string, string>
  /** Returns the value in the form of a stored one; of undefined, that of an empty form. */
  start(stored: unknown): Typed
  /** Returns the value that is sent. */
  send(typed: Typed): unknown
  /** Returns the value as a reader sees it; null is empty. */
  words(typed: Typed): string | null
  /** of a list of lines: Returns whether a stored draft has such lines here */
  isTyped?(drafted: unknown): boolean
}

export type TextField<Input extends Schema = Schema> = Common<string, Input> & {
  kind: 'line' | 'paragraphs'
  max: number
  /** the name of the field in sentences about it */
  named: string
}
export type ChoiceField<Value extends string = string, Input extends Schema = Schema> = Common<
  Value | '',
  Input
> & {
  kind: 'choice'
  choices: readonly { value: Value; label: string; help?: string | undefined }[]
  /** the empty choice of a list; null of radio buttons */
  none: string | null
}
/** One of the records that a page offers, such as offices: its id as a text, '' for none. */
export type ChosenField<Input extends Schema = Schema> = Common<string, Input> & {
  kind: 'chosen'
  none: string
}
export type DayField<Input extends Schema = Schema> = Common<string | null, Input> & { kind: 'day' }
/** A file that was uploaded, as far as a form needs it. */
export type FieldFile = { id: number; name: string }
export type FileField<Input extends Schema = Schema> = Common<FieldFile | null, Input> & { kind: 'file' }
export type TickField<Input extends Schema = Schema> = Common<boolean, Input> & { kind: 'tick' }
/** A field with an input of its own. */
export type OwnField<Typed = unknown, Input extends Schema = Schema> = Common<Typed, Input> & { kind: 'own' }

export type FormField = TextField | ChoiceField | ChosenField | DayField | FileField | TickField | OwnField

const isEmpty = (typed: unknown): boolean => typed === null || typed === ''
const textOf = (stored: unknown): string => (typeof stored === 'string' ? stored : '')
const textOrNull = (text: string | null): string | null => text || null

type TextOptions = { max: number; min?: number; help?: string; named?: string }

type Requirement<Input> = { input: Input; isRequired: boolean }

const text = <Input extends Schema>(
  kind: TextField['kind'],
  label: string,
  { max, help, named = label }: TextOptions,
  { input, isRequired }: Requirement<Input>,
  form = kind === 'line' ? lineForm : paragraphForm,
): TextField<Input> => ({
  kind,
  label,
  help,
  max,
  named,
  isRequired,
  input,
  start: textOf,
  send: (typed) => (isRequired || form(typed) !== '' ? typed : null),
  words: textOrNull,
})

const limits = ({ min = 1, max }: TextOptions) => ({ min, max })

/** A required line of text. */
export const line = (label: string, options: TextOptions) =>
  text('line', label, options, {
    input: requiredText(options.named ?? label, limits(options)),
    isRequired: true,
  })

/** A line of text that may be empty. */
export const optionalLine = (label: string, options: TextOptions) =>
  text('line', label, options, {
    input: optionalText(options.named ?? label, limits(options)),
    isRequired: false,
  })

/** A required text in paragraphs. */
export const paragraphs = (label: string, options: Omit<TextOptions, 'min'>) =>
  text('paragraphs', label, options, {
    input: requiredParagraphs(options.named ?? label, options.max),
    isRequired: true,
  })

/** A text in paragraphs that may be empty. */
export const optionalParagraphs = (label: string, options: Omit<TextOptions, 'min'>) =>
  text('paragraphs', label, options, {
    input: z.nullish(plainParagraphs(options.named ?? label, options.max)),
    isRequired: false,
  })

type Words = string | { label: string; help?: string }
type ChoiceOptions<Value> = {
  /** the sentence about a missing value, and about an unknown one where that has none of its own */
  needed: string
  unknown?: string
  help?: string
  /** the empty choice of the list, such as "Select a kind"; without it there are radio buttons */
  none?: string
  /** the choice of an empty form */
  start?: Value
}

const choiceOf = <Value extends string>(words: Record<Value, Words>) =>
  Object.entries<Words>(words).map(([value, one]) => ({
    value: value as Value,
    ...(typeof one === 'string' ? { label: one } : { label: one.label, help: one.help }),
  }))

const anyChoice = <Value extends string, Input extends Schema>(
  label: string,
  words: Record<Value, Words>,
  { help, none, start }: ChoiceOptions<NoInfer<Value>>,
  { input, isRequired }: Requirement<Input>,
): ChoiceField<Value, Input> => {
  const choices = choiceOf(words)
  const found = (stored: unknown) => choices.find(({ value }) => value === stored)
  return {
    kind: 'choice',
    label,
    help,
    choices,
    none: none ?? null,
    isRequired,
    input,
    start: (stored) => found(stored)?.value ?? start ?? '',
    send: (typed) => typed || null,
    words: (typed) => found(typed)?.label ?? null,
  }
}

/** Words that stand for themselves as choices. */
export const plain = <const Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, value])) as unknown as Record<Value, string>

const known = <Value extends string>(
  words: Record<Value, Words>,
  { needed, unknown = needed }: ChoiceOptions<Value>,
) => oneOf(Object.keys(words) as [Value, ...Value[]], needed, unknown)

/** One of a few values, which must be chosen. */
export const choice = <Value extends string>(
  label: string,
  words: Record<Value, Words>,
  options: ChoiceOptions<NoInfer<Value>>,
) => anyChoice(label, words, options, { input: known(words, options), isRequired: true })

/** One of a few values, or none of them. */
export const optionalChoice = <Value extends string>(
  label: string,
  words: Record<Value, Words>,
  options: ChoiceOptions<NoInfer<Value>>,
) => anyChoice(label, words, options, { input: z.nullish(known(words, options)), isRequired: false })

type DayOptions = { help?: string; missing?: string }

const anyDay = <Input extends Schema>(
  label: string,
  options: DayOptions,
  { input, isRequired }: Requirement<Input>,
): DayField<Input> => ({
  kind: 'day',
  label,
  ...options,
  isRequired,
  input,
  // a text that does not mean one day stays in the form
  complaint: (typed) => (typed === null ? null : typedDayComplaint(label, typed)),
  start: (stored) => textOrNull(textOf(stored)),
  send: (typed) => typed,
  words: (typed) => typed,
})

/** A day of the calendar. */
export const day = (label: string, options: DayOptions = {}) =>
  anyDay(label, options, { input: calendarDay(label), isRequired: true })

/** A day that may be left out. */
export const optionalDay = (label: string, options: DayOptions = {}) =>
  anyDay(label, options, { input: z.nullish(calendarDay(label)), isRequired: false })

const anyFile = <Input extends Schema>(
  label: string,
  options: { help?: string; missing?: string },
  { input, isRequired }: Requirement<Input>,
): FileField<Input> => ({
  kind: 'file',
  label,
  ...options,
  isRequired,
  input,
  start: (stored) => (stored ?? null) as FieldFile | null,
  send: (typed) => typed?.id ?? null,
  words: (typed) => typed?.name ?? null,
})

/** An uploaded file, which is sent as its id. */
export const file = (label: string, options: { help?: string; missing: string }) =>
  anyFile(label, options, { input: Id, isRequired: true })

/** A file that may be left out. */
export const optionalFile = (label: string, options: { help?: string } = {}) =>
  anyFile(label, options, { input: z.nullish(Id), isRequired: false })

type ChosenOptions = { none: string; help?: string }

const anyChosen = <Input extends Schema>(
  label: string,
  options: ChosenOptions,
  { input, isRequired }: Requirement<Input>,
): ChosenField<Input> => ({
  kind: 'chosen',
  label,
  ...options,
  isRequired,
  input,
  start: (stored) => (typeof stored === 'number' ? String(stored) : ''),
  send: (typed) => (typed === '' ? null : Number(typed)),
  words: textOrNull,
})

/** A record that must be chosen among those that the page offers; `needed` is the sentence about none. */
export const chosen = (label: string, { needed, ...options }: ChosenOptions & { needed: string }) =>
  anyChosen(label, options, { input: chosenId(needed), isRequired: true })

/** A record chosen among those that the page offers, or none. */
export const optionalChosen = (label: string, options: ChosenOptions) =>
  anyChosen(label, options, { input: z.nullish(Id), isRequired: false })

/** A box to tick; `needed` is the sentence about a value that is neither. */
export const tick = (
  label: string,
  { needed, help }: { needed: string; help?: string },
): TickField<z.ZodMiniBoolean> => ({
  kind: 'tick',
  label,
  help,
  isRequired: false,
  input: z.boolean(needed),
  start: (stored) => stored === true,
  send: (typed) => typed,
  words: (typed) => (typed ? 'Yes' : 'No'),
})

/** A field of a kind that no other form has. */
export const own = <Typed, Input extends Schema>(
  label: string,
  parts: Pick<OwnField<Typed, Input>, 'help' | 'input' | 'start' | 'send'> & Partial<OwnField<Typed, Input>>,
): OwnField<Typed, Input> => ({
  words: (typed) => (isEmpty(typed) ? null : String(typed)),
  ...parts,
  kind: 'own',
  label,
  isRequired: parts.isRequired ?? false,
})

export type FormFields = Readonly<Record<string, FormField>>
/** The values in a form with these fields. */
export type Values<All extends FormFields> = { [Name in keyof All]: ReturnType<All[Name]['start']> }
type Stored<All extends FormFields> = { readonly [Name in keyof All]?: unknown }

/** Returns the first complaint about each place in a value, by its dotted path; '' is the value itself. */
export function firstComplaints(input: Schema, value: unknown): Record<string, string> {
  const complaints: Record<string, string> = {}
  for (const { path, message } of z.safeParse(input, value).error?.issues ?? [])
    complaints[path.join('.')] ??= message
  return complaints
}

const complaintsBelow = (place: string | number, complaints: Record<string, string>) =>
  Object.entries(complaints).map(
    ([path, said]) => [path === '' ? `${place}` : `${place}.${path}`, said] as const,
  )

function complaintOf(field: OwnField, typed: unknown): string | null {
  if (field.missing !== undefined && isEmpty(typed)) return field.missing
  const [refused = null] = Object.values(firstComplaints(field.input, field.send(typed)))
  return field.complaint?.(typed) ?? refused
}

function complaintsOf(field: OwnField, typed: unknown): Record<string, string> {
  if (field.complaints) return field.complaints(typed)
  const complaint = complaintOf(field, typed)
  return complaint === null ? {} : { '': complaint }
}

const shapeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)

/** Whether a stored draft has a value of this field here; one that starts with null may have any. */
function isTyped(field: OwnField, drafted: unknown): boolean {
  if (field.isTyped) return field.isTyped(drafted)
  const empty = field.start(undefined)
  return drafted !== undefined && (empty === null || shapeOf(drafted) === shapeOf(empty))
}

/** Describes a form by its fields, in their order. */
export function fields<All extends FormFields>(all: All) {
  type Name = keyof All & string
  const names = Object.keys(all) as Name[]
  // each function of a field is given values of that field alone
  const fieldOf = (name: Name) => all[name] as unknown as OwnField
  const each = <Result>(make: (name: Name, field: OwnField) => Result) =>
    names.map((name) => [name, make(name, fieldOf(name))] as const)
  const input = z.object(
    Object.fromEntries(each((_, field) => field.input)) as { [Key in keyof All]: All[Key]['input'] },
  )
  const wordsIn = (values: Values<All>) => (name: Name) => fieldOf(name).words(values[name])
  /** The values that a form starts with: those of a stored record, or of an empty form. */
  const start = (stored: Stored<All> | null): Values<All> =>
    Object.fromEntries(each((name, field) => field.start(stored?.[name]))) as Values<All>
  /** The values as they are sent, whether or not they are right. */
  const sent = (values: Values<All>): z.input<typeof input> =>
    Object.fromEntries(each((name, field) => field.send(values[name]))) as z.input<typeof input>
  /** Returns the values in a stored draft, or null if it is not one of this form. */
  const read = (drafted: unknown): Values<All> | null => {
    const values = (drafted ?? {}) as Values<All>
    return names.every((name) => isTyped(fieldOf(name), values[name])) ? values : null
  }
  return {
    fields: all,
    names,
    /** the input of the call */
    input,
    start,
    read,
    /** Returns the first complaint about each field, and about each place in a list of lines, by the server's own rules. */
    complaints: (values: Values<All>): Record<string, string> =>
      Object.fromEntries(
        names.flatMap((name) => complaintsBelow(name, complaintsOf(fieldOf(name), values[name]))),
      ),
    sent,
    /** Returns the body of the call, of values without a complaint. */
    body: (values: Values<All>) => z.parse(input, sent(values)),
    /** Returns what is entered, as one text. */
    words: (values: Values<All>): string => names.flatMap((name) => wordsIn(values)(name) ?? []).join(', '),
    /** Returns a stored record as labels and texts. */
    details: (stored: Stored<All>) => {
      const words = wordsIn(start(stored))
      return names.map((field) => ({ field, label: all[field]?.label ?? '', text: words(field) ?? '' }))
    },
    /** Returns the fields that differ between two states, in words. */
    changes: (before: Values<All>, after: Values<All>) =>
      differences(names, wordsIn(before), wordsIn(after)).map((one) => ({
        ...one,
        label: all[one.field]?.label ?? '',
      })),
  }
}
export type FormOf<All extends FormFields> = ReturnType<typeof fields<All>>

/** A line in the form; the key stays with it when it moves. */
export type Line<All extends FormFields> = Values<All> & { key: string }

/** A list of lines, each of which is a small form; its input is the list in the input of the call. */
export function lines<All extends FormFields, Input extends Schema>(
  label: string,
  of: FormOf<All>,
  input: Input,
  /** the field of a stored line that is its key in the form */
  keyField = '',
): OwnField<Line<All>[], Input> {
  const started = (stored: Stored<All> & { readonly [field: string]: unknown }, index: number) => ({
    ...of.start(stored),
    key: String((stored[keyField] as number | undefined) ?? index),
  })
  const send = (typed: Line<All>[]) => typed.map((line) => of.sent(line))
  return own(label, {
    input,
    start: (stored) => ((stored ?? []) as Parameters<typeof started>[0][]).map(started),
    send,
    complaints: (typed) => {
      const said = typed.flatMap((line, index) => complaintsBelow(index, of.complaints(line)))
      const refused = firstComplaints(input, send(typed))
      return { ...refused, ...Object.fromEntries(said.filter(([place]) => place in refused)) }
    },
    words: (typed) => typed.map(of.words).join('; ') || null,
    isTyped: (drafted) =>
      Array.isArray(drafted) &&
      drafted.every((line) => of.read(line) !== null && typeof line.key === 'string'),
  })
}

/** A value that is stored, typed and sent alike, such as chosen letters; `empty` is that of an empty form. */
export const plainValue = <Input extends Schema>(
  label: string,
  input: Input,
  empty: NonNullable<z.output<Input>>,
): OwnField<NonNullable<z.output<Input>>, Input> =>
  own(label, {
    input,
    start: (stored) => (stored ?? empty) as NonNullable<z.output<Input>>,
    send: (typed) => typed,
  })
