import { stepOf } from '../../shared/land/finding-steps.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import {
  deleteDraftSites,
  type DraftSite,
  insertDraftSites,
  listKnownOfSites,
} from './draft-sites.queries.ts'
import { continuedFindings } from './findings-store.queries.ts'
import { batchesOf, compareBatch, PER_QUERY, withFeaturesAround } from './screening.jobs.ts'
import { listNamedFeatures, listWaitingBoundaries } from './screening.queries.ts'
import { findVersion, isStill, saveVersion } from './versions.queries.ts'

/**
 * Compares every boundary with a draft, as its import would, and stores the sites that would gain, lose or change
 * findings. It begins anew after a stop; a draft that is read again or discarded meanwhile is left.
 */
export async function compareDraft(services: Services, id: number, signal?: AbortSignal): Promise<void> {
  const { db, now } = services
  const version = await findVersion(db, id)
  if (version?.state !== 'read') return
  await deleteDraftSites(db, id)
  const layer = { layer_id: version.land_layer_id, version_id: null }
  for (let after = 0; ; ) {
    const page = await listWaitingBoundaries(db, layer, { after, most: PER_QUERY, now: now() })
    const around = await withFeaturesAround(db, page, id)
    const concerned = around.filter((one) => one.around.length > 0 || one.has_findings)
    for (const batch of batchesOf(concerned)) {
      if (signal?.aborted) return
      const sites = await changesOf(db, version.land_layer_id, batch, await compareBatch(services, batch))
      const isWanted = await db.transaction().execute(async (own) => {
        if (!(await isStill(own, id, 'read'))) return false
        await insertDraftSites(own, id, sites)
        return true
      })
      if (!isWanted) return
    }
    after = page.at(-1)?.site_profile_id ?? after
    if (page.length < PER_QUERY) break
  }
  await saveVersion(db, id, { compared_at: now().toISOString() })
}

type Batch = Parameters<typeof compareBatch>[1]
type Comparisons = Awaited<ReturnType<typeof compareBatch>>

/** The sites of a batch whose findings would differ, in the words of the features. */
async function changesOf(
  db: Db,
  layer_id: number,
  batch: Batch,
  comparisons: Comparisons,
): Promise<DraftSite[]> {
  const ids = comparisons.flatMap((one) => (one.ok ? one.shared.map((land) => land.id) : []))
  const named = new Map((await listNamedFeatures(db, ids)).map((one) => [one.id, one]))
  const known = await listKnownOfSites(
    db,
    layer_id,
    batch.map(({ site_profile_id }) => site_profile_id),
  )
  return batch.flatMap(({ site_profile_id }, index): DraftSite[] => {
    const comparison = comparisons[index]
    const none = { site_profile_id, gained: [], lost: [], changed: [], reason: null }
    if (!comparison) return []
    if (!comparison.ok) return [{ ...none, reason: comparison.reason }]
    const before = known.filter((one) => one.site_profile_id === site_profile_id)
    const found = comparison.shared.flatMap((land) => {
      const feature = named.get(land.id)
      return feature ? [{ ...feature, ...land }] : []
    })
    const continued = continuedFindings(found, before)
    const present = new Set(continued.values())
    const words = ({ code, name }: (typeof found)[number]) =>
      featureWords({ feature_code: code, feature_name: name })
    const changed = found.filter((land) => {
      const reviewed = continued.get(land)
      return reviewed && stepOf({ isGone: false, reviewed }, land) !== null
    })
    const site = {
      ...none,
      gained: found.filter((land) => !continued.has(land)).map(words),
      lost: before.filter((one) => !present.has(one)).map(featureWords),
      changed: changed.map(words),
    }
    return site.gained.length + site.lost.length + site.changed.length > 0 ? [site] : []
  })
}
