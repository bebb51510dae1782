import { statfs } from 'node:fs/promises'
import type { Config } from '../lib/config.ts'

const GIGABYTE = 1_073_741_824
const MIN_FREE_BYTES = GIGABYTE
const MIN_FREE_SHARE = 0.05

type Disk = { free: number; total: number }

/** Whether the database would soon have no room to write: less than 1 GB or 5 % of its disk is left (S-154). */
export const isAlmostFull = ({ free, total }: Disk): boolean =>
  free < MIN_FREE_BYTES || free < total * MIN_FREE_SHARE

/** The disk of the data folder, as the product may fill it. */
export async function diskOf({ data_dir }: Pick<Config, 'data_dir'>): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(data_dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * Whether files may be taken: the embedded database writes to the disk that they would fill, and signing in must work until
 * the end. A database elsewhere keeps its own house.
 */
export async function hasSpaceForFiles(config: Config): Promise<boolean> {
  return config.database_url !== null || !isAlmostFull(await diskOf(config))
}
