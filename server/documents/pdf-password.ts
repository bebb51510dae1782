import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { isDictionary, type PdfDictionary, type PdfValue } from './pdf-values.ts'

// ISO 32000-2, 7.6: as a viewer does before it asks for a password, this tries the empty one.

/** The padding that fills a short password to 32 bytes. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const ENDLESS_ROUNDS = 5_000

/** Decrypts the streams of a file. */
export type Unlocked = { decrypt: (number: number, generation: number, bytes: Buffer) => Buffer }

/** Nothing but attachments is encrypted. */
const UNENCRYPTED: Unlocked = { decrypt: (_number, _generation, bytes) => bytes }

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** RC4, the cipher of older files, which OpenSSL no longer has. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const swapped = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = swapped
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + (state[i] ?? 0)) & 255
      swap(i, j)
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
    }),
  )
}

/** AES-CBC with the IV in the first block; an incomplete last block is dropped. */
function aes(key: Buffer, bytes: Buffer): Buffer {
  const whole = bytes.length - (bytes.length % 16)
  if (whole < 32) return Buffer.alloc(0)
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, bytes.subarray(0, 16))
  decipher.setAutoPadding(false)
  return Buffer.concat([decipher.update(bytes.subarray(16, whole)), decipher.final()])
}

/** The hash of revision 6 of an empty password (algorithm 2.B). */
function slowHash(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest()
  for (let round = 0; round < ENDLESS_ROUNDS; round++) {
    const block = Buffer.concat(Array<Buffer>(64).fill(key))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    cipher.setAutoPadding(false)
    const mixed = cipher.update(block)
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256')
      .update(mixed)
      .digest()
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) break
  }
  return key.subarray(0, 32)
}

const bytesOf = (value: PdfValue | undefined) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0))
const numberOf = (value: PdfValue | undefined, usual: number) => (typeof value === 'number' ? value : usual)

/** Returns the key of revisions 2 to 4 for the empty password, or null if it is wrong. */
function olderKey(encrypt: PdfDictionary, id: Buffer, revision: number, version: number): Buffer | null {
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(numberOf(encrypt.get('/P'), 0) | 0)
  const isOpen = revision >= 4 && encrypt.get('/EncryptMetadata') === false
  const bits = version === 4 ? 128 : numberOf(encrypt.get('/Length'), 40)
  const length = revision === 2 ? 5 : Math.min(16, Math.max(5, bits / 8))
  let key: Buffer = md5(
    PADDING,
    bytesOf(encrypt.get('/O')).subarray(0, 32),
    rights,
    id,
    Buffer.alloc(isOpen ? 4 : 0, 0xff),
  )
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length))
  key = key.subarray(0, length)
  const user = bytesOf(encrypt.get('/U'))
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32)) ? key : null
  let proof: Buffer = md5(PADDING, id)
  for (let round = 0; round < 20; round++) proof = rc4(Buffer.from(key.map((byte) => byte ^ round)), proof)
  return proof.equals(user.subarray(0, 16)) ? key : null
}

/** Returns the key of revisions 5 and 6 for the empty password, or null if it is wrong. */
function newerKey(encrypt: PdfDictionary, revision: number): Buffer | null {
  const user = bytesOf(encrypt.get('/U'))
  const hash = (salt: Buffer) =>
    revision === 5 ? createHash('sha256').update(salt).digest() : slowHash(salt)
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16))
  decipher.setAutoPadding(false)
  return decipher.update(bytesOf(encrypt.get('/UE')).subarray(0, 32))
}

/** Returns the method with which streams are encrypted; '/None' where they are not. */
function methodOf(encrypt: PdfDictionary, version: number): string {
  if (version < 4) return '/V2'
  const name = encrypt.get('/StmF')
  const filters = encrypt.get('/CF')
  const filter = isDictionary(filters) && typeof name === 'string' ? filters.get(name) : null
  if (!isDictionary(filter) || filter.get('/AuthEvent') === '/EFOpen') return '/None'
  const method = filter.get('/CFM')
  return typeof method === 'string' ? method : '/None'
}

/** Opens an encrypted file without a password, as a viewer does first; null when it needs one (S-136). */
export function unlock(encrypt: PdfDictionary, id: Buffer): Unlocked | null {
  const [version, revision] = [numberOf(encrypt.get('/V'), 0), numberOf(encrypt.get('/R'), 2)]
  const method = methodOf(encrypt, version)
  if (method === '/None') return UNENCRYPTED
  if (encrypt.get('/Filter') !== '/Standard') return null
  if (revision >= 5) {
    const key = newerKey(encrypt, revision)
    return key && { decrypt: (_number, _generation, bytes) => aes(key, bytes) }
  }
  const key = olderKey(encrypt, id, revision, version)
  if (!key) return null
  const decrypt = (number: number, generation: number, bytes: Buffer) => {
    const place = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8])
    const isAes = method === '/AESV2'
    const own = md5(key, place, Buffer.from(isAes ? 'sAlT' : '')).subarray(0, Math.min(16, key.length + 5))
    return isAes ? aes(own, bytes) : rc4(own, bytes)
  }
  return { decrypt }
}
