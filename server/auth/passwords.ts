import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordForm } from '../../shared/auth/password-form.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import { turnOfNetwork } from '../lib/network.ts'

/** argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The order of checks: first from a network where the account has logged in before, then from networks without recent
 * failures, then all others (ruling S-132).
 */
export const RANK = { usual: 0, clean: 1, failed: 2 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

/** Failures elsewhere never cost a clean network its place; the limits only keep a flood from using up the memory. */
export const FAIR_BETWEEN_NETWORKS = {
  most_waiting: [2_000, 2_000, 200],
  most_waiting_each: 200,
  newest_as_well: true,
} as const

/** A hash needs a processor and 19 MiB, so two run at once and the others wait, fairly between networks. */
const queue = createFairQueue({ at_once: 2, ...FAIR_BETWEEN_NETWORKS })

const encoded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** A hash with the cost of a real one that no password matches. */
const UNKNOWN_ACCOUNT_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${encoded(16)}$${encoded(32)}`

/** Returns the argon2id hash to store, at this network's turn. */
export const hashPassword = (password: string, network: string): Promise<string> =>
  queue(turnOfNetwork(network), () => hash(passwordForm(password), COST))

/** Whether the password is right. Without a stored hash it is not, after the same amount of work. */
export async function isPassword(
  stored: string | null,
  password: string,
  { network, rank }: { network: string; rank: Rank },
): Promise<boolean> {
  const check = () => verify(stored ?? UNKNOWN_ACCOUNT_HASH, passwordForm(password))
  return (await queue(turnOfNetwork(network), check, rank)) && stored !== null
}
