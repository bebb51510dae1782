import { useRef, useState } from 'react'
import { isFault, stoppedWaiting } from '../lib/fault.ts'
import type { FormKey } from '../lib/form-key.ts'
import { notifyDone } from './notify.ts'

/**
 * Sends a form under its key: `busy` until an answer has come or the person leaves the wait. A form that got no answer
 * keeps its key, so that sending it again cannot save it twice; an answer that comes after all is told by `late`.
 */
export function useSend(key: FormKey) {
  const [busy, setBusy] = useState(false)
  const leaving = useRef<(() => void) | null>(null)

  const send = async <Reply>(
    act: (form_key: string) => Promise<Reply>,
    late = 'The server has answered: what you sent is saved.',
  ): Promise<Reply> => {
    setBusy(true)
    const answer = act(key.current())
    let isLeft = false
    const left = new Promise<never>((_resolve, reject) => {
      leaving.current = () => {
        isLeft = true
        reject(stoppedWaiting())
      }
    })
    try {
      const reply = await Promise.race([answer, left])
      key.renew()
      return reply
    } catch (error) {
      if (!isFault(error)) key.renew()
      if (isLeft)
        answer.then(
          () => notifyDone(late),
          () => undefined,
        )
      throw error
    } finally {
      leaving.current = null
      setBusy(false)
    }
  }
  return { busy, send, leave: () => leaving.current?.() }
}
