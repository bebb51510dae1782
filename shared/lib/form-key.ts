import { z } from 'zod/mini'

/** The header with the form key: generated when the form is opened, the same at every retry. */
export const FORM_KEY = 'idempotency-key'

/** Form keys are stored as long as drafts, because a form can be sent again from its draft. */
export const FORM_KEY_DAYS = 30

/** For calls that a person may repeat because the reply was lost; callers without forms omit it. */
export const FormKeyHeaders = z.object({
  [FORM_KEY]: z.optional(z.uuid('The Idempotency-Key is not a UUID.')),
})
