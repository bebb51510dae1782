/** Why a session has ended that nobody logged out of. */
export type SessionEnd = 'elsewhere' | 'administrator' | 'deactivated' | 'password' | 'expired'
