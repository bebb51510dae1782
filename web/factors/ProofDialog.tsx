import { useId, useState } from 'react'
import { factorsApi, type MySignIn, type ProofInput } from '../../shared/factors/factors.schema.ts'
import type { ProofMeans } from '../../shared/lib/refusals.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { Field } from '../auth/Field.tsx'
import { ApiError, call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { CodeField } from './CodeField.tsx'
import { useErrorFocus } from './useErrorFocus.ts'
import { useSend } from './useSend.ts'
import { knowsPasskeys } from './has-passkeys.ts'
import { signedProof } from './use-passkeys.ts'

const WHY: Record<ProofMeans, string> = {
  password: 'This changes how you log in, so please enter your password.',
  factor: 'This changes how you log in, so please use your second factor.',
  both: 'This changes how you log in, so please enter your password and use your second factor.',
}

type Props = { means: ProofMeans; mine: MySignIn; answer: (isProved: boolean) => void }

/** Asks who the person is: for the password, a code or passkey, or both. */
export function ProofDialog({ means, mine, answer }: Props) {
  const form = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { busy, errors, general, send, submit } = useSend(['password', 'code'])
  const place = useErrorFocus(errors)
  const hasPasskey = mine.passkeys.length > 0 && knowsPasskeys()
  const typed = means === 'factor' ? {} : { password }

  /** before the browser asks for the passkey, which would be for nothing */
  const requirePassword = () => {
    if (means === 'both' && password === '')
      throw new ApiError(422, {
        message: 'Validation failed',
        errors: { password: ['Password is required.'] },
      })
  }
  const prove = async (input: ProofInput) => {
    await call(factorsApi.prove, { body: input })
    answer(true)
  }

  return (
    <Dialog
      title="Please confirm that it is you"
      onClose={() => answer(false)}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={() => answer(false)}>
            Cancel
          </button>
          <SubmitButton label="Confirm" busy={busy} form={form} />
        </>
      }
    >
      <form
        ref={place}
        id={form}
        method="post"
        noValidate
        onSubmit={submit(() => prove(means === 'password' ? typed : { ...typed, code }))}
      >
        <p>{WHY[means]}</p>
        <GeneralError message={general} />
        {means !== 'factor' && (
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={errors.password}
            onText={setPassword}
          />
        )}
        {means !== 'password' && (
          <CodeField
            label="Code"
            help="From your authenticator app, or an unused one from your sheet."
            value={code}
            error={errors.code}
            onText={setCode}
          />
        )}
        {means !== 'password' && hasPasskey && (
          <button
            type="button"
            className={controls.secondary}
            disabled={busy}
            onClick={() =>
              send(async () => {
                requirePassword()
                await prove({ ...typed, passkey: await signedProof() })
              })
            }
          >
            Use a passkey
          </button>
        )}
      </form>
    </Dialog>
  )
}
