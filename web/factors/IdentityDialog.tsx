import { useId, useState } from 'react'
import { isPasswordTooLong } from '../../shared/auth/password-form.ts'
import { factorsApi, type MySignIn, type IdentityInput } from '../../shared/factors/factors.schema.ts'
import type { IdentityMeans } from '../../shared/lib/refusals.ts'
import { GeneralError, SubmitButton } from '../auth/AuthPage.tsx'
import { Field } from '../auth/Field.tsx'
import { ApiError, call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { CodeField } from './CodeField.tsx'
import { useErrorFocus } from './useErrorFocus.ts'
import { useSend } from './useSend.ts'
import { knowsPasskeys } from './has-passkeys.ts'
import { signedByPasskey } from './use-passkeys.ts'

const WHY = {
  password: 'my_sign_in.proof_password',
  factor: 'my_sign_in.proof_factor',
  both: 'my_sign_in.proof_both',
} as const

type Props = { means: IdentityMeans; mine: MySignIn; answer: (isProved: boolean) => void }

/** Asks who the person is: for the password, a code or passkey, or both. */
export function IdentityDialog({ means, mine, answer }: Props) {
  const { t } = useTexts()
  const form = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { busy, errors, general, send, submit } = useSend(['password', 'code'])
  const place = useErrorFocus(errors)
  const hasPasskey = mine.passkeys.length > 0 && knowsPasskeys()
  const typed = means === 'factor' ? {} : { password }

  const tooLong = isPasswordTooLong(password) ? t('sign_in.password_too_long') : undefined

  const refusePassword = (sentence: string) => {
    throw new ApiError(422, { errors: { password: [sentence] } })
  }
  /** before the browser asks for the passkey, which would be for nothing */
  const requirePassword = () => {
    if (tooLong) refusePassword(tooLong)
    if (means === 'both' && password === '') refusePassword(t('sign_in.password_required'))
  }
  const prove = async (input: IdentityInput) => {
    if (tooLong) refusePassword(tooLong)
    await call(factorsApi.prove, { body: input })
    answer(true)
  }

  return (
    <Dialog
      title={t('my_sign_in.proof_title')}
      onClose={() => answer(false)}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={() => answer(false)}>
            {t('my_sign_in.cancel')}
          </button>
          <SubmitButton label={t('my_sign_in.confirm')} busy={busy} form={form} />
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
        <p>{t(WHY[means])}</p>
        <GeneralError message={general} />
        {means !== 'factor' && (
          <Field
            label={t('sign_in.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            error={tooLong ?? errors.password}
            onText={setPassword}
          />
        )}
        {means !== 'password' && (
          <CodeField
            label={t('sign_in.code')}
            help={t('my_sign_in.proof_code_help')}
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
                await prove({ ...typed, passkey: await signedByPasskey(t) })
              })
            }
          >
            {t('sign_in.use_passkey')}
          </button>
        )}
      </form>
    </Dialog>
  )
}
