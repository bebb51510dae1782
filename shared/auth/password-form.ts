/** longer passwords only burn processor time */
export const PASSWORD_MAX = 256

/**
 * A password in the one form that is judged, compared and hashed: keyboards write ñ, and wide signs, in more than one
 * way. One that is too long anyway is left as it is: bringing its marks into order would take long.
 */
export const passwordForm = (typed: string): string =>
  typed.length > PASSWORD_MAX ? typed : typed.normalize('NFKC')

export const isSamePassword = (one: string, other: string): boolean =>
  passwordForm(one) === passwordForm(other)
