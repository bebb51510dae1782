/** longer passwords only cost processor time */
export const PASSWORD_MAX = 256

export const isPasswordTooLong = (typed: string): boolean => typed.length > PASSWORD_MAX

/**
 * Normalizes a password for judging, comparing and hashing: keyboards encode ñ and full-width characters in more than
 * one way. One that is too long is returned unchanged, because normalizing it could take long.
 */
export const passwordForm = (typed: string): string =>
  isPasswordTooLong(typed) ? typed : typed.normalize('NFKC')

export const isSamePassword = (one: string, other: string): boolean =>
  passwordForm(one) === passwordForm(other)
