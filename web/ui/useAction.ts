import { type FormKey, useFormKey } from '../lib/form-key.ts'
import { fail } from './fail.ts'
import { useSend } from './useSend.ts'

/**
 * Runs a change: `busy` while it runs, a dialog when it fails. Resolves with its result, or with undefined after a
 * failure. `key`: the form key of a draft.
 */
export function useAction(key?: FormKey) {
  const own = useFormKey()
  const { busy, send } = useSend(key ?? own)

  const run = async <Result>(change: (form_key: string) => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await send(change)
    } catch (error) {
      await fail(error)
      return undefined
    }
  }
  return { busy, run }
}
