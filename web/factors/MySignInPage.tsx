import { AuthPage } from '../auth/AuthPage.tsx'

/** The person's factors, sessions and own computers. */
export const MySignInPage = () => <AuthPage title="Your sign-in">{null}</AuthPage>
