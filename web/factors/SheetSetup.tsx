import { useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { factorsApi, SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { call } from '../lib/call.ts'
import { BusyButton } from './BusyButton.tsx'
import { CodeField } from './CodeField.tsx'
import { CodeSheet } from './CodeSheet.tsx'
import type { AfterSetup } from './flows.ts'
import { useErrorFocus } from './useErrorFocus.ts'
import { useSend } from './useSend.ts'

type Props = AfterSetup & { actor: Actor; replaces: boolean }

/** A sheet of 40 codes as a second factor; it counts after one of them was typed. */
export function SheetSetup({ actor, replaces, onAdded }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [code, setCode] = useState('')
  const make = useSend()
  const confirm = useSend(['code'])
  const form = useErrorFocus(confirm.errors)

  if (codes === null)
    return (
      <>
        <p>
          {`You get ${SHEET_CODES} codes on one sheet of paper. At every log in you type one of them and cross it out.`}
        </p>
        <p>Have a printer ready, or pen and paper: the codes are shown once.</p>
        {replaces && <p>The codes that you have now work until you have confirmed the new sheet.</p>}
        <GeneralError message={make.general} />
        <BusyButton
          label="Show the codes"
          busy={make.busy}
          onPress={() =>
            make.send(async () => {
              const made = await call(factorsApi.makeSheet, { body: { size: SHEET_CODES } })
              setCodes(made.codes)
            })
          }
        />
      </>
    )
  return (
    <>
      <CodeSheet title="Code sheet" codes={codes} actor={actor} />
      <form
        ref={form}
        method="post"
        noValidate
        className="no-print"
        aria-label="Code sheet"
        onSubmit={confirm.submit(async () => {
          const { recovery_codes } = await call(factorsApi.confirmSheet, { body: { code } })
          await onAdded(recovery_codes)
        })}
      >
        <GeneralError message={confirm.general} />
        <CodeField
          label="One code of the sheet"
          help="Type any of them, to confirm that you have the sheet. Cross it out: it is used then."
          value={code}
          error={confirm.errors.code}
          onText={setCode}
        />
        <SubmitButton label="Confirm" busy={confirm.busy} />
      </form>
    </>
  )
}
