import { type FormEvent, useEffect, useState } from 'react'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { isSamePassword, isStrongEnough } from '../../shared/auth/password.ts'
import { ApiError, call } from '../lib/call.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { AuthPage, DoneDialog, GeneralError, SubmitButton } from './AuthPage.tsx'
import { type Sentences, serverMessage, split } from './auth-errors.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const BAD_LINK = 'Invalid Email or Token.'

type Link = { token: string; email: string }

/** What the mailed link carries; null when it lacks a part. */
function linkOf(search: string): Link | null {
  const parts = new URLSearchParams(search)
  const [token, email] = [parts.get('token'), parts.get('email')]
  return token && email ? { token, email } : null
}

const toForgotPassword = () => location.assign('/forgot-password')
const toLogin = () => location.assign('/login')

function BadLinkDialog() {
  return (
    <Dialog
      title="Password Reset Unsuccessful"
      onClose={toForgotPassword}
      actions={
        <a className={controls.primary} href="/forgot-password">
          Retry password reset
        </a>
      }
    >
      <p>Your password was not changed. One of these is the cause:</p>
      <ul>
        <li>Link expired: it works for a limited time.</li>
        <li>Link already used: each link works once.</li>
        <li>Process error: something went wrong on the way.</li>
      </ul>
    </Dialog>
  )
}

/** Creates a password with the token and address of a mailed link (000 §2). */
export function ResetPasswordPage() {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [shown, setShown] = useState(false)
  const [errors, setErrors] = useState<Sentences>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [step, setStep] = useState<'form' | 'busy' | 'bad_link' | 'done'>('form')
  const matches = isSamePassword(password, confirmation)

  useEffect(() => {
    if (!linkOf(location.search)) setStep('bad_link')
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const link = linkOf(location.search)
    if (!link) return setStep('bad_link')
    setStep('busy')
    setErrors({})
    setGeneral(null)
    try {
      await call(authApi.resetPassword, {
        body: { ...link, password, password_confirmation: confirmation },
      })
      setStep('done')
    } catch (error) {
      if (error instanceof ApiError && error.message === BAD_LINK) return setStep('bad_link')
      const refused = split(error, ['password', 'password_confirmation'], serverMessage(error))
      setErrors(refused.own)
      setGeneral(refused.general)
      setStep('form')
    }
  }

  return (
    <AuthPage title="Create password" below={<a href="/login">Back to log in</a>}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} aria-label="Create password">
        <GeneralError message={general} />
        <NewPasswordFields
          purpose="reset"
          password={password}
          confirmation={confirmation}
          shown={shown}
          errors={errors}
          onPassword={setPassword}
          onConfirmation={setConfirmation}
          onShow={setShown}
        />
        <SubmitButton
          label="Create password"
          busy={step === 'busy'}
          disabled={!isStrongEnough(password, 'reset') || !matches}
        />
      </form>
      {step === 'bad_link' && <BadLinkDialog />}
      {step === 'done' && (
        <DoneDialog title="Create Password Successful" onClose={toLogin}>
          You can now log in with your new password.
        </DoneDialog>
      )}
    </AuthPage>
  )
}
