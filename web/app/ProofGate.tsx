import { type FunctionComponent, useEffect, useState } from 'react'
import { networkError } from '../lib/call.ts'
import { onProofNeeded, type ProofQuestion } from '../lib/proof-needed.ts'
import { uncoverForQuestion } from '../ui/cover.ts'
import type { ProofDialogProps } from './ProofDialog.tsx'
import { focusReturner, rememberFocus } from './return-focus.ts'

type Asked = ProofDialogProps & { Dialog: FunctionComponent<ProofDialogProps> }

/** Asks for a proof of identity wherever a call of a staff page needs one. */
export function ProofGate() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(rememberFocus, [])
  useEffect(
    () =>
      onProofNeeded(async (question: ProofQuestion) => {
        const file = await import('./ProofDialog.tsx').catch((cause: unknown) => {
          throw networkError(cause)
        })
        const [cover, returnFocus] = [uncoverForQuestion(), focusReturner()]
        const isGiven = await new Promise<boolean>((answer) =>
          setAsked({ question, answer, Dialog: file.ProofDialog }),
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
