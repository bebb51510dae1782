import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import { AppError, requireNoErrors } from '../lib/errors.ts'

/** Runs all checks, and then rejects once with the errors of all of them per field. */
export async function requireAll(checks: (() => Promise<unknown> | void)[]): Promise<void> {
  const errors: FieldErrors = {}
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof AppError) || error.why !== 'invalid_input') throw error
      for (const [field, sentences] of Object.entries(error.errors))
        errors[field] = [...new Set([...(errors[field] ?? []), ...sentences])]
    }
  }
  requireNoErrors(errors)
}
