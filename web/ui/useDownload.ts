import { useState } from 'react'
import { toMessage } from '../lib/call.ts'
import { notifyFailure } from './notify.ts'

/** Saving a file: `busy` until it is there; a failure is reported and stays. */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  const start = (save: () => Promise<unknown>) => {
    setBusy(true)
    save()
      .catch((error: unknown) => notifyFailure(toMessage(error)))
      .finally(() => setBusy(false))
  }
  return { busy, start }
}
