import { useEffect, useState } from 'react'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { ApiError, call } from '../lib/call.ts'
import { redirectToLogin } from '../lib/to-login.ts'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import { AuthPage, GeneralError, SubmitButton } from './AuthPage.tsx'
import { DoneDialog } from './DoneDialog.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useGuessableWords } from './useGuesses.ts'
import { useNewPassword } from './useNewPassword.ts'

const FIELDS = ['password', 'password_confirmation'] as const

type Link = { token: string; email: string }

function linkOf(search: string): Link | null {
  const parts = new URLSearchParams(search)
  const [token, email] = [parts.get('token'), parts.get('email')]
  return token && email ? { token, email } : null
}

const toForgotPassword = () => location.assign('/forgot-password')

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

/** Sets a password with the token and address of a mailed link (000 §2). */
export function ResetPasswordPage() {
  const [email, setEmail] = useState('')
  const guesses = useGuessableWords({ email, names: [] })
  const form = useNewPassword<'bad_link' | 'done'>({ purpose: 'reset', guesses }, FIELDS, async (input) => {
    const link = linkOf(location.search)
    if (!link) return 'bad_link'
    try {
      await call(authApi.resetPassword, { body: { ...link, ...input } })
      return 'done'
    } catch (error) {
      if (error instanceof ApiError && error.code === 'bad_link') return 'bad_link'
      throw error
    }
  })
  const { step, setStep } = form
  useEffect(() => {
    const link = linkOf(location.search)
    if (link) setEmail(link.email)
    else setStep('bad_link')
  }, [setStep])

  return (
    <AuthPage title="Create password" below={<a href="/login">Back to log in</a>}>
      <form method="post" noValidate onSubmit={form.submit} aria-label="Create password">
        <GeneralError message={form.general} />
        <NewPasswordFields {...form.fields} />
        <SubmitButton label="Create password" busy={step === 'busy'} disabled={!form.isReady} />
      </form>
      {step === 'bad_link' && <BadLinkDialog />}
      {step === 'done' && (
        <DoneDialog title="Create Password Successful" onClose={redirectToLogin}>
          You can now log in with your new password.
        </DoneDialog>
      )}
    </AuthPage>
  )
}
