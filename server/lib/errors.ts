import {
  ERROR_CODES,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
} from '../../shared/lib/error-codes.ts'
import { addRefusals, type ParamsOf, type PlainCode, type RefusalCode } from '../../shared/lib/refusals.ts'
import { SERVER_REFUSALS } from '../../shared/lib/server-refusals.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import { type Denied, no, sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { refusalIn } from '../../shared/texts/refusal-words.ts'
import type { Texts } from '../../shared/texts/translate.ts'

addRefusals(SERVER_REFUSALS)

type Details = {
  errors?: FieldErrors
  headers?: Record<string, string>
  saved_before?: SavedBefore | null
  cause?: unknown
}

/**
 * The error with which handlers and commands refuse; any other error that escapes is a bug and becomes a 500. So does a
 * refusal of the kind `internal`, whose sentence is for the operator.
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

  /**
   * Returns the body on the wire (ruling S-18), with the message in the language of these texts; `refusal` distinguishes
   * refusals of one kind for clients.
   */
  body(request_id: string, texts: Texts): ErrorBody {
    const { errors, status, why, code, params, saved_before } = this
    return {
      message: refusalIn(texts, this) ?? this.message,
      data: null,
      errors,
      status,
      code: why,
      request_id,
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

/** An error that stops a start or a command, with one sentence that says what to do. */
export const foreseen = (sentence: string, options: { cause?: unknown } = {}): AppError =>
  new AppError(no('foreseen', { sentence }), options)

/** Throws the verdict's refusal when it is no. */
export function requireAllowed(verdict: Verdict): void {
  if (!verdict.ok) throw new AppError(verdict)
}

/** As `requireAllowed`; a refusal because of the record's state says who saved it first, when, and what (S-144). */
export async function requireAllowedSaved(
  verdict: Verdict,
  saved_before: () => Promise<SavedBefore | null>,
): Promise<void> {
  if (verdict.ok) return
  throw new AppError(verdict, { saved_before: verdict.why === 'state' ? await saved_before() : null })
}

/** A 422 with sentences per field. */
export const invalid = (errors: FieldErrors, code: PlainCode = 'invalid_input') =>
  new AppError(code, { errors })

/** Rejects with 422 when any field has a sentence. */
export function requireNoErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
