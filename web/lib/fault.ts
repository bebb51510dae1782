import { ApiError, firstFieldErrors } from './call.ts'

const SERVER_FAULT = 500

/** A broken line or server, as opposed to a refusal, which has its own words. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= SERVER_FAULT

/** The first sentence of each field that this form has; what concerns none of them belongs in a dialog. */
export function errorsOfForm(error: unknown, values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(firstFieldErrors(error)).filter(([field]) => field in values))
}
