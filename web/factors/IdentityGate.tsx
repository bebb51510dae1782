import { type FunctionComponent, useEffect, useState } from 'react'
import { networkError } from '../lib/call.ts'
import { onIdentityNeeded, type IdentityQuestion } from '../lib/identity-needed.ts'
import { uncoverForQuestion } from '../ui/cover.ts'
import { focusReturner } from '../ui/return-focus.ts'

export type IdentityProps = { question: IdentityQuestion; answer: (isGiven: boolean) => void }

type Asked = IdentityProps & { Dialog: FunctionComponent<IdentityProps> }

type Props = { load: () => Promise<{ AskIdentity: FunctionComponent<IdentityProps> }> }

/** Asks for an identity check wherever a call of the page needs one, in the dialog that `load` brings. */
export function IdentityGate({ load }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      onIdentityNeeded(async (question: IdentityQuestion) => {
        const file = await load().catch((cause: unknown) => {
          throw networkError(cause)
        })
        const [cover, returnFocus] = [uncoverForQuestion(), focusReturner()]
        const isGiven = await new Promise<boolean>((answer) =>
          setAsked({ question, answer, Dialog: file.AskIdentity }),
        )
        setAsked(null)
        cover()
        returnFocus()
        return isGiven
      }),
    [load],
  )
  return asked ? <asked.Dialog question={asked.question} answer={asked.answer} /> : null
}
