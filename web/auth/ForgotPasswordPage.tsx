import { type FormEvent, useState } from 'react'
import { authApi, isEmail } from '../../shared/auth/auth.schema.ts'
import { afterPointerUp } from '../lib/after-pointer-up.ts'
import { call } from '../lib/call.ts'
import { useTexts } from '../lib/texts.tsx'
import { AuthPage, GeneralError, SubmitButton } from './AuthPage.tsx'
import { serverMessage, splitErrors } from '../lib/sentences.ts'
import { DoneDialog } from './DoneDialog.tsx'
import { Field } from './Field.tsx'

/** Requests a reset link by mail (000 §2). */
export function ForgotPasswordPage() {
  const { t, href } = useTexts()
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
      const refused = splitErrors(error, ['email'], serverMessage(t, error))
      setProblem(refused.own.email ?? null)
      setGeneral(refused.general)
    }
    setBusy(false)
  }

  return (
    <AuthPage
      title={t('sign_in.forgot_title')}
      lead={t('password.forgot_lead')}
      below={<a href={href('/login')}>{t('sign_in.back')}</a>}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        aria-label={t('sign_in.forgot_title')}
      >
        <GeneralError message={general} />
        <Field
          label={t('sign_in.email')}
          name="email"
          type="email"
          autoComplete="username"
          error={problem}
          onText={(text) => {
            setEmail(text)
            setProblem(null)
          }}
          onLeave={() =>
            afterPointerUp(() => setProblem(email !== '' && !valid ? t('sign_in.valid_email') : null))
          }
        />
        <SubmitButton label={t('password.forgot_send')} busy={busy} disabled={!valid} />
      </form>
      {sent && (
        <DoneDialog title={t('password.forgot_done_title')} onClose={() => setSent(false)}>
          {t('password.forgot_done')}
        </DoneDialog>
      )}
    </AuthPage>
  )
}
