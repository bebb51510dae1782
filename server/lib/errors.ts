import {
  ERROR_CODES,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
} from '../../shared/lib/error-codes.ts'
import type { ParamsOf, PlainCode, RefusalCode } from '../../shared/lib/refusals.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import { type Denied, no, sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'

type Details = {
  errors?: FieldErrors
  headers?: Record<string, string>
  saved_before?: SavedBefore | null
  cause?: unknown
}

/**
 * The one error that is thrown to refuse, by a handler or a command; anything else that escapes is a bug and becomes a 500. So
 * does a refusal of the kind `internal`, whose sentence is for anyone who runs the server.
 */
export class AppError extends Error {
  readonly why: ErrorCode
  readonly code: RefusalCode
  readonly params: object
  readonly errors: FieldErrors
  readonly headers: Record<string, string>
  readonly saved_before: SavedBefore | null

  constructor(
    refusal: PlainCode | Omit<Denied, 'ok'>,
    { errors = {}, headers = {}, saved_before = null, ...options }: Details = {},
  ) {
    const { why, code, params } = typeof refusal === 'string' ? no(refusal) : refusal
    super(sentenceOf({ code, params }), options)
    this.why = why
    this.code = code
    this.params = params
    this.errors = errors
    this.headers = headers
    this.saved_before = saved_before
  }

  get status(): number {
    return ERROR_CODES[this.why].status
  }

  /** The body on the wire (ruling S-18); `refusal` says which one of its kind it is, for who decides by it. */
  body(request_id: string): ErrorBody {
    const { message, errors, status, why, code, params, saved_before } = this
    return {
      ...{ message, data: null, errors, status, code: why, request_id },
      ...(code === why ? {} : { refusal: { code, params } }),
      ...(saved_before ? { saved_before } : {}),
    }
  }
}

/** Whether this is the refusal with this code. */
export const isRefusal = <Code extends RefusalCode>(
  error: unknown,
  code: Code,
): error is AppError & { params: ParamsOf<Code> } => error instanceof AppError && error.code === code

/** What stops a start or a command, in one sentence that says what to do. */
export const foreseen = (sentence: string, options: { cause?: unknown } = {}): AppError =>
  new AppError(no('foreseen', { sentence }), options)

/** Goes on when the verdict is yes, refuses with its own code and sentence when not. */
export function requireAllowed(verdict: Verdict): void {
  if (!verdict.ok) throw new AppError(verdict)
}

/** As `requireAllowed`; a refusal for the state of a record says who saved it first, when, and what (S-144). */
export async function requireAllowedSaved(
  verdict: Verdict,
  saved_before: () => Promise<SavedBefore | null>,
): Promise<void> {
  if (verdict.ok) return
  throw new AppError(verdict, { saved_before: verdict.why === 'state' ? await saved_before() : null })
}

/** 422 with sentences per field. */
export const invalid = (errors: FieldErrors, code: PlainCode = 'invalid_input') =>
  new AppError(code, { errors })

/** Refuses with 422 when any field has a sentence. */
export function requireNoErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
