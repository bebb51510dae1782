import { z } from 'zod/mini'
import { formatCount } from './format.ts'
import { lineForm, paragraphForm } from './text-form.ts'
import { numberForm } from './typed-number.ts'

export type Limits = { readonly min: number; readonly max: number }

/** at least one visible character: no blank, no combining mark by itself, no letter that renders as nothing */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** typed characters allowed per stored one: combining marks and invisible characters are merged or dropped */
export const TYPED_PER_STORED = 8

const tooLong = (label: string, max: number) => `${label} cannot exceed ${formatCount(max)} characters.`
const isFarTooLong = (max: number, typed: string): boolean => typed.length > TYPED_PER_STORED * max

/** Rejects a text by its length alone, before any other check reads it. */
export const noLongerThan = (max: number, message: string) =>
  z.check<string>(({ value, issues }) => {
    if (value.length > max) issues.push({ code: 'custom', message, input: value, continue: false })
  })

/** Rejects a text that is far too long to fit its limit after normalization. */
const plausiblyWithin = (label: string, max: number) =>
  noLongerThan(TYPED_PER_STORED * max, tooLong(label, max))

/** Returns one sentence if a normalized text is invalid; counts characters like the database, not UTF-16 code units. */
export function textComplaint(label: string, { min, max }: Limits, text: string): string | null {
  if (min > 0 && !VISIBLE.test(text)) return `${label} is required.`
  const { length } = Array.from(text)
  if (length < min) return `${label} must be at least ${min} characters.`
  return length > max ? tooLong(label, max) : null
}

const complaint = (label: string, limits: Limits, isRequired: boolean) =>
  z.check<string>(({ value, issues }) => {
    const message = !isRequired && value === '' ? null : textComplaint(label, limits, value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })

const text = (label: string, limits: Limits, isRequired: boolean, form: (typed: string) => string) =>
  z
    .string(isRequired ? `${label} is required.` : `${label} must be text.`)
    .check(plausiblyWithin(label, limits.max), z.overwrite(form), complaint(label, limits, isRequired))
    .register(z.globalRegistry, { minLength: isRequired ? limits.min : 0, maxLength: limits.max })

/** A required line of text within its limits; an error is one sentence. */
export const requiredText = (label: string, limits: Limits) => text(label, limits, true, lineForm)

/** The same with messages of its own, such as keys of the catalogue. */
export const requiredLine = (max: number, { required, too_long }: { required: string; too_long: string }) =>
  z
    .string(required)
    .check(
      noLongerThan(TYPED_PER_STORED * max, too_long),
      z.overwrite(lineForm),
      z.refine((line) => VISIBLE.test(line), required),
      z.refine((line) => Array.from(line).length <= max, too_long),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: max })

/** The same as `requiredText`, but it may be absent, null or empty. */
export const optionalText = (label: string, limits: Limits) => z.nullish(text(label, limits, false, lineForm))

/** A line of at most this many characters; its limits are checked elsewhere. */
export const lineOf = (label: string, max: number) =>
  z.string(`${label} must be text.`).check(plausiblyWithin(label, max), z.overwrite(lineForm))

/** A text in paragraphs; its limit is checked elsewhere. */
export const paragraphsOf = (label: string, max: number) =>
  z.string(`${label} must be text.`).check(plausiblyWithin(label, max), z.overwrite(paragraphForm))

/** A line of at most this many characters, which may be empty. */
export const plainLine = (label: string, max: number) => text(label, { min: 0, max }, false, lineForm)

const WORD_MAX = 200

/** A short line that is compared with fixed values, such as a choice or a time; one message for all errors. */
export const word = (message: string, max = WORD_MAX, missing = message) =>
  z.string(missing).check(noLongerThan(max, message), z.overwrite(lineForm))

/** A number as typed (S-129), up to this many characters; the rules of its field check both. */
export const numberText = (label: string, max: number) =>
  z.string(`${label} is required.`).check(plausiblyWithin(label, max), z.overwrite(numberForm))

/** Plain text in any language with its line breaks; blank becomes empty. */
export const plainParagraphs = (label: string, max: number) =>
  text(label, { min: 0, max }, false, paragraphForm)

/** The same, but required. */
export const requiredParagraphs = (label: string, max: number) =>
  text(label, { min: 1, max }, true, paragraphForm)

const complaintIn =
  (form: (typed: string) => string) =>
  (label: string, max: number, typed: string): string | null =>
    isFarTooLong(max, typed) ? tooLong(label, max) : textComplaint(label, { min: 0, max }, form(typed))

/** Returns the server's sentence if a typed line is too long, otherwise null. */
export const lineComplaint = complaintIn(lineForm)

/** The same for a typed text in paragraphs. */
export const paragraphsComplaint = complaintIn(paragraphForm)
