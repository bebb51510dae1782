import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../lib/call.ts'
import { isFailure, waitCancelled } from '../lib/failures.ts'
import type { FormKey } from '../lib/form-key.ts'
import { cover } from './cover.ts'
import { notifyDone } from './notify.ts'

/**
 * Sends a form under its key; `busy`, with the page covered, until the reply arrives or the person stops waiting. A
 * form without a reply keeps its key, so that sending it again cannot save it twice. `late` reports a reply that
 * arrives after all. A decision names the revisions that it is about: where the key of its draft was sent with an earlier
 * decision, it gets a new one.
 */
export function useSend(key: FormKey, { covers = true, isDecision = false } = {}) {
  const [busy, setBusy] = useState(false)
  const uncover = useRef<() => void>(undefined)
  useEffect(() => () => uncover.current?.(), [])

  const send = async <Reply>(
    act: (form_key: string) => Promise<Reply>,
    late = 'The server has answered: what you sent is saved.',
  ): Promise<Reply> => {
    setBusy(true)
    const answer = act(key.current()).catch((error: unknown) => {
      if (!isDecision || !(error instanceof ApiError) || error.code !== 'sent_before') throw error
      key.renew()
      return act(key.current())
    })
    let isLeft = false
    const left = new Promise<never>((_resolve, reject) => {
      const leave = () => {
        isLeft = true
        reject(waitCancelled())
      }
      if (covers) uncover.current = cover(leave)
    })
    const end = uncover.current
    try {
      const reply = await Promise.race([answer, left])
      key.renew()
      return reply
    } catch (error) {
      if (!isFailure(error)) key.renew()
      if (isLeft)
        answer.then(
          () => notifyDone(late),
          () => undefined,
        )
      throw error
    } finally {
      end?.()
      setBusy(false)
    }
  }
  return { busy, send }
}
