import { AuthPage } from './AuthPage.tsx'

/** Receives the answer of the single sign-on and finishes the login. */
export const SingleSignOnPage = () => <AuthPage title="Single sign-on">{null}</AuthPage>
