import { type FormEvent, useState } from 'react'
import { failureIn, type Sentences, splitErrors } from '../lib/sentences.ts'
import { useTexts } from '../lib/texts.tsx'
import { focusReturner } from './return-focus.ts'
import { useErrorFocus } from './useErrorFocus.ts'
import { useOnce } from './useOnce.ts'

type Work = () => Promise<unknown>

const NONE: { own: Sentences; general: string | null } = { own: {}, general: null }

/**
 * Work of a form or a button that says in its own place, in the language of the page, why it failed: whether it is under
 * way, the sentences under `fields`, and the one for all of it. The focus goes to the first field that was refused, else
 * back to what was pressed.
 */
export function useWork(fields: readonly string[] = []) {
  const { t } = useTexts()
  const { form, toFirstError } = useErrorFocus()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(NONE)

  const once = useOnce(async (work: Work) => {
    const returnFocus = focusReturner()
    setBusy(true)
    setRefused(NONE)
    try {
      await work()
    } catch (error) {
      const found = splitErrors(error, fields, failureIn(t, error))
      setRefused(found)
      if (Object.keys(found.own).length > 0) toFirstError()
      else returnFocus()
    } finally {
      setBusy(false)
    }
  })
  const run = (work: Work) => void once(work)
  const submit = (work: Work) => (event: FormEvent) => {
    event.preventDefault()
    run(work)
  }

  return { form, busy, errors: refused.own, general: refused.general, run, submit }
}
