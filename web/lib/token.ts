/** The token of the session, null when signed out. Apart from session.ts, because every public page asks for it. */
export const storedToken = (): string | null => localStorage.getItem('token')
