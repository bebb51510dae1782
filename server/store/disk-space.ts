import { statfs } from 'node:fs/promises'
import type { Config } from '../lib/config.ts'

const GIGABYTE = 1_073_741_824
const MIN_FREE_BYTES = GIGABYTE
const MIN_FREE_SHARE = 0.05

type Disk = { free: number; total: number }

/** Whether the database may soon have no room to write: less than 1 GB or 5 % of its disk is free (S-154). */
export const isAlmostFull = ({ free, total }: Disk): boolean =>
  free < MIN_FREE_BYTES || free < total * MIN_FREE_SHARE

/** Returns the space of the data folder's disk that the product may use. */
export async function diskOf({ data_dir }: Pick<Config, 'data_dir'>): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(data_dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * Whether uploads may be accepted: the embedded database is on the disk that they would fill, and signing in must work
 * to the end. An external database is not affected.
 */
export async function hasSpaceForFiles(config: Config): Promise<boolean> {
  return config.database_url !== null || !isAlmostFull(await diskOf(config))
}
