import type { ReactNode } from 'react'
import { AuthPage } from '../auth/AuthPage.tsx'
import { useTexts } from '../lib/texts.tsx'
import { ElsewhereDialog } from './ElsewhereDialog.tsx'
import type { Login } from './useLogin.ts'

type Props = {
  login: Login
  title: string
  lead?: string
  below?: ReactNode
  /** the first step */
  children: ReactNode
}

/** The card of a log in: its first step, or the second where one is asked, and the question about a session elsewhere. */
export function LoginSteps({ login, title, lead, below, children }: Props) {
  const { step } = login
  const { t } = useTexts()
  return (
    <AuthPage title={step ? t(step.title) : title} lead={step ? step.leadIn(t) : lead} below={below}>
      <p role="status" className="visually-hidden">
        {step && t(step.announcement)}
      </p>
      {step ? <step.Part key={step.token} token={step.token} login={login} /> : children}
      <ElsewhereDialog login={login} />
    </AuthPage>
  )
}
