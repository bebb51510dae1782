import {
  ERROR_CODES,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
} from '../../shared/lib/error-codes.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'

/** The one error a handler throws to refuse; anything else that escapes is a fault of ours and becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldErrors
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string = ERROR_CODES[code].message,
    errors: FieldErrors = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.code = code
    this.errors = errors
    this.headers = headers
  }

  get status(): number {
    return ERROR_CODES[this.code].status
  }

  /** The body on the wire (ruling S-18). */
  body(request_id: string): ErrorBody {
    const { message, errors, status, code } = this
    return { message, data: null, errors, status, code, request_id }
  }
}

/** Goes on when the verdict is yes, refuses with its own code and sentence when not. */
export function insist(verdict: Verdict): void {
  if (!verdict.ok) throw new AppError(verdict.why, verdict.message)
}

/** 422 with sentences per field. */
export const invalid = (errors: FieldErrors, message: string = ERROR_CODES.invalid_input.message) =>
  new AppError('invalid_input', message, errors)

/** Refuses with 422 when any field has a sentence. */
export function insistValid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
