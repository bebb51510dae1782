import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { lockBoundaries, measureAgain } from './measuring.queries.ts'
import {
  deleteOutlinesOf,
  deleteWithdrawnOutlines,
  findPlacesOf,
  insertOutlinesOf,
  listFeatureNames,
  noteHolding,
  type OutlineVersion,
  type Place,
  savePlaces,
} from './outlines.queries.ts'

/** more corners make each check of a boundary slow and do not make a border more exact */
export const MAX_OUTLINE_CORNERS = 20_000

/** What became of the features of a version: places with an outline, and the features that give none. */
export type TakenOutlines = {
  provinces: number
  cities: number
  /** features whose code and name are those of no place */
  unknown: string[]
  /** places whose outline has too many corners to be used */
  too_detailed: string[]
  /** boundaries that are checked again */
  boundaries: number
}

const keyOf = ({ province_id, city_id }: Place) => `${province_id} ${city_id}`

/** Finds the place of each feature of a version, and stores it; one whose outline is too detailed gets none. */
export async function matchPlaces(
  db: Db,
  version_id: number,
): Promise<Pick<TakenOutlines, 'unknown' | 'too_detailed'>> {
  const placeOf = await findPlacesOf(db)
  const unknown: string[] = []
  const corners = new Map<string, number>()
  const found: (Place & { id: number })[] = []
  for (const { id, number, code, name, vertex_count } of await listFeatureNames(db, version_id)) {
    const place = placeOf({ name, texts: [code ?? '', name ?? ''] })
    if (!place) unknown.push(name ?? code ?? `feature ${number}`)
    else {
      found.push({ ...place, id })
      corners.set(keyOf(place), (corners.get(keyOf(place)) ?? 0) + vertex_count)
    }
  }
  const isUsable = (place: Place) => (corners.get(keyOf(place)) ?? 0) <= MAX_OUTLINE_CORNERS
  await savePlaces(db, found.filter(isUsable))
  const too_detailed = found.filter((place) => !isUsable(place)).map(({ name }) => name)
  return { unknown, too_detailed: [...new Set(too_detailed)] }
}

/**
 * Makes a version of a layer of the kind `municipal_boundary` the outlines of its places, instead of those of its
 * earlier versions and of any other source, and queues a new check of the boundaries there (S-138). Call it in the
 * transaction that imports the version.
 */
export async function takeOutlines(
  { services }: Pick<Ctx, 'services'>,
  db: Db,
  version: OutlineVersion,
): Promise<TakenOutlines> {
  const left_out = await matchPlaces(db, version.id)
  // a boundary that is being saved is committed first, and so is among those checked again
  await lockBoundaries(db)
  const before = await deleteOutlinesOf(db, version.land_layer_id)
  const now = await insertOutlinesOf(db, version, services.now().toISOString())
  const places = {
    province_ids: [...before.province_ids, ...now.province_ids],
    city_ids: [...before.city_ids, ...now.city_ids],
  }
  const boundaries = await measureAgain(db, places, services.now())
  return { provinces: now.province_ids.length, cities: now.city_ids.length, ...left_out, boundaries }
}

/**
 * Removes the outlines of withdrawn layers, and queues a new check of the boundaries there and where an outline begins
 * or ends to hold today.
 */
export async function checkOutlines({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async (own) => {
    const all = [await deleteWithdrawnOutlines(own), await noteHolding(own)]
    const province_ids = all.flatMap((places) => places.province_ids)
    const city_ids = all.flatMap((places) => places.city_ids)
    if (province_ids.length + city_ids.length === 0) return
    await lockBoundaries(own)
    await measureAgain(own, { province_ids, city_ids }, now())
  })
}
