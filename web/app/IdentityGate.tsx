import { type FunctionComponent, useEffect, useState } from 'react'
import { networkError } from '../lib/call.ts'
import { onIdentityNeeded, type IdentityQuestion } from '../lib/identity-needed.ts'
import { uncoverForQuestion } from '../ui/cover.ts'
import type { IdentityDialogProps } from './IdentityDialog.tsx'
import { focusReturner, rememberFocus } from './return-focus.ts'

type Asked = IdentityDialogProps & { Dialog: FunctionComponent<IdentityDialogProps> }

/** Asks for an identity check wherever a call of a staff page needs one. */
export function IdentityGate() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(rememberFocus, [])
  useEffect(
    () =>
      onIdentityNeeded(async (question: IdentityQuestion) => {
        const file = await import('./IdentityDialog.tsx').catch((cause: unknown) => {
          throw networkError(cause)
        })
        const [cover, returnFocus] = [uncoverForQuestion(), focusReturner()]
        const isGiven = await new Promise<boolean>((answer) =>
          setAsked({ question, answer, Dialog: file.IdentityDialog }),
        )
        setAsked(null)
        cover()
        returnFocus()
        return isGiven
      }),
    [],
  )
  return asked ? <asked.Dialog question={asked.question} answer={asked.answer} /> : null
}
