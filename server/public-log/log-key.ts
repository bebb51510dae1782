import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'
import { findSigningKey, keyId, publicPart, signingKey } from '../audit/signing-key.ts'
import type { Config } from '../lib/config.ts'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SEED_BYTES = 32

/**
 * Derives the key of the public log from the key that signs the audit log: an operator has one key to keep, and a
 * signature made with one is never valid for the other.
 */
function childOf(key: KeyObject): KeyObject {
  const seed = (key.export({ format: 'der', type: 'pkcs8' }) as Buffer).subarray(-SEED_BYTES)
  const derived = Buffer.from(
    hkdfSync('sha256', seed, Buffer.alloc(0), 'safeguards public log 1', SEED_BYTES),
  )
  return createPrivateKey({ key: Buffer.concat([PKCS8, derived]), format: 'der', type: 'pkcs8' })
}

/** The key that signs checkpoints. Creates the key of the audit log if there is none yet. */
export const logKey = (config: Config): KeyObject => childOf(signingKey(config))

/** The key that signs checkpoints; null where there is none yet. */
export function findLogKey(config: Config): KeyObject | null {
  const key = findSigningKey(config)
  return key && childOf(key)
}

/** The short name by which AUDIT_FORMER_KEYS lists the key once it is a former one. */
export const logKeyId = (key: KeyObject): string => keyId(publicPart(key))

/** The name of a log before its first checkpoint: its address without the scheme. */
export const originOf = ({ public_url }: Pick<Config, 'public_url'>): string =>
  `${public_url.replace(/^https?:\/\//, '')}/log`
