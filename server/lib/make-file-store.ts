import path from 'node:path'
import type { Config } from './config.ts'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './file-store-local.ts'
import { s3FileStore } from './file-store-s3.ts'

/** The store the settings name: a bucket, or the folder `files` in the data folder. */
export const makeFileStore = (config: Pick<Config, 'files_url' | 'data_dir'>): FileStore =>
  config.files_url ? s3FileStore(config.files_url) : localFileStore(path.join(config.data_dir, 'files'))
