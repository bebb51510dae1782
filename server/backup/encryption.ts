import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SettingError } from '../lib/config.ts'

const run = promisify(execFile)

/** the file was not what it should be, or the key not the one: told with what age says */
class EncryptionError extends Error {}

const NO_AGE =
  'The program age is not installed here, which encrypts backups: install the package age, or leave BACKUP_RECIPIENTS empty.'

async function age(words: string[], signal: AbortSignal | undefined): Promise<void> {
  try {
    await run('age', words, { signal })
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    if (code === 'ENOENT') throw new SettingError(NO_AGE)
    if (signal?.aborted || !stderr) throw error
    throw new EncryptionError(`The backup was not taken by age: ${stderr.trim().split('\n')[0]}`)
  }
}

/** Throws a SettingError where nothing can be encrypted. */
export const insistAge = (): Promise<void> => age(['--version'], undefined)

/** Encrypts a file for each of these public keys; the product never has the secret ones. */
export const encrypt = (
  recipients: readonly string[],
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> =>
  age(['--encrypt', ...recipients.flatMap((key) => ['--recipient', key]), '--output', to, from], signal)

/** Decrypts a file with the secret key in a file of the operator's. */
export const decrypt = (identity: string, from: string, to: string, signal?: AbortSignal): Promise<void> =>
  age(['--decrypt', '--identity', identity, '--output', to, from], signal)
