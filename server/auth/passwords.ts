import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordForm } from '../../shared/auth/password.ts'
import { takingFairTurns } from '../lib/fair-turns.ts'

/** argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each run takes a processor and 19 MiB, so two run at once and the others wait, fairly between networks. */
const inTurn = takingFairTurns({ at_once: 2, most_waiting: 200 })

const encoded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** The hash of nobody's password: same cost as a real one, and nothing matches it. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${encoded(16)}$${encoded(32)}`

/** The argon2id hash to store, for somebody of this network. */
export const hashPassword = (password: string, network: string): Promise<string> =>
  inTurn([network], () => hash(passwordForm(password), COST))

/** Whether the password is the right one. Without a stored hash the answer is no, after the same amount of work. */
export async function isPassword(stored: string | null, password: string, network: string): Promise<boolean> {
  const right = await inTurn([network], () => verify(stored ?? NOBODY, passwordForm(password)))
  return right && stored !== null
}
