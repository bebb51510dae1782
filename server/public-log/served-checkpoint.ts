import type { Services } from '../context/context.ts'
import { storedCheckpoint } from './tile-store.ts'

/** the last checkpoint that witnesses have co-signed, with their lines */
export const COSIGNED = 'cosigned'

/** The checkpoint as the world reads it: with the words of the witnesses that have seen it; null before the first. */
export async function servedCheckpoint({ files }: Pick<Services, 'files'>): Promise<string | null> {
  const text = await storedCheckpoint({ files })
  if (text === null) return null
  const cosigned = (await files.named.get(COSIGNED))?.toString() ?? ''
  return cosigned.startsWith(text) ? cosigned : text
}
