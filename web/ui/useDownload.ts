import { useState } from 'react'
import { toMessage } from '../lib/call.ts'
import { isNotConfirmed } from '../lib/failures.ts'
import { notifyFailure, notifyNotConfirmed } from './notify.ts'

/** Saves a file: `busy` until it is saved; a failure is reported and stays on the screen. */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  const start = (save: () => Promise<unknown>) => {
    setBusy(true)
    save()
      .catch((error: unknown) =>
        (isNotConfirmed(error) ? notifyNotConfirmed : notifyFailure)(toMessage(error)),
      )
      .finally(() => setBusy(false))
  }
  return { busy, start }
}
