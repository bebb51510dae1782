import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../lib/config.ts'
import { foreseen } from '../lib/errors.ts'

const NO_KEY = 'must be an Ed25519 private key in PKCS #8, as PEM or its base64 in one line.'

/** The public part of a key, as it is stored beside what the key has signed. */
export const publicPart = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }) as Buffer

/** A short name for a key. */
export const keyId = (publicKey: Buffer): string => hash('sha256', publicKey).slice(0, 16)

/** The ids of the keys whose signatures count. */
export type TrustedKeys = ReadonlySet<string>

/** Parses a key. Throws with a sentence that does not reveal the value. */
function parseKey(text: string, name: string): KeyObject {
  try {
    const key = text.includes('BEGIN')
      ? createPrivateKey(text.replaceAll('\\n', '\n'))
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // the error below says what is expected
  }
  throw foreseen(`${name} ${NO_KEY}`)
}

const fileOf = (config: Config) => path.join(config.data_dir, 'audit-signing-key')

/**
 * Returns the key that signs backups and from which the public log's key is derived: AUDIT_SIGNING_KEY, or the one in
 * DATA_DIR; null when there is none.
 */
export function findSigningKey(config: Config): KeyObject | null {
  if (config.audit_signing_key) return parseKey(config.audit_signing_key, 'AUDIT_SIGNING_KEY')
  const file = fileOf(config)
  return existsSync(file) ? parseKey(readFileSync(file, 'utf8').trim(), file) : null
}

/** Returns the key; creates one in DATA_DIR where there is none. */
export function signingKey(config: Config): KeyObject {
  const known = findSigningKey(config)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(config.data_dir, { recursive: true })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  // never overwrites a key that another process has created meanwhile
  writeFileSync(fileOf(config), pem, { mode: 0o600, flag: 'wx' })
  return privateKey
}

/** The ids of the keys whose signatures count: the present one and those in AUDIT_FORMER_KEYS. */
export function trustedKeys(config: Config): TrustedKeys {
  const key = findSigningKey(config)
  return new Set([...(key ? [keyId(publicPart(key))] : []), ...config.audit_former_keys])
}
