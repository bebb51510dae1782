import { useCallback, useEffect, useRef, useState } from 'react'
import { authApi, type User } from '../../shared/auth/auth.schema.ts'
import { isSamePassword } from '../../shared/auth/password-form.ts'
import { call } from '../lib/call.ts'
import { clearSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.tsx'
import { redirectToLogin } from '../lib/to-login.ts'
import { AuthPage, GeneralError, SubmitButton } from './AuthPage.tsx'
import styles from './auth.module.css'
import { DoneDialog } from './DoneDialog.tsx'
import { Field } from './Field.tsx'
import { InactivityWarning } from './InactivityWarning.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useGuessableWords } from './useGuesses.ts'
import { useNewPassword } from './useNewPassword.ts'

const FIELDS = ['old_password', 'password', 'password_confirmation'] as const

/** Loads the signed-in account once; the call also detects that a session has ended (401). */
function useOwnAccount() {
  const known = useRef<User | null>(null)
  const [account, setAccount] = useState<User | null>(null)
  const ask = useCallback(async () => {
    known.current ??= (await call(authApi.validateToken)).user
    setAccount(known.current)
    return known.current
  }, [])
  useEffect(() => {
    // call() has already handled a 401; after any other failure, sending the form asks again (C-46)
    ask().catch(() => undefined)
  }, [ask])
  return { account, ask }
}

/** Changes the caller's password and signs the account out everywhere (000 §2, §4). */
export function ChangePasswordPage() {
  const { t } = useTexts()
  const [old, setOld] = useState('')
  const { account, ask } = useOwnAccount()
  const guesses = useGuessableWords({
    email: account?.email ?? '',
    names: account ? [account.first_name, account.middle_name, account.last_name] : [],
  })
  const form = useNewPassword({ purpose: 'change', guesses }, FIELDS, async (input) => {
    const { email } = await ask()
    await call(authApi.changePassword, { body: { email, old_password: old, ...input } })
    clearSession()
    return 'done'
  })
  const { step, fields } = form
  // until a password is chosen, the server allows nothing else (S-133)
  const mustChoose = account?.password_is_generated ?? false
  const same = fields.password !== '' && isSamePassword(fields.password, old)

  return (
    <AuthPage
      title={t('sign_in.change_title')}
      lead={t(mustChoose ? 'password.change_first' : 'password.change_lead')}
      above={
        mustChoose ? null : (
          <a className={styles.back} href="/dashboard?openProfile=true">
            {t('password.back_to_profile')}
          </a>
        )
      }
    >
      <form method="post" noValidate onSubmit={form.submit} aria-label={t('sign_in.change_title')}>
        <GeneralError message={form.general} />
        <Field
          label={t('password.old_password')}
          name="old_password"
          type={fields.shown ? 'text' : 'password'}
          autoComplete="current-password"
          error={fields.errors.old_password}
          onText={(text) => {
            setOld(text)
            form.clearErrors()
          }}
        />
        <NewPasswordFields
          {...fields}
          errors={same ? { ...fields.errors, password: t('password.same_password') } : fields.errors}
        />
        <SubmitButton
          label={t('sign_in.change_title')}
          busy={step === 'busy'}
          disabled={old === '' || same || !form.isReady}
        />
      </form>
      {step !== 'done' && <InactivityWarning />}
      {step === 'done' && (
        <DoneDialog title={t('password.change_done_title')} onClose={redirectToLogin}>
          {t('password.change_done')}
        </DoneDialog>
      )}
    </AuthPage>
  )
}
