import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import { ApiError, firstFieldErrors, NO_WORDS, toMessage } from '../lib/call.ts'
import { type FormKey, useFormKey } from '../lib/form-key.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { useSend } from '../ui/useSend.ts'

const SERVER_FAULT = 500

/** A fault that came without words, such as a gateway's own page, gets the default of 001 §8. */
const sayOf = (error: unknown): string =>
  error instanceof ApiError && error.status >= SERVER_FAULT && error.message === NO_WORDS
    ? ERROR_CODES.internal.message
    : toMessage(error)

/** What was wrong with the first refused field says more than "Validation failed" (ACTIVITIES-42). */
const refusalOf = (error: unknown): string => Object.values(firstFieldErrors(error))[0] ?? sayOf(error)

/**
 * Runs a change: `busy` while it runs, a modal "Something went wrong" when it fails (001 §8). Resolves with what the
 * change gave, or undefined after a failure. `key`: of the form that is sent, where it has a draft.
 */
export function useAction(key?: FormKey) {
  const { inform } = useDialogs()
  const own = useFormKey()
  const { busy, send, leave } = useSend(key ?? own)

  const run = async <Result>(change: (form_key: string) => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await send(change)
    } catch (error) {
      await inform({ title: 'Something went wrong', message: refusalOf(error) })
      return undefined
    }
  }
  return { busy, run, leave }
}
