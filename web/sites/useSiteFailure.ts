import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import { ApiError, toMessage } from '../lib/call.ts'
import { unansweredWords } from '../lib/fault.ts'
import { useDialogs } from '../ui/dialogs.tsx'

const SERVER_FAULT = 500

/** Tells about a failed profile action: a fault of the server in the words of 001 §8, a refusal in its own. */
export function useSiteFailure() {
  const { inform } = useDialogs()
  return (error: unknown) => {
    const unanswered = unansweredWords(error)
    if (unanswered) return inform(unanswered)
    const isFault = !(error instanceof ApiError) || error.status >= SERVER_FAULT
    return isFault
      ? inform({
          title: toMessage(error),
          message: ERROR_CODES.internal.message,
          button: 'Back to user profile',
        })
      : inform({ title: 'Something went wrong', message: toMessage(error) })
  }
}
