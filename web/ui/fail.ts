import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import { ApiError, DEFAULT_MESSAGE, toMessage } from '../lib/call.ts'
import { failureMessage, isFailure, isNotConfirmed, unansweredMessage } from '../lib/failures.ts'
import { inform } from './dialogs.tsx'
import { notifyNotConfirmed } from './notify.ts'

/** A fault that the server reports under a reference number has the words of 001 §8 as its own, which are shown below. */
const faultTitle = (error: unknown): string =>
  error instanceof ApiError && error.why === 'internal' && error.request_id !== null
    ? DEFAULT_MESSAGE
    : toMessage(error)

/**
 * Reports a failed change in a dialog "Something went wrong" (000 §8). With `titlesFaults`, the
 * message of a server fault is the title, above the words of 001 §8.
 */
export async function fail(error: unknown, { titlesFaults = false } = {}): Promise<void> {
  // a second dialog would follow the one that the person has just closed
  if (isNotConfirmed(error)) return void notifyNotConfirmed(toMessage(error))
  if (!titlesFaults || !isFailure(error))
    return inform({ title: 'Something went wrong', message: failureMessage(error) })
  return inform(
    unansweredMessage(error) ?? {
      title: faultTitle(error),
      message: ERROR_CODES.internal.message,
      button: 'Back to user profile',
    },
  )
}
