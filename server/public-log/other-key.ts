import { keyId } from '../audit/signing-key.ts'
import type { Config } from '../lib/config.ts'
import { knownKeys, readSigned } from './agreement.ts'
import { findLogKey } from './log-key.ts'
import type { Published } from './log.queries.ts'
import { RAW_BYTES } from './note.ts'

/** Whether a checkpoint is signed with the key that the database notes for the last published one. */
export const isSignedAsPublished = (text: string, { public_key }: Published): boolean =>
  readSigned(text, [public_key.subarray(-RAW_BYTES)]) !== null

/**
 * Returns why this server must leave the log to others, in one sentence: the last checkpoint is well signed with a key
 * that this server does not have. Null otherwise.
 */
export function otherKeySentence(config: Config, published: Published | null): string | null {
  if (!published) return null
  const keys = knownKeys(findLogKey(config), published, config.audit_former_keys)
  if (readSigned(published.checkpoint, keys) || !isSignedAsPublished(published.checkpoint, published))
    return null
  return `The public log is signed with the key ${keyId(published.public_key)}, which this server does not have: it seals nothing and leaves the log to the servers that have it. Set AUDIT_SIGNING_KEY, or audit-signing-key in DATA_DIR, as they have it. If no server has that key, the checkpoint was replaced.`
}
