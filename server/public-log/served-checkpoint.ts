import type { Services } from '../context/context.ts'
import { storedCheckpoint } from './tile-store.ts'

/** the last co-signed checkpoint, with the lines of its witnesses */
export const COSIGNED = 'cosigned'

/** Returns the checkpoint as the public reads it, with the co-signatures of witnesses; null before the first. */
export async function servedCheckpoint({ files }: Pick<Services, 'files'>): Promise<string | null> {
  const text = await storedCheckpoint({ files })
  if (text === null) return null
  const cosigned = (await files.named.get(COSIGNED))?.toString() ?? ''
  return cosigned.startsWith(text) ? cosigned : text
}
