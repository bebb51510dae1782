/** Why a session has ended that nobody logged out of. */
const SESSION_ENDS = ['elsewhere', 'administrator', 'deactivated', 'password', 'expired'] as const
export type SessionEnd = (typeof SESSION_ENDS)[number]

/** What the person is told at the next call and on the log in page (S-122). */
export const WHY_ENDED: Record<SessionEnd, string> = {
  elsewhere: 'Your account was logged in on another device. Please log in to continue.',
  administrator: 'An administrator has changed your account. Please log in to continue.',
  deactivated: 'Your account has been deactivated. Please contact your administrator.',
  password: 'The password of your account was changed. Please log in with the new one.',
  expired:
    'Your session has ended: it lasts 60 minutes without activity and 12 hours in all. Please log in to continue.',
}
