import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import { toMessage } from '../lib/call.ts'
import { failureMessage, isFailure, unansweredMessage } from '../lib/failures.ts'
import { inform } from './dialogs.tsx'

/**
 * Reports a failed change in a dialog "Something went wrong" (000 §8). With `titlesFaults`, a server fault becomes the
 * title itself, above the words of 001 §8.
 */
export function fail(error: unknown, { titlesFaults = false } = {}): Promise<void> {
  if (!titlesFaults || !isFailure(error))
    return inform({ title: 'Something went wrong', message: failureMessage(error) })
  return inform(
    unansweredMessage(error) ?? {
      title: toMessage(error),
      message: ERROR_CODES.internal.message,
      button: 'Back to user profile',
    },
  )
}
