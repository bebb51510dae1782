import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordForm } from '../../shared/auth/password-form.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import { turnOfNetwork } from '../lib/network.ts'

/** argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Whose check goes first: someone whose account has signed in from this network before, then someone from a network where nothing
 * failed lately, then everyone else (ruling S-132).
 */
export const RANK = { usual: 0, clean: 1, failed: 2 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

/** Failures of others never cost a clean network its place; the numbers only keep a flood from filling the memory. */
export const FAIR_BETWEEN_NETWORKS = {
  most_waiting: [2_000, 2_000, 200],
  most_waiting_each: 200,
  newest_as_well: true,
} as const

/** Each run takes a processor and 19 MiB, so two run at once and the others wait, fairly between networks. */
const queue = createFairQueue({ at_once: 2, ...FAIR_BETWEEN_NETWORKS })

const encoded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** The hash of no real password: same cost as a real one, and nothing matches it. */
const UNKNOWN_ACCOUNT_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${encoded(16)}$${encoded(32)}`

/** The argon2id hash to store, for someone of this network. */
export const hashPassword = (password: string, network: string): Promise<string> =>
  queue(turnOfNetwork(network), () => hash(passwordForm(password), COST))

/** Whether the password is the right one. Without a stored hash the answer is no, after the same amount of work. */
export async function isPassword(
  stored: string | null,
  password: string,
  { network, rank }: { network: string; rank: Rank },
): Promise<boolean> {
  const check = () => verify(stored ?? UNKNOWN_ACCOUNT_HASH, passwordForm(password))
  return (await queue(turnOfNetwork(network), check, rank)) && stored !== null
}
