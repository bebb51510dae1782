import type { ReactNode } from 'react'
import { ChangePasswordPage } from './auth/ChangePasswordPage.tsx'
import { ForgotPasswordPage } from './auth/ForgotPasswordPage.tsx'
import { ResetPasswordPage } from './auth/ResetPasswordPage.tsx'

export type AuthScreenName = 'forgot_password' | 'reset_password' | 'change_password'

/** The password pages are one script, because a person on one of them often needs another. */
export function authScreenOf(name: AuthScreenName): ReactNode {
  switch (name) {
    case 'forgot_password':
      return <ForgotPasswordPage />
    case 'reset_password':
      return <ResetPasswordPage />
    case 'change_password':
      return <ChangePasswordPage />
  }
}
