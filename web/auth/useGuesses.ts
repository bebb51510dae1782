import { useEffect, useState } from 'react'
import { type Guesses, NO_GUESSES } from '../../shared/auth/guessable.ts'
import { loadConfig } from '../lib/config.ts'

/**
 * Returns the words that make a password guessable: the most used passwords and the bureau's name, both loaded after
 * the page, and the owner's names and address. The server knows at least as much and decides.
 */
export function useGuessableWords(owner: Pick<Guesses, 'email' | 'names'>): Guesses {
  const [loaded, setLoaded] = useState<Pick<Guesses, 'common' | 'bureau'>>(NO_GUESSES)
  useEffect(() => {
    Promise.all([import('../../shared/auth/common-passwords.ts'), loadConfig()])
      .then(([{ commonPasswords }, config]) =>
        setLoaded({ common: commonPasswords(), bureau: config.bureau_name }),
      )
      // without a connection only the server checks these
      .catch(() => undefined)
  }, [])
  return { ...loaded, ...owner }
}
