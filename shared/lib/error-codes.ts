import type { RefusalCode } from './refusals.ts'
import type { SavedBefore } from './saved-before.ts'

/** All kinds of refusals, with HTTP status and default message. Adding one deliberately changes the contract. */
export const ERROR_CODES = {
  malformed: { status: 400, message: 'The request could not be read.' },
  not_signed_in: { status: 401, message: 'Please log in to continue.' },
  permission: { status: 403, message: 'You do not have permission to do this.' },
  duties: { status: 403, message: 'You submitted this record, so another approver must act on it.' },
  proof: { status: 403, message: 'Please confirm that it is you.' },
  api_key: { status: 403, message: 'Invalid API key.' },
  deactivated: {
    status: 403,
    message: 'Your account has been deactivated. Please contact your administrator.',
  },
  scope: { status: 404, message: 'This record was not found.' },
  not_found: { status: 404, message: 'This record was not found.' },
  withdrawn: { status: 410, message: 'This summary was withdrawn.' },
  state: { status: 409, message: 'This record has already been acted on. Please refresh.' },
  altered: {
    status: 409,
    message: 'This record does not match the log. It may have been altered. The bureau has been notified.',
  },
  conflict: { status: 409, message: 'This record has already been acted on. Please refresh.' },
  repeated: { status: 409, message: 'This form was sent before and is saved.' },
  already_signed_in: { status: 409, message: 'This account is already logged in on another device.' },
  too_large: { status: 413, message: 'The file is too large.' },
  invalid_input: { status: 422, message: 'Validation failed' },
  rate: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'An unexpected error occurred on the server. Please try again later.' },
  unavailable: { status: 503, message: 'The service is not ready yet. Please try again in a moment.' },
  no_room: {
    status: 507,
    message: 'The server has no space for this now. Please try again later and inform the help desk.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERROR_CODES

/** Messages per field; the first one is shown (000 §8). */
export type FieldErrors = Record<string, string[]>

/**
 * The body of every refusal (ruling S-18): `code` is its kind, `refusal` the exact one where a kind has several;
 * `request_id` is the reference number, which is also in the log.
 */
export type ErrorBody = {
  message: string
  data: null
  errors: FieldErrors
  status: number
  code: ErrorCode
  request_id: string
  refusal?: { code: RefusalCode; params: object }
  /** if another user saved first */
  saved_before?: SavedBefore
}
