import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { failureIn, type Sentences, splitErrors } from '../auth/auth-errors.ts'
import { useTexts } from '../lib/texts.tsx'

type Work = () => Promise<unknown>

const NONE: { own: Sentences; general: string | null } = { own: {}, general: null }

/** Puts the focus back on a button that was disabled while its work was under way, unless it has moved on. */
function useFocusAfter(busy: boolean) {
  const pressed = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!busy && document.activeElement === document.body) pressed.current?.focus()
  }, [busy])
  return useCallback(() => {
    const { activeElement } = document
    pressed.current = activeElement instanceof HTMLElement ? activeElement : null
  }, [])
}

/**
 * Work of a form or button, one at a time: whether it is under way, the sentences under its fields, and the one for all
 * of it. The fields are those of the first call.
 */
export function useSend(named: readonly string[] = []) {
  const { t } = useTexts()
  const [fields] = useState(named)
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(NONE)
  const rememberFocus = useFocusAfter(busy)

  const send = useCallback(
    (work: Work) => {
      const run = async () => {
        if (isBusy.current) return
        isBusy.current = true
        rememberFocus()
        setBusy(true)
        setRefused(NONE)
        try {
          await work()
        } catch (error) {
          setRefused(splitErrors(error, fields, failureIn(t, error)))
        }
        isBusy.current = false
        setBusy(false)
      }
      void run()
    },
    [fields, rememberFocus, t],
  )
  const submit = (work: Work) => (event: FormEvent) => {
    event.preventDefault()
    send(work)
  }

  return { busy, errors: refused.own, general: refused.general, send, submit }
}
