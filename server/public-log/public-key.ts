import type { Config } from '../lib/config.ts'
import { findLogKey } from './log-key.ts'
import { keyText, signerKey } from './note.ts'

/** The log's public key under this name, as one word; null where there is no key yet. */
export function findPublicKey(config: Config, origin: string): string | null {
  const key = findLogKey(config)
  return key && keyText(signerKey(origin, key))
}
