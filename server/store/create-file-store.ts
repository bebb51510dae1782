import path from 'node:path'
import type { Config } from '../lib/config.ts'
import { foreseen } from '../lib/errors.ts'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './file-store-local.ts'
import { refusalOfBucket, s3FileStore } from './file-store-s3.ts'
import { withTimeout } from '../lib/with-timeout.ts'

type StoreSettings = Pick<Config, 'files_url' | 'data_dir'>

/** any reachable store answers by then */
const ANSWER_LIMIT_MS = 10_000

const folderOf = ({ data_dir }: StoreSettings) => path.join(data_dir, 'files')

/** Creates the store of the settings: a bucket, or the folder `files` in the data folder. */
export const createFileStore = (config: StoreSettings): FileStore =>
  config.files_url ? s3FileStore(config.files_url) : localFileStore(folderOf(config))

/**
 * Checks the store at the start. Throws a foreseen error that says what to correct when the store refuses access; one
 * that does not answer may come back and does not stop the start.
 */
export async function requireUsableStore(files: FileStore, config: StoreSettings): Promise<void> {
  try {
    await withTimeout(ANSWER_LIMIT_MS, files.isReady(), () => new Error('The file store does not answer.'))
  } catch (error) {
    const sentence = config.files_url
      ? refusalOfBucket(error, config.files_url)
      : `Files cannot be written to ${folderOf(config)} (${(error as NodeJS.ErrnoException).code}): make the folder writable for the account that runs the product.`
    if (sentence) throw foreseen(sentence)
  }
}
