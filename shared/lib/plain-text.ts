import { z } from 'zod/mini'

export type Limits = { readonly min: number; readonly max: number }

/** One spelling of a text: composed letters, single blanks, none at the ends. */
const tidyText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim()

const VISIBLE = /[^\p{Z}\p{C}\p{M}]/u
/** control characters, halves of a character, and signs that turn the reading direction of what follows */
const UNUSABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/**
 * What is wrong with a tidy text, in one sentence; null when nothing is. Counts characters as the database does, not
 * UTF-16 halves.
 */
function textComplaint(label: string, { min, max }: Limits, text: string): string | null {
  if (!VISIBLE.test(text)) return `${label} is required.`
  if (UNUSABLE.test(text)) return `${label} contains characters that cannot be used.`
  const { length } = Array.from(text)
  if (length < min) return `${label} must be at least ${min} characters.`
  return length > max ? `${label} cannot exceed ${max} characters.` : null
}

const text = (label: string, limits: Limits, isRequired: boolean) =>
  z
    .string(isRequired ? `${label} is required.` : `${label} must be text.`)
    .check(
      z.overwrite(tidyText),
      z.check((payload) => {
        const complaint =
          !isRequired && payload.value === '' ? null : textComplaint(label, limits, payload.value)
        if (complaint) payload.issues.push({ code: 'custom', message: complaint, input: payload.value })
      }),
    )
    .register(z.globalRegistry, { minLength: isRequired ? limits.min : 0, maxLength: limits.max })

/** A required line of text within its limits, with one sentence when it is not. */
export const requiredText = (label: string, limits: Limits) => text(label, limits, true)

/** The same, but it may be absent, null or empty. */
export const optionalText = (label: string, limits: Limits) => z.nullish(text(label, limits, false))
