import type { FileKind } from '../../shared/files/files.schema.ts'
import type { BoundaryAnswers } from '../../shared/land/boundary-answers.ts'
import type { Services } from '../context/context.ts'
import { createFairQueue, type Turn } from '../lib/fair-queue.ts'
import type { StoredFile } from '../store/files.queries.ts'
import type { BoundaryReading } from './formats/land-result.ts'
import { readBoundary } from './formats/read-boundary.ts'
import { KML_LIMITS } from './kml/kml-result.ts'
import { readKml } from './kml/read-kml.ts'
import { withTempFile } from '../store/temp-file.ts'

export type MapAtHand = { kind: FileKind; path: string; turn: Turn; answers?: BoundaryAnswers | null }

/** Reads the boundary in a file: KML and KMZ by their own reader, whose messages are the specification's. */
export const readMap = ({ kind, path, turn, answers }: MapAtHand): Promise<BoundaryReading> =>
  kind === 'kml'
    ? readKml(path, KML_LIMITS, undefined, turn)
    : readBoundary(path, { answers: answers ?? {}, turn })

/** each reading of a stored map takes a copy on the disk, so only a few are made at a time */
const storedReadings = createFairQueue({
  at_once: 4,
  at_once_each: 1,
  most_waiting: 100,
  most_waiting_each: 8,
  full: 'busy_with_files',
})

/** Reads the boundary of a stored location map again, with these answers to what it asks. */
export const readStoredMap = (
  { config, files }: Services,
  { kind, storage_key }: Pick<StoredFile, 'kind' | 'storage_key'>,
  answers: BoundaryAnswers | null,
  turn: Turn,
): Promise<BoundaryReading> =>
  storedReadings(turn, async () =>
    withTempFile(config, await files.get(storage_key), (path) => readMap({ kind, path, turn, answers })),
  )
