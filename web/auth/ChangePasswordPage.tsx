import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { isSamePassword, isStrongEnough } from '../../shared/auth/password.ts'
import { call } from '../lib/call.ts'
import { clearSession } from '../lib/session.ts'
import { AuthPage, DoneDialog, GeneralError, SubmitButton } from './AuthPage.tsx'
import styles from './auth.module.css'
import { type Sentences, serverMessage, split } from './auth-errors.ts'
import { Field } from './Field.tsx'
import { InactivityWarning } from './InactivityWarning.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const SAME = 'New password cannot be the same as the current password.'
const FIELDS = ['old_password', 'password', 'password_confirmation'] as const

const toLogin = () => location.assign('/login')

/** The address of the signed-in account, asked for once; asking also finds out that a session has ended (401). */
function useOwnEmail() {
  const known = useRef<string | null>(null)
  const ask = useCallback(async () => {
    known.current ??= (await call(authApi.validateToken)).user.email
    return known.current
  }, [])
  useEffect(() => {
    // only a 401 matters here, and call() has acted on it; the rest is tried again when the form is sent (C-46)
    ask().catch(() => undefined)
  }, [ask])
  return ask
}

/** Changes the own password and signs out everywhere (000 §2, §4). */
export function ChangePasswordPage() {
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [shown, setShown] = useState(false)
  const [errors, setErrors] = useState<Sentences>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [step, setStep] = useState<'form' | 'busy' | 'done'>('form')
  const ownEmail = useOwnEmail()
  const matches = isSamePassword(password, confirmation)
  const same = password !== '' && isSamePassword(password, old)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setStep('busy')
    setErrors({})
    setGeneral(null)
    try {
      const email = await ownEmail()
      await call(authApi.changePassword, {
        body: { email, old_password: old, password, password_confirmation: confirmation },
      })
      clearSession()
      setStep('done')
    } catch (error) {
      const refused = split(error, FIELDS, serverMessage(error))
      setErrors(refused.own)
      setGeneral(refused.general)
      setStep('form')
    }
  }

  return (
    <AuthPage
      title="Change password"
      lead="You will be logged out and can log in again with the new password."
      above={
        <a className={styles.back} href="/dashboard?openProfile=true">
          ← Back to profile
        </a>
      }
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} aria-label="Change password">
        <GeneralError message={general} />
        <Field
          label="Old password"
          name="old_password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          error={errors.old_password}
          onText={(text) => {
            setOld(text)
            setErrors({})
          }}
        />
        <NewPasswordFields
          purpose="change"
          password={password}
          confirmation={confirmation}
          shown={shown}
          errors={same ? { ...errors, password: SAME } : errors}
          onPassword={setPassword}
          onConfirmation={setConfirmation}
          onShow={setShown}
        />
        <SubmitButton
          label="Change password"
          busy={step === 'busy'}
          disabled={old === '' || same || !matches || !isStrongEnough(password, 'change')}
        />
      </form>
      {step !== 'done' && <InactivityWarning />}
      {step === 'done' && (
        <DoneDialog title="Change Password Successful" onClose={toLogin}>
          Please log in with your new password.
        </DoneDialog>
      )}
    </AuthPage>
  )
}
