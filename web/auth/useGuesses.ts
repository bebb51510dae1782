import { useEffect, useState } from 'react'
import { type Guesses, NO_GUESSES } from '../../shared/auth/guessable.ts'
import { loadConfig } from '../lib/config.ts'

/**
 * What the meter knows of guesses: the list of most used passwords and the bureau's words, which come a moment after the
 * page, and what it is told of the owner. The server knows at least as much and decides.
 */
export function useGuessableWords(owner: Pick<Guesses, 'email' | 'names'>): Guesses {
  const [loaded, setLoaded] = useState<Pick<Guesses, 'common' | 'bureau'>>(NO_GUESSES)
  useEffect(() => {
    Promise.all([import('../../shared/auth/common-passwords.ts'), loadConfig()])
      .then(([{ commonPasswords }, config]) =>
        setLoaded({ common: commonPasswords(), bureau: config.bureau_name }),
      )
      // without a line the server alone knows
      .catch(() => undefined)
  }, [])
  return { ...loaded, ...owner }
}
