import { rm } from 'node:fs/promises'
import { setImmediate as others } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { Crs } from '../../shared/land/boundary-answers.ts'
import { BOUNDARY_QUESTIONS } from '../../shared/land/crs.ts'
import { type FeatureFault, FAULTS_MAX } from '../../shared/land/layers.schema.ts'
import type { Services } from '../context/context.ts'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import { toAppError } from '../database/db.ts'
import { readLayer } from '../geodata/formats/read-layer.ts'
import { withTempFile } from '../store/temp-file.ts'
import { AppError } from '../lib/errors.ts'
import { toStorageRefusal } from '../store/storage-faults.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { coverageReader } from './coverage.queries.ts'
import { compareDraft } from './draft-sites.jobs.ts'
import { queueDraftComparison } from './draft-sites.queries.ts'
import { deleteFeatures, insertFeatures } from './features.queries.ts'
import { lockLayer } from './layers.queries.ts'
import { matchPlaces } from './outlines.actions.ts'
import { measuredLines } from './read-draft.ts'
import {
  findVersion,
  findVersionFile,
  isStill,
  lockVersion,
  queueAllReading,
  saveVersion,
  type StoredVersion,
} from './versions.queries.ts'

/** a file that stops the server, or fails for an unknown reason, so often is refused */
const MAX_READINGS = 3

const GIVEN_UP =
  'The server could not read this file in three tries. Please inform the help desk, and export the layer in another format.'
const FILE_GONE = 'The uploaded file is gone. Please discard this draft and upload the file again.'
const NOTHING_LEFT = 'No feature of this file can be imported. The reasons are listed below.'
const NO_FEATURES = 'The file has no features with an area.'

/** Tasks of layers, each of which may take minutes. */
export const layerTasks = (services: Services): TaskList => ({
  read_layer: async (payload, { abortSignal }) =>
    readDraft(services, (payload as { version_id: number }).version_id, abortSignal),
  compare_draft: async (payload, { abortSignal }) =>
    compareDraft(services, (payload as { version_id: number }).version_id, abortSignal),
})

/** Queues the drafts that are to be read: no draft waits for a server that has stopped. */
export const continueLayers = ({ db }: Services): Promise<void> => queueAllReading(db)

/**
 * Reads the file of a draft from its beginning: what a killed server left of it is removed first. The draft ends as read,
 * refused or with a question, never half read: nothing is shown of it before. After an interruption that is no fault of
 * the file, such as a lost store, it says what it waits for and is read again.
 */
export async function readDraft(services: Services, id: number, signal?: AbortSignal): Promise<void> {
  const { db } = services
  await withAdvisoryLock(db, `layer version ${id}`, async () => {
    const version = await findVersion(db, id)
    if (version?.state !== 'reading') return
    if (version.begun >= MAX_READINGS)
      return endReading(services, version, { state: 'refused', reason: GIVEN_UP })
    await saveVersion(db, id, { begun: version.begun + 1, reason: null })
    try {
      await readFile(services, version, signal)
    } catch (error) {
      const refusal = toStorageRefusal(toAppError(error))
      const passes = refusal instanceof AppError && refusal.why !== 'internal'
      if (passes) await saveVersion(db, id, { begun: version.begun, reason: refusal.message })
      throw error
    }
    if (signal?.aborted) await saveVersion(db, id, { begun: version.begun })
  })
}

type Ending = Parameters<typeof saveVersion>[2] & { state: 'read' | 'refused' | 'question' }

/** Ends the reading, unless the draft was discarded meanwhile, or was to be read anew with other answers. */
const endReading = (services: Services, version: StoredVersion, ending: Ending): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const { id } = version
    if ((await lockVersion(db, id)).state !== 'reading') return
    if (ending.state !== 'read') await deleteFeatures(db, id)
    await saveVersion(db, id, { ...ending, begun: 0, read_at: services.now().toISOString() })
    if (ending.state !== 'read') return
    const { kind } = await lockLayer(db, version.land_layer_id)
    if (kind === 'municipal_boundary') await matchPlaces(db, id)
    else await queueDraftComparison(db, id)
  })

async function readFile(services: Services, version: StoredVersion, signal?: AbortSignal): Promise<void> {
  const stored = await findVersionFile(services.db, version.id)
  if (!stored) return endReading(services, version, { state: 'refused', reason: FILE_GONE })
  await withTempFile(services.config, await services.files.get(stored.storage_key), async (path) => {
    const to = `${path}-lines`
    try {
      const read = await readLayer(path, to, {
        crs: version.crs_answer as Crs | null,
        code_column: version.code_column,
        name_column: version.name_column,
        turn: BACKGROUND,
      })
      if ('question' in read) {
        const asked = { reason: BOUNDARY_QUESTIONS[read.question], columns: read.columns }
        return await endReading(services, version, { state: 'question', ...asked })
      }
      if (!read.ok) return await endReading(services, version, { state: 'refused', reason: read.reason })
      const { crs, columns, code_column, name_column } = read
      await storeFeatures(services, version, { path: to, crs, columns, code_column, name_column }, signal)
    } finally {
      await rm(to, { force: true })
    }
  })
}

type ReadColumns = { columns: readonly string[]; code_column: string | null; name_column: string | null }

/**
 * Returns the keys of features in the order of their file: code, else name, else number, each once per version. The
 * next version's feature with the same key is the same land; of several with one code, the first, the second and so on.
 */
function featureKeys() {
  const seen = new Map<string, number>()
  return ({ code, name, number }: { code: string | null; name: string | null; number: number }): string => {
    const key = code ?? name ?? String(number)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    // a line break is in no name, so no other key is the same
    return count === 1 ? key : `${key}\n${count}`
  }
}

async function storeFeatures(
  services: Services,
  version: StoredVersion,
  { path, crs, ...columns }: { path: string; crs: Crs } & ReadColumns,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = services
  const keyOf = featureKeys()
  const coverage = coverageReader(version)
  const faults: FeatureFault[] = []
  const counts = { feature_count: 0, vertex_count: 0, fault_count: 0 }
  let area_ha = 0
  await deleteFeatures(db, version.id)
  for await (const { features, faults: found } of measuredLines(path)) {
    if (signal?.aborted) return
    const isWanted = await db.transaction().execute(async (own) => {
      if (!(await isStill(own, version.id, 'reading'))) return false
      await insertFeatures(
        own,
        version.id,
        features.map((feature) => ({ ...feature, key: keyOf(feature) })),
      )
      return true
    })
    if (!isWanted) return
    for (const { drawing } of features) {
      coverage.add(JSON.parse(drawing) as BoundaryGeometry)
      // one far from the coast takes some milliseconds; requests have their turn between two
      await others()
    }
    counts.feature_count += features.length
    counts.vertex_count += features.reduce((sum, { vertex_count }) => sum + vertex_count, 0)
    counts.fault_count += found.length
    area_ha += features.reduce((sum, feature) => sum + feature.area_ha, 0)
    faults.push(...found.slice(0, FAULTS_MAX - faults.length))
  }
  const facts = { ...counts, ...coverage.facts(), ...columns, area_ha: area_ha.toFixed(2), faults, crs }
  const reason = counts.feature_count > 0 ? null : counts.fault_count > 0 ? NOTHING_LEFT : NO_FEATURES
  await endReading(services, version, { ...facts, state: reason === null ? 'read' : 'refused', reason })
}
