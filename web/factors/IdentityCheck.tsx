import { type ReactNode, useEffect, useState } from 'react'
import type { MySignIn } from '../../shared/factors/factors.schema.ts'
import { onIdentityNeeded, type IdentityQuestion } from '../lib/identity-needed.ts'
import { IdentityDialog } from './IdentityDialog.tsx'

type Asked = IdentityQuestion & { answer: (isGiven: boolean) => void }

/** Asks for an identity check in a dialog where a call of the page needs one; the call then ends as it would have. */
export function IdentityCheck({ mine, children }: { mine: MySignIn; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      onIdentityNeeded(async (question) => {
        const isGiven = await new Promise<boolean>((answer) => setAsked({ ...question, answer }))
        setAsked(null)
        return isGiven
      }),
    [],
  )
  return (
    <>
      {children}
      {asked && <IdentityDialog means={asked.means} mine={mine} answer={asked.answer} />}
    </>
  )
}
