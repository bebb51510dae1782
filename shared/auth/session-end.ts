/** Why a session has ended that no one logged out of. */
export type SessionEnd = 'elsewhere' | 'administrator' | 'deactivated' | 'password' | 'expired'
