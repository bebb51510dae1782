import { commonPasswords } from '../../shared/auth/common-passwords.ts'
import type { Guesses } from '../../shared/auth/guessable.ts'
import type { Services } from '../context/context.ts'

/** Words that must not be in this person's password because they can be guessed (S-134). */
export const guessableWords = (
  { config }: Pick<Services, 'config'>,
  { email, names }: Pick<Guesses, 'email' | 'names'>,
): Guesses => ({ common: commonPasswords(), email, names, bureau: config.bureau_name })
