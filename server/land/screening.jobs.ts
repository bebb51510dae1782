import { type Comparison, TOO_MANY_AROUND, TOO_TANGLED } from '../../shared/land/meet.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { isRefusal } from '../lib/errors.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { mailFindings } from './findings.jobs.ts'
import { storeScreenings } from './findings-store.queries.ts'
import { compareInWorker, isTooMuch, namedOutcomes } from './screening.actions.ts'
import {
  type CurrentLayer,
  type FeatureAround,
  isRetryDue,
  listBoundaryShapes,
  listCurrentLayers,
  listFeaturesAround,
  listFeatureShapes,
  listWaitingBoundaries,
  lockCurrentVersions,
  queueScreening,
  storeNothingFound,
  type WaitingBoundary,
} from './screening.queries.ts'
import type { ShapesJob } from './compare-shapes.ts'
import { storeSiteWarnings } from './site-warnings.queries.ts'

/** the boundaries of a page, of which most meet no feature */
export const PER_QUERY = 500
/** the boundaries and corners sent to a process at once */
const PER_JOB = 25
const CORNERS_PER_JOB = 200_000
/** then other work of the queue has its turn, such as mails */
const SLICE_MS = 15_000
const PAUSE_SECONDS = 2

const UNFORESEEN = 'The comparison ended with a fault of the server.'

/** Compares boundaries for a while, and queues the rest. */
export async function screenForAWhile(services: Services, signal?: AbortSignal): Promise<void> {
  const isDone = await screenWaiting(services, { signal, most_ms: SLICE_MS })
  if (!isDone) await queueScreening(services.db, PAUSE_SECONDS)
}

/** Queues failed comparisons that are due again: looking for them reads a few rows, where comparing reads every boundary. */
export async function retryScreening({ db, now }: Services): Promise<void> {
  if (await isRetryDue(db, now())) await queueScreening(db)
}

/**
 * Compares every stored boundary with the current versions of all layers that it is not compared with yet, and tries
 * failed comparisons again when their pause is over. Each boundary is stored in a transaction of its own, so a stopped
 * server loses at most the comparisons of one process. Returns false if it ended before all were compared.
 */
export async function screenWaiting(
  services: Services,
  { signal, most_ms = Number.POSITIVE_INFINITY }: { signal?: AbortSignal | undefined; most_ms?: number } = {},
): Promise<boolean> {
  const start = performance.now()
  const isOver = () => signal?.aborted || performance.now() - start > most_ms
  for (const layer of await listCurrentLayers(services.db)) {
    for (let after = 0; ; ) {
      const now = services.now()
      const page = await listWaitingBoundaries(services.db, layer, { after, most: PER_QUERY, now })
      if (!(await screenPage(services, layer, page, isOver))) return false
      after = page.at(-1)?.site_profile_id ?? after
      if (page.length < PER_QUERY) break
    }
    await mailFindings(services, layer)
  }
  return true
}

type Waiting = WaitingBoundary & { around: FeatureAround[] }

/** Adds to each boundary the features of a version around it. */
export async function withFeaturesAround(
  db: Db,
  page: readonly WaitingBoundary[],
  version_id: number,
): Promise<Waiting[]> {
  if (page.length === 0) return []
  const places = page.map(({ site_profile_id: key, bbox }) => ({ key, bbox }))
  const groups = new Map<number, FeatureAround[]>(page.map(({ site_profile_id }) => [site_profile_id, []]))
  for (const one of await listFeaturesAround(db, places, [version_id])) groups.get(one.key)?.push(one)
  return page.map((one) => ({ ...one, around: groups.get(one.site_profile_id) ?? [] }))
}

async function screenPage(
  services: Services,
  layer: CurrentLayer,
  page: readonly WaitingBoundary[],
  isOver: () => boolean | undefined,
): Promise<boolean> {
  if (page.length === 0) return true
  const all = await withFeaturesAround(services.db, page, layer.version_id)
  const isEmpty = (one: Waiting) => one.around.length === 0 && !one.has_findings
  await storeEmpty(services, layer, all.filter(isEmpty))
  const others = all.filter((one) => !isEmpty(one))
  for (const batch of batchesOf(others)) {
    if (isOver()) return false
    if (!(await screenBatch(services, layer, batch))) return false
  }
  return true
}

/** Stores in one statement that nothing lies in these boundaries, if the version is still current. */
const storeEmpty = (
  { db, now }: Services,
  layer: CurrentLayer,
  empty: readonly WaitingBoundary[],
): Promise<void> =>
  db.transaction().execute(async (own) => {
    const current = await lockCurrentVersions(own, [layer.version_id])
    if (empty.length === 0 || current.size === 0) return
    await storeNothingFound(own, layer, empty, now())
    const ids = empty.map(({ site_profile_id }) => site_profile_id)
    await storeSiteWarnings(own, ids, now())
  })

/**
 * Boundaries in the order of their profiles, as many as a process takes at once; a feature around several of them is
 * sent once.
 */
export function batchesOf(all: readonly Waiting[]): Waiting[][] {
  const batches: Waiting[][] = []
  let sent = new Set<number>()
  let corners = 0
  for (const one of all) {
    const features = isTooMuch(one.around) ? [] : one.around
    const cornersOf = (known: ReadonlySet<number>) =>
      features.reduce(
        (sum, { id, vertex_count }) => sum + (known.has(id) ? 0 : vertex_count),
        one.vertex_count,
      )
    const last = batches.at(-1)
    if (last && last.length < PER_JOB && corners + cornersOf(sent) <= CORNERS_PER_JOB) {
      corners += cornersOf(sent)
      last.push(one)
    } else {
      batches.push([one])
      sent = new Set()
      corners = cornersOf(sent)
    }
    for (const { id } of features) sent.add(id)
  }
  return batches
}

/** Compares boundaries and stores each; false if it has to wait, because a process or the server is busy. */
async function screenBatch(
  services: Services,
  layer: CurrentLayer,
  batch: readonly Waiting[],
): Promise<boolean> {
  const { db } = services
  try {
    const comparisons = await compareBatch(services, batch)
    const outcomes = await namedOutcomes(
      db,
      batch.map((_, index) => ({ layer, comparison: comparisons[index] ?? null })),
    )
    for (const [index, { site_profile_id, map_kml_id }] of batch.entries()) {
      const screened = outcomes.slice(index, index + 1)
      await db.transaction().execute(async (own) => {
        await storeScreenings(own, { site_profile_id, map_kml_id }, screened, services.now())
        await storeSiteWarnings(own, [site_profile_id], services.now())
      })
    }
    return true
  } catch (error) {
    if (isRefusal(error, 'busy_with_files')) return false
    throw error
  }
}

/** Compares the boundaries of a batch with the features around them; one comparison for each. */
export async function compareBatch({ db }: Services, batch: readonly Waiting[]): Promise<Comparison[]> {
  const usual = batch.filter((one) => one.around.length > 0 && !isTooMuch(one.around))
  const ids = usual.flatMap(({ around }) => around.map(({ id }) => id))
  const [boundaries, features] = await Promise.all([
    listBoundaryShapes(
      db,
      usual.map(({ site_profile_id }) => site_profile_id),
    ),
    listFeatureShapes(db, [...new Set(ids)]),
  ])
  const drawn = new Map(boundaries.map(({ id, geometry }) => [id, geometry]))
  const compared = new Map<Waiting, Comparison>()
  const shapes = usual.map((one) => ({
    geometry: drawn.get(one.site_profile_id) ?? EMPTY,
    layers: [one.around.map(({ id }) => id)],
  }))
  const answers = await compareOrSplit({ features, boundaries: shapes })
  for (const [index, one] of usual.entries()) compared.set(one, answers[index] ?? failed(UNFORESEEN))
  return batch.map((one) =>
    isTooMuch(one.around) ? failed(TOO_MANY_AROUND) : (compared.get(one) ?? { ok: true, shared: [] }),
  )
}

const EMPTY = '{"type":"MultiPolygon","coordinates":[]}'
const failed = (reason: string): Comparison => ({ ok: false, reason })

/** Compares together, and each alone where that fails: so one shape alone is to blame. */
async function compareOrSplit(job: ShapesJob): Promise<Comparison[]> {
  if (job.boundaries.length === 0) return []
  try {
    return (await compareInWorker(job, BACKGROUND)).map(([comparison]) => comparison ?? failed(UNFORESEEN))
  } catch (error) {
    if (isRefusal(error, 'busy_with_files')) throw error
    if (job.boundaries.length === 1) return [failed(isRefusal(error, 'exhausted') ? TOO_TANGLED : UNFORESEEN)]
    const answers: Comparison[] = []
    for (const one of job.boundaries) answers.push(...(await compareOrSplit({ ...job, boundaries: [one] })))
    return answers
  }
}
