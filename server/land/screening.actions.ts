import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { isTooComplex } from '../../shared/boundary/complexity.ts'
import { bboxOf, countsOf } from '../../shared/boundary/shape.ts'
import { FINDINGS_MAX } from '../../shared/land/accepted-findings.ts'
import type { FindingConsent, FormLayerResult } from '../../shared/land/form-findings.ts'
import {
  accordingTo,
  coveredInstead,
  isCovered,
  landState,
  leftOutWords,
} from '../../shared/land/land-states.ts'
import {
  type Comparison,
  CORNERS_AROUND_MAX,
  FEATURES_AROUND_MAX,
  TOO_MANY_AROUND,
  TOO_TANGLED,
} from '../../shared/land/meet.ts'
import type { Db } from '../database/db.ts'
import { isRefusal } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { runInWorkerProcess } from '../worker-processes/run-in-worker-process.ts'
import { workerFile } from '../worker-processes/worker-file.ts'
import { compareShapes, type ShapesJob } from './compare-shapes.ts'
import {
  type CurrentLayer,
  type FeatureAround,
  listCurrentLayers,
  listFeaturesAround,
  listFeatureShapes,
  listNamedFeatures,
  type NamedFeature,
} from './screening.queries.ts'

/** up to here a comparison takes well under a tenth of a second, too short for a worker process */
const MAX_CORNERS_INLINE = 8_000
/** the limit on steps ends a comparison long before, even on a busy machine */
const LIMITS = { deadline_ms: 60_000, memory_mb: 768 }

let file: Promise<URL> | null = null
const screeningWorker = (): Promise<URL> => {
  file ??= workerFile('screening-worker', 'land/screening-worker.ts')
  return file
}

/** Compares shapes in a worker process, at this turn. Rejects with `exhausted` beyond its time or memory. */
export const compareInWorker = async (job: ShapesJob, turn: Turn): Promise<Comparison[][]> =>
  runInWorkerProcess(await screeningWorker(), job, LIMITS, turn)

/** Land of a feature in a boundary, with the names of the feature. */
export type FoundLand = NamedFeature & Extract<Comparison, { ok: true }>['shared'][number]

/** A layer and what a boundary meets in it; `outcome` is null if it was not compared. */
export type ScreenedLayer = {
  layer: CurrentLayer
  outcome: { ok: true; found: FoundLand[] } | { ok: false; reason: string } | null
}

export const isTooMuch = (around: readonly FeatureAround[]): boolean =>
  around.length > FEATURES_AROUND_MAX ||
  around.reduce((sum, { vertex_count }) => sum + vertex_count, 0) > CORNERS_AROUND_MAX

/** Adds the names of features to comparisons. */
export async function namedOutcomes(
  db: Db,
  compared: readonly { layer: CurrentLayer; comparison: Comparison | null }[],
): Promise<ScreenedLayer[]> {
  const ids = compared.flatMap(({ comparison }) =>
    comparison?.ok ? comparison.shared.map(({ id }) => id) : [],
  )
  const named = new Map((await listNamedFeatures(db, ids)).map((one) => [one.id, one]))
  return compared.map(({ layer, comparison }) => {
    if (!comparison?.ok) return { layer, outcome: comparison }
    const found = comparison.shared.flatMap((land) => {
      const feature = named.get(land.id)
      return feature ? [{ ...feature, ...land }] : []
    })
    return { layer, outcome: { ok: true, found } }
  })
}

/**
 * Compares a boundary with every layer that has a current version. A layer that cannot be compared has a reason; while
 * too much work is waiting, those with features around are left not compared.
 */
export async function screen(db: Db, geometry: BoundaryGeometry, turn: Turn): Promise<ScreenedLayer[]> {
  const layers = await listCurrentLayers(db)
  if (layers.length === 0) return []
  const versions = layers.map(({ version_id }) => version_id)
  const around = await listFeaturesAround(db, [{ key: 0, bbox: bboxOf(geometry) }], versions)
  const inLayer = layers.map(({ version_id }) => around.filter((one) => one.version_id === version_id))
  const groups = inLayer.map((features) => (isTooMuch(features) ? [] : features))
  const compared = await compareLayers(db, geometry, groups, turn)
  return namedOutcomes(
    db,
    layers.map((layer, index) => {
      const features = inLayer[index] ?? []
      if (isTooMuch(features)) return { layer, comparison: { ok: false, reason: TOO_MANY_AROUND } }
      if (features.length === 0) return { layer, comparison: { ok: true, shared: [] } }
      return { layer, comparison: compared?.[index] ?? null }
    }),
  )
}

/**
 * The hectares of a boundary in these versions of layers together, and in how many of their features; land in several of
 * them counts once. Null where that cannot be computed, or not now.
 */
export async function measureTogether(
  db: Db,
  geometry: BoundaryGeometry,
  version_ids: readonly number[],
  turn: Turn,
): Promise<{ hectares: number; count: number } | null> {
  const around = await listFeaturesAround(db, [{ key: 0, bbox: bboxOf(geometry) }], version_ids)
  if (isTooMuch(around)) return null
  const [all] = (await compareLayers(db, geometry, [around], turn, { isTogether: true })) ?? []
  return all?.ok && typeof all.together_ha === 'number'
    ? { hectares: all.together_ha, count: all.shared.length }
    : null
}

/** The comparisons with the features of each layer; null while too much work is waiting. */
async function compareLayers(
  db: Db,
  geometry: BoundaryGeometry,
  layers: readonly (readonly FeatureAround[])[],
  turn: Turn,
  asked: Pick<ShapesJob, 'isTogether'> = {},
): Promise<Comparison[] | null> {
  const features = layers.flat()
  if (features.length === 0) return []
  const job: ShapesJob = {
    ...asked,
    features: await listFeatureShapes(
      db,
      features.map(({ id }) => id),
    ),
    boundaries: [
      { geometry: JSON.stringify(geometry), layers: layers.map((group) => group.map(({ id }) => id)) },
    ],
  }
  const corners = features.reduce((sum, one) => sum + one.vertex_count, countsOf(geometry).vertex_count)
  if (corners <= MAX_CORNERS_INLINE && !isTooComplex([geometry, ...shapesOf(job)]))
    return compareShapes(job)[0] ?? null
  try {
    return (await compareInWorker(job, turn))[0] ?? null
  } catch (error) {
    if (isRefusal(error, 'busy_with_files')) return null
    if (!isRefusal(error, 'exhausted')) throw error
    return layers.map(() => ({ ok: false, reason: TOO_TANGLED }))
  }
}

const shapesOf = ({ features }: ShapesJob): BoundaryGeometry[] =>
  features.map(({ geometry }) => JSON.parse(geometry) as BoundaryGeometry)

const NOT_NOW = 'The server is busy, so this layer is compared after the profile is saved.'

/**
 * The results for a form, where nothing is saved yet: of each layer at most as many findings as a profile has. `consents`
 * are those on record for the profile, by layer and feature.
 */
export const formResults = (
  screened: readonly ScreenedLayer[],
  now: Date,
  place: { region_id: number | null; province_id: number | null },
  consents: ReadonlyMap<string, FindingConsent | null> = new Map(),
): FormLayerResult[] =>
  screened.map(({ layer, outcome }) => {
    const { layer_id, kind, name, version_id: land_layer_version_id } = layer
    const found = outcome?.ok ? outcome.found : []
    const current = { land_layer_version_id, map_kml_id: 0 }
    const done = outcome && ({ ...current, state: outcome.ok ? 'done' : 'failed' } as const)
    const findings = found.map(() => ({ state: 'found' }) as const)
    const state = landState(current, done, findings, isCovered(layer, place))
    return {
      layer_id,
      kind,
      name,
      according_to: accordingTo(layer),
      state,
      reason: state === 'not_covered' ? coveredInstead(layer) : formReason(outcome),
      checked_at: outcome === null ? null : now.toISOString(),
      findings: found
        .slice(0, FINDINGS_MAX)
        .map(({ key, code: feature_code, name: feature_name, overlap_ha, share, drawing }) => ({
          feature_code,
          feature_name,
          overlap_ha,
          share,
          drawing,
          consent:
            consents.get(`${layer_id} ${key}`) ?? (kind === 'ancestral_domain' ? ('missing' as const) : null),
        })),
    }
  })

function formReason(outcome: ScreenedLayer['outcome']): string | null {
  if (outcome === null) return NOT_NOW
  if (!outcome.ok) return outcome.reason
  const left_out = outcome.found.length - FINDINGS_MAX
  return left_out > 0 ? leftOutWords(left_out) : null
}
