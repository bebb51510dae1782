import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { foreseen } from '../lib/errors.ts'
import { writeNewFile } from '../store/write-new-file.ts'

/** Loaded only when a backup is encrypted or decrypted. */
const age = () => import('age-encryption')

/** The same streams at run time; the library declares the types of browsers. */
const bytesOf = (file: string) =>
  Readable.toWeb(createReadStream(file)) as unknown as ReadableStream<Uint8Array>

const save = (
  bytes: ReadableStream<Uint8Array>,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> =>
  writeNewFile(file, Readable.fromWeb(bytes as unknown as NodeStream<Uint8Array>), { signal })

async function encrypterFor(recipients: readonly string[]) {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  for (const key of recipients)
    try {
      encrypter.addRecipient(key)
    } catch {
      throw foreseen(`BACKUP_RECIPIENTS has a public key with a mistake in it: ${key}.`)
    }
  return encrypter
}

/** Throws a foreseen error for the first public key that is mistyped. */
export async function requireRecipients(recipients: readonly string[]): Promise<void> {
  if (recipients.length > 0) await encrypterFor(recipients)
}

/** Encrypts a file in the age format for each of these public keys; the product never has the secret keys. */
export async function encrypt(
  recipients: readonly string[],
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const encrypter = await encrypterFor(recipients)
  await save(await encrypter.encrypt(bytesOf(from)), to, signal)
}

/** Returns the secret keys in a file as age-keygen writes it; throws a foreseen error when there are none. */
async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0) throw foreseen(`${file} contains no secret key as age-keygen writes it.`)
  return keys
}

/** Decrypts a file with the secret keys in the operator's file; throws a foreseen error when none of them opens it. */
export async function decrypt(
  identity: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const key of await readIdentities(identity))
    try {
      decrypter.addIdentity(key)
    } catch {
      throw foreseen(`${identity} contains a secret key with a mistake in it.`)
    }
  const opened = await decrypter.decrypt(bytesOf(from)).catch((error: unknown) => {
    throw foreseen('The backup was encrypted for other keys than this one, or its beginning is damaged.', {
      cause: error,
    })
  })
  await save(opened, to, signal).catch((error: unknown) => {
    if (signal?.aborted || (error as { code?: string }).code) throw error
    throw foreseen('The encrypted backup is damaged or cut off; nothing of it was used.', {
      cause: error,
    })
  })
}
