import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import { ApiError, firstFieldErrors, MAY_BE_SAVED, toMessage } from './call.ts'

const SERVER_FAULT = 500

/** A lost connection or a server fault, as opposed to a refusal, which has its own message. */
export const isFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= SERVER_FAULT

/** Whether the person has closed the question for an identity check. */
export const isNotConfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'proof_needed'

/** Whether the outcome of the call is unknown: no answer came, or only part of one. Its message says so. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unanswered'

/** Replaces "unsuccessful" when the outcome is unknown; null after every answer. */
export const unansweredMessage = (error: unknown): { title: string; message: string } | null =>
  isUnanswered(error) ? { title: 'No answer came', message: toMessage(error) } : null

/** Returns the error for a person who stopped waiting for the answer. */
export const waitCancelled = (): ApiError =>
  new ApiError(SERVER_FAULT, { message: MAY_BE_SAVED, refusal: { code: 'unanswered' } })

/** A fault without a message, such as a gateway's own page, gets the default of 001 §8. */
const defaultMessageOf = (error: unknown): string =>
  error instanceof ApiError && isFailure(error) && error.code === 'wordless'
    ? ERROR_CODES.internal.message
    : toMessage(error)

/** The first field's error says more than "Validation failed" (ACTIVITIES-42). */
export const failureMessage = (error: unknown): string =>
  Object.values(firstFieldErrors(error))[0] ?? defaultMessageOf(error)

/** Returns the first sentence of each field of this form; errors of other fields belong in a dialog. */
export function errorsOfForm(error: unknown, values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(firstFieldErrors(error)).filter(([field]) => field in values))
}
