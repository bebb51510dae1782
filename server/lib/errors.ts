import {
  ERROR_CODES,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
} from '../../shared/lib/error-codes.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'

/** The one error a handler throws to refuse; anything else that escapes is a fault of ours and becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldErrors
  readonly headers: Record<string, string>
  readonly saved_before: SavedBefore | null

  constructor(
    code: ErrorCode,
    message: string = ERROR_CODES[code].message,
    errors: FieldErrors = {},
    headers: Record<string, string> = {},
    saved_before: SavedBefore | null = null,
  ) {
    super(message)
    this.code = code
    this.errors = errors
    this.headers = headers
    this.saved_before = saved_before
  }

  get status(): number {
    return ERROR_CODES[this.code].status
  }

  /** The body on the wire (ruling S-18). */
  body(request_id: string): ErrorBody {
    const { message, errors, status, code, saved_before } = this
    const body = { message, data: null, errors, status, code, request_id }
    return saved_before ? { ...body, saved_before } : body
  }
}

/** Goes on when the verdict is yes, refuses with its own code and sentence when not. */
export function insist(verdict: Verdict): void {
  if (!verdict.ok) throw new AppError(verdict.why, verdict.message)
}

/** As `insist`; a refusal for the state of a record says who saved it first, when, and what (S-144). */
export async function insistSaved(
  verdict: Verdict,
  saved_before: () => Promise<SavedBefore | null>,
): Promise<void> {
  if (verdict.ok) return
  const before = verdict.why === 'state' ? await saved_before() : null
  throw new AppError(verdict.why, verdict.message, {}, {}, before)
}

/** 422 with sentences per field. */
export const invalid = (errors: FieldErrors, message: string = ERROR_CODES.invalid_input.message) =>
  new AppError('invalid_input', message, errors)

/** Refuses with 422 when any field has a sentence. */
export function insistValid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
