import { z } from 'zod/mini'
import { formatDateTime } from './dates.ts'
import type { SavedBefore } from './saved-before.ts'

/** The header in which a form sends its key: made when the form is opened, the same for every try. */
export const FORM_KEY = 'idempotency-key'

/** As long as a draft is kept, its form may be sent again. */
export const FORM_KEY_DAYS = 30

/** For calls that a person may have to send again because the answer was lost; a caller without forms sends none. */
export const FormKeyHeaders = z.object({
  [FORM_KEY]: z.optional(z.uuid('The Idempotency-Key is not a UUID.')),
})

/** Why a key that was used is refused with another content: who saved what under it, and when. */
export function alreadySent(code: string | null, { by, at, fields }: SavedBefore): string {
  const names = fields.map(({ field }) => field.replaceAll('_', ' '))
  const what = names.length > 0 ? ` (${names.join(', ')})` : ''
  return `This form was sent before and is saved${code === null ? '' : ` as ${code}`}, by ${by} on ${formatDateTime(at)}. Later changes to it${what} are not saved. Please open the record to see what is saved.`
}
