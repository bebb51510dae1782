import { type FormEvent, useState } from 'react'
import { authApi, isEmail } from '../../shared/auth/auth.schema.ts'
import { afterPointerUp } from '../lib/after-pointer-up.ts'
import { call } from '../lib/call.ts'
import { AuthPage, GeneralError, SubmitButton } from './AuthPage.tsx'
import { serverMessage, splitErrors } from './auth-errors.ts'
import { DoneDialog } from './DoneDialog.tsx'
import { Field } from './Field.tsx'

/** Requests a reset link by mail (000 §2). */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const valid = isEmail(email.trim())

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    setGeneral(null)
    try {
      await call(authApi.forgotPassword, { body: { email: email.trim() } })
      setSent(true)
    } catch (error) {
      const refused = splitErrors(error, ['email'], serverMessage(error))
      setProblem(refused.own.email ?? null)
      setGeneral(refused.general)
    }
    setBusy(false)
  }

  return (
    <AuthPage
      title="Forgot password"
      lead="Enter the email address of your account. We will send you a link to create a new password."
      below={<a href="/login">Back to log in</a>}
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} aria-label="Forgot password">
        <GeneralError message={general} />
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          error={problem}
          onText={(text) => {
            setEmail(text)
            setProblem(null)
          }}
          onLeave={() =>
            afterPointerUp(() => setProblem(email !== '' && !valid ? 'Please enter a valid email.' : null))
          }
        />
        <SubmitButton label="Get Reset Password Instructions" busy={busy} disabled={!valid} />
      </form>
      {sent && (
        <DoneDialog title="Password Reset Successful" onClose={() => setSent(false)}>
          Please check your email to finish resetting your password.
        </DoneDialog>
      )}
    </AuthPage>
  )
}
