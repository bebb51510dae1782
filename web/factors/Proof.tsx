import { type ReactNode, useEffect, useState } from 'react'
import type { MySignIn } from '../../shared/factors/factors.schema.ts'
import { onProofNeeded, type ProofQuestion } from '../lib/proof-needed.ts'
import { ProofDialog } from './ProofDialog.tsx'

type Asked = ProofQuestion & { answer: (isGiven: boolean) => void }

/** Asks for a proof of identity in a dialog where a call of the page needs one; the call then ends as it would have. */
export function Proof({ mine, children }: { mine: MySignIn; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      onProofNeeded(async (question) => {
        const isGiven = await new Promise<boolean>((answer) => setAsked({ ...question, answer }))
        setAsked(null)
        return isGiven
      }),
    [],
  )
  return (
    <>
      {children}
      {asked && <ProofDialog means={asked.means} mine={mine} answer={asked.answer} />}
    </>
  )
}
