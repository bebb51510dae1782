import { useState } from 'react'
import styles from '../auth/auth.module.css'
import { useTexts } from '../lib/texts.tsx'
import { LoginSteps } from './LoginSteps.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { useLogin } from './useLogin.ts'

/** Sign-in (000 §2). With a live session elsewhere, the person confirms before it ends. */
export function LoginPage() {
  const login = useLogin()
  const { t, href } = useTexts()
  const [email, setEmail] = useState<string>()
  return (
    <LoginSteps
      login={login}
      title={t('common.log_in')}
      lead={t('sign_in.lead')}
      below={<a href={href('/site/approved')}>{t('sign_in.see_sites')}</a>}
    >
      <PasswordForm login={login} email={email} onEmail={setEmail} />
      <OtherWays login={login} />
      <p className={styles.aside}>
        <a href={href('/forgot-password')}>{t('sign_in.forgot_question')}</a>
      </p>
    </LoginSteps>
  )
}
