/** Why a session ended without a logout. */
export type SessionEnd = 'elsewhere' | 'administrator' | 'deactivated' | 'password' | 'expired'
