import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from './errors.ts'

const NONCE = 12
const TAG = 16

/** Encrypts a secret for the database (AES-256-GCM); `owner` must be the same when it is opened. */
export function sealSecret(key: Buffer, secret: Buffer, owner: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a secret; throws `factor_key_changed` when the key or the owner is another one. */
export function openSecret(key: Buffer, sealed: Buffer, owner: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(
      Buffer.from(owner),
    )
    decipher.setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
  } catch (cause) {
    throw new AppError('factor_key_changed', { cause })
  }
}
