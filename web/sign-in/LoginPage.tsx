import { useState } from 'react'
import styles from '../auth/auth.module.css'
import { LoginSteps } from './LoginSteps.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { useLogin } from './useLogin.ts'

/** Sign-in (000 §2). With a live session elsewhere, the person confirms before it ends. */
export function LoginPage() {
  const login = useLogin()
  const [email, setEmail] = useState<string>()
  return (
    <LoginSteps
      login={login}
      title="Log in"
      lead="For the staff of the bureau, its regions and its provincial offices."
      below={<a href="/site/approved">See the approved SITES without logging in</a>}
    >
      <PasswordForm login={login} email={email} onEmail={setEmail} />
      <OtherWays login={login} />
      <p className={styles.aside}>
        <a href="/forgot-password">Forgot your password?</a>
      </p>
    </LoginSteps>
  )
}
