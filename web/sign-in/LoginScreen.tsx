import { LoginPage } from './LoginPage.tsx'
import { SingleSignOnPage } from './SingleSignOnPage.tsx'

type LoginScreenName = 'login' | 'single_sign_on'

/** Both pages that log in are one script, because they share every step after the first. */
export const LoginScreen = ({ name }: { name: LoginScreenName }) =>
  name === 'login' ? <LoginPage /> : <SingleSignOnPage />
