import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import { ApiError, firstFieldErrors, MAY_BE_SAVED, toMessage } from './call.ts'

const SERVER_FAULT = 500

/** A broken line or server, as opposed to a refusal, which has its own words. */
export const isFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= SERVER_FAULT

/** No one knows what became of the call: no answer came, or only a part of one. Its message says so. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unanswered'

/** What is said instead of "unsuccessful" where no one knows that; null after every answer. */
export const unansweredMessage = (error: unknown): { title: string; message: string } | null =>
  isUnanswered(error) ? { title: 'No answer came', message: toMessage(error) } : null

/** The person has left the wait for an answer. */
export const waitCancelled = (): ApiError =>
  new ApiError(SERVER_FAULT, { message: MAY_BE_SAVED, refusal: { code: 'unanswered' } })

/** A fault that came without words, such as a gateway's own page, gets the default of 001 §8. */
const defaultMessageOf = (error: unknown): string =>
  error instanceof ApiError && isFailure(error) && error.code === 'wordless'
    ? ERROR_CODES.internal.message
    : toMessage(error)

/** What was wrong with the first refused field says more than "Validation failed" (ACTIVITIES-42). */
export const failureMessage = (error: unknown): string =>
  Object.values(firstFieldErrors(error))[0] ?? defaultMessageOf(error)

/** The first sentence of each field that this form has; what concerns none of them belongs in a dialog. */
export function errorsOfForm(error: unknown, values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(firstFieldErrors(error)).filter(([field]) => field in values))
}
