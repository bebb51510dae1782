import { useEffect, useState } from 'react'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { ApiError, call } from '../lib/call.ts'
import { inPageLanguage } from '../lib/page-language.ts'
import { useTexts } from '../lib/texts.tsx'
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

const toForgotPassword = () => location.assign(inPageLanguage('/forgot-password'))

function BadLinkDialog() {
  const { t, href } = useTexts()
  return (
    <Dialog
      title={t('password.bad_link_title')}
      onClose={toForgotPassword}
      actions={
        <a className={controls.primary} href={href('/forgot-password')}>
          {t('password.bad_link_retry')}
        </a>
      }
    >
      <p>{t('password.bad_link')}</p>
      <ul>
        <li>{t('password.bad_link_expired')}</li>
        <li>{t('password.bad_link_used')}</li>
        <li>{t('password.bad_link_error')}</li>
      </ul>
    </Dialog>
  )
}

/** Sets a password with the token and address of a mailed link (000 §2). */
export function ResetPasswordPage() {
  const { t, href } = useTexts()
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
    // oxlint-disable-next-line react/set-state-in-effect -- the server renders the page without the query of its address
    if (link) setEmail(link.email)
    else setStep('bad_link')
  }, [setStep])

  return (
    <AuthPage title={t('sign_in.create_title')} below={<a href={href('/login')}>{t('sign_in.back')}</a>}>
      <form method="post" noValidate onSubmit={form.submit} aria-label={t('sign_in.create_title')}>
        <GeneralError message={form.general} />
        <NewPasswordFields {...form.fields} />
        <SubmitButton label={t('sign_in.create_title')} busy={step === 'busy'} disabled={!form.isReady} />
      </form>
      {step === 'bad_link' && <BadLinkDialog />}
      {step === 'done' && (
        <DoneDialog title={t('password.create_done_title')} onClose={redirectToLogin}>
          {t('password.create_done')}
        </DoneDialog>
      )}
    </AuthPage>
  )
}
