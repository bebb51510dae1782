import { z } from 'zod/mini'

/** A file as a snapshot lists it; its content may have been deleted since (S-97). */
export const SnapshotFile = z.object({
  id: z.number(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
})
export type SnapshotFile = z.output<typeof SnapshotFile>
