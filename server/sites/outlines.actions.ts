import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { BoundaryGeometry, Ring } from '../../shared/boundary/boundary.schema.ts'
import { isTooComplex } from '../../shared/boundary/complexity.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { foreseen } from '../lib/errors.ts'
import { lockBoundaries, queueMeasuring } from './overlaps.queries.ts'

const MEGABYTE = 1024 * 1024
const MAX_MEGABYTES = 64
const MAX_PLACES = 3000
/** more corners make each check of a boundary slow and do not make a border more exact */
const MAX_CORNERS = 20_000

type Place = { province_id: number | null; city_id: number | null; name: string }
type Outline = Place & { geometry: BoundaryGeometry }
type Feature = { properties?: Record<string, unknown> | null; geometry?: unknown }

/** The numbers of loaded outlines, the features that name no place, and the number of boundaries to check again. */
export type LoadedOutlines = { provinces: number; cities: number; unknown: string[]; boundaries: number }

/**
 * Loads outlines of provinces, cities and municipalities from a GeoJSON file, replacing those of the same places
 * (S-138), and queues a new check of the boundaries in them. Throws a foreseen error, and loads nothing, if the file is
 * not GeoJSON, is too large or has an outline that cannot be used.
 */
export async function loadOutlines(
  { db, now }: Pick<Services, 'db' | 'now'>,
  file: string,
): Promise<LoadedOutlines> {
  const features = await featuresOf(file)
  const source = path.basename(file)
  return db.transaction().execute(async (own) => {
    const placeOf = await placesByCode(own)
    const outlines = new Map<string, Outline>()
    const unknown: string[] = []
    for (const feature of features) {
      const place = placeOf(feature.properties ?? {})
      if (place)
        outlines.set(`${place.province_id} ${place.city_id}`, {
          ...place,
          geometry: geometryOf(feature, place),
        })
      else unknown.push(labelOf(feature))
    }
    if (outlines.size === 0)
      throw foreseen(
        'No feature of this file names a province, city or municipality by its ten-digit PSGC code or by its name.',
      )
    // a boundary that is being saved is committed first, and so is among those checked again
    await lockBoundaries(own)
    for (const outline of outlines.values()) await saveOutline(own, outline, { source, loaded_at: now() })
    const all = [...outlines.values()]
    const boundaries = await queueBoundaryChecks(own, all)
    await queueMeasuring(own)
    const cities = all.filter(({ city_id }) => city_id !== null).length
    const counts = { provinces: all.length - cities, cities }
    await writeAudit(own, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Location Data Changed',
      actor: OPERATOR,
      changes: Object.entries({ outlines: source, ...counts }).map(([field, value]) => ({
        ...{ field, old: null },
        new: String(value),
      })),
    })
    return { ...counts, unknown, boundaries }
  })
}

async function featuresOf(file: string): Promise<Feature[]> {
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  )
  if (size === null) throw foreseen(`The file ${file} cannot be read.`)
  if (size > MAX_MEGABYTES * MEGABYTE)
    throw foreseen(`The file has more than ${MAX_MEGABYTES} MB. Please simplify its outlines first.`)
  const read = parsed(await readFile(file, 'utf8')) as { type?: unknown; features?: unknown } | null
  if (read?.type !== 'FeatureCollection' || !Array.isArray(read.features))
    throw foreseen('The file is not GeoJSON with a FeatureCollection.')
  if (read.features.length > MAX_PLACES)
    throw foreseen(`The file has more than ${formatCount(MAX_PLACES)} features.`)
  return read.features.filter((one): one is Feature => typeof one === 'object' && one !== null)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const labelOf = ({ properties }: Feature): string =>
  Object.values(properties ?? {})
    .filter((value) => typeof value === 'string')
    .join(', ')
    .slice(0, 80) || 'a feature without a name'

/**
 * Returns a function that finds the place of a feature by its PSGC code or name. A municipality's feature often has the
 * codes of its province and region too, so the smallest place is chosen.
 */
async function placesByCode(db: Db): Promise<(properties: Record<string, unknown>) => Place | null> {
  const [provinces, cities] = await Promise.all([
    db.selectFrom('provinces').select(['id', 'name', 'psgc_code']).execute(),
    db.selectFrom('cities').select(['id', 'name', 'psgc_code']).execute(),
  ])
  const places = [
    ...cities.map(({ id, name, psgc_code }) => ({ city_id: id, province_id: null, name, psgc_code })),
    ...provinces.map(({ id, name, psgc_code }) => ({ city_id: null, province_id: id, name, psgc_code })),
  ]
  const byCode = new Map(places.map((place) => [place.psgc_code, place]))
  const withName = (name: string) => places.filter((place) => place.name.toLowerCase() === name)
  return (properties) => {
    const texts = Object.values(properties).map((value) => String(value).trim())
    const coded = texts.flatMap((text) => byCode.get(text.replace(/^PH/, '')) ?? [])
    const found = coded.find(({ city_id }) => city_id !== null) ?? coded[0]
    if (found) return found
    const name = Object.entries(properties).find(([key]) => key.toLowerCase() === 'name')?.[1]
    const named = withName(String(name).trim().toLowerCase())
    return named.length === 1 ? (named[0] ?? null) : null
  }
}

const isPosition = (at: unknown): at is number[] =>
  Array.isArray(at) && at.length >= 2 && Number.isFinite(at[0]) && Number.isFinite(at[1])

const ringOf = (ring: unknown): Ring | null => {
  if (!Array.isArray(ring) || ring.length < 4 || !ring.every(isPosition)) return null
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return isClosed ? ring.map(([lon = 0, lat = 0]) => [lon, lat]) : null
}

/** Returns the outline of a feature as the product stores it; throws a foreseen error if it cannot be used. */
function geometryOf({ geometry }: Feature, { name }: Place): BoundaryGeometry {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  const parts: unknown = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null
  const refuse = (why: string) => foreseen(`The outline of ${name} ${why}.`)
  if (!Array.isArray(parts)) throw refuse('is not a polygon')
  const polygons = parts.map((part: unknown) => (Array.isArray(part) ? part.map(ringOf) : [null]))
  const rings = polygons.flat().filter((ring) => ring !== null)
  if (rings.length === 0 || rings.length < polygons.flat().length)
    throw refuse('has a ring that is not closed or a position that is not valid')
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > MAX_CORNERS)
    throw refuse(`has more than ${formatCount(MAX_CORNERS)} corners; please simplify it first`)
  const outline = { type: 'MultiPolygon', coordinates: polygons as Ring[][] } as const
  if (isTooComplex([outline])) throw refuse('crosses itself too often')
  return outline
}

async function saveOutline(
  db: Db,
  { province_id, city_id, geometry }: Outline,
  { source, loaded_at }: { source: string; loaded_at: Date },
): Promise<void> {
  const values = { geometry: JSON.stringify(geometry), source, loaded_at: loaded_at.toISOString() }
  await db
    .insertInto('place_outlines')
    .values({ province_id, city_id, ...values })
    .onConflict((conflict) =>
      conflict.column(city_id === null ? 'province_id' : 'city_id').doUpdateSet(values),
    )
    .execute()
}

/** Marks the boundaries in these places to be measured again, and returns their number. */
async function queueBoundaryChecks(db: Db, places: readonly Place[]): Promise<number> {
  const ids = (of: 'province_id' | 'city_id') => places.flatMap((place) => place[of] ?? [])
  const { numAffectedRows } = await sql`
    update site_boundaries set overlap_state = 'waiting'
    from site_profiles where site_profiles.id = site_profile_id and (
      province_id = any(${ids('province_id')}::integer[]) or city_id = any(${ids('city_id')}::integer[])
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
