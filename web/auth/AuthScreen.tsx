import { ChangePasswordPage } from './ChangePasswordPage.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

export type AuthScreenName = 'forgot_password' | 'reset_password' | 'change_password'

/** The password pages are one script: a person on one of them often needs another. */
export function AuthScreen({ name }: { name: AuthScreenName }) {
  switch (name) {
    case 'forgot_password':
      return <ForgotPasswordPage />
    case 'reset_password':
      return <ResetPasswordPage />
    case 'change_password':
      return <ChangePasswordPage />
  }
}
