import { z } from 'zod/mini'
import { IdText } from './ids.ts'
import { word } from './plain-text.ts'

/** One of these texts in any case, with hyphens for spaces (C-29); empty and "All ..." do not filter. */
export const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  complaint: string,
  all = '',
) => {
  const plain = (text: string) => text.replaceAll('-', ' ').trim().toLowerCase()
  return z.pipe(
    z.optional(word(complaint)),
    z.pipe(
      z.transform((text: string | undefined) => {
        if (text === undefined || ['', plain(all)].includes(plain(text))) return undefined
        return values.find((value) => plain(value) === plain(text)) ?? text
      }),
      z.optional(z.enum(values, complaint)),
    ),
  )
}

/** An id, or empty for none. */
export const optionalId = z.pipe(
  z.optional(word('Invalid ID')),
  z.pipe(
    z.transform((text: string | undefined) => text || undefined),
    z.optional(IdText),
  ),
)

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** One of a few values, with separate messages for a missing and for an unknown one. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  required: string,
  invalid: string,
) => z.enum(values, { error: (issue) => (isMissing(issue.input) ? required : invalid) })
