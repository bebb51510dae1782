import { z } from 'zod/mini'

/** The header in which a form sends its key: made when the form is opened, the same for every try. */
export const FORM_KEY = 'idempotency-key'

/** As long as a draft is kept, its form may be sent again. */
export const FORM_KEY_DAYS = 30

/** For calls that a person may have to send again because the answer was lost; a caller without forms sends none. */
export const FormKeyHeaders = z.object({
  [FORM_KEY]: z.optional(z.uuid('The Idempotency-Key is not a UUID.')),
})
