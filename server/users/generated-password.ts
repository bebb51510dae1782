import { randomInt } from 'node:crypto'
import { isStrongEnough } from '../../shared/auth/password.ts'

/** S-14 */
const GENERATED_LENGTH = 16

/** without characters that look alike in a mail: 0 and O, 1 and l and I */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%+-=?@'

const anySign = () => SIGNS.charAt(randomInt(SIGNS.length))

/** Returns a random password of 16 or more characters that meets the rules for a new one; all such are equally likely. */
export function generatePassword(length = GENERATED_LENGTH): string {
  for (;;) {
    const password = Array.from({ length }, anySign).join('')
    if (isStrongEnough(password, 'reset')) return password
  }
}
