import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { isTooComplex } from '../../shared/boundary/complexity.ts'
import { countsOf } from '../../shared/boundary/shape.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { type LayerLine, LAYER_LIMITS } from '../geodata/formats/land-result.ts'
import { readLayer } from '../geodata/formats/read-layer.ts'
import { MAX_OUTLINE_CORNERS } from '../land/outlines.actions.ts'
import { findPlacesOf, type Place, replaceOutlines } from '../land/outlines.queries.ts'
import { lockBoundaries, measureAgain } from '../land/measuring.queries.ts'
import { foreseen } from '../lib/errors.ts'
import { readLines } from '../lib/json-lines.ts'

const MAX_PLACES = 3000

type Outline = Place & { geometry: BoundaryGeometry }

/** The numbers of loaded outlines, the features that name no place, and the number of boundaries to check again. */
export type LoadedOutlines = { provinces: number; cities: number; unknown: string[]; boundaries: number }

/**
 * Loads outlines of provinces, cities and municipalities from a file of any format that a layer can have, replacing
 * those of the same places (S-138), and queues a new check of the boundaries in them. Throws a foreseen error, and loads
 * nothing, if the file cannot be read or has an outline that cannot be used.
 */
export async function loadOutlines(
  { db, now }: Pick<Services, 'db' | 'now'>,
  file: string,
): Promise<LoadedOutlines> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw foreseen(`The file ${file} cannot be read.`)
  const placeOf = await findPlacesOf(db)
  const outlines = new Map<string, Outline>()
  const unknown: string[] = []
  await withFeatures(file, (feature) => {
    const texts = 'geometry' in feature ? Object.values(feature.properties).map(String) : []
    const place = placeOf({ name: feature.name, texts: [...texts, feature.name ?? ''] })
    if (!place) return void unknown.push(labelOf(feature))
    if ('reason' in feature) throw foreseen(`The outline of ${place.name} cannot be used: ${feature.reason}`)
    const key = `${place.province_id} ${place.city_id}`
    const before = outlines.get(key)?.geometry.coordinates ?? []
    const coordinates = [...before, ...feature.geometry.coordinates]
    outlines.set(key, { ...place, geometry: usable({ type: 'MultiPolygon', coordinates }, place) })
  })
  const all = [...outlines.values()]
  if (all.length === 0)
    throw foreseen(
      'No feature of this file names a province, city or municipality by its ten-digit PSGC code or by its name.',
    )
  const source = path.basename(file)
  const province_ids = all.flatMap(({ province_id }) => province_id ?? [])
  const city_ids = all.flatMap(({ city_id }) => city_id ?? [])
  const counts = { provinces: province_ids.length, cities: city_ids.length }
  return db.transaction().execute(async (own) => {
    // a boundary that is being saved is committed first, and so is among those checked again
    await lockBoundaries(own)
    await replaceOutlines(own, all, { source, loaded_at: now().toISOString() })
    const boundaries = await measureAgain(own, { province_ids, city_ids }, now())
    await writeAudit(own, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Location Data Changed',
      actor: OPERATOR,
      changes: Object.entries({ outlines: source, ...counts }).map(([field, value]) => ({
        field,
        old: null,
        new: String(value),
      })),
    })
    return { ...counts, unknown, boundaries }
  })
}

/** Reads a file as a layer and runs `use` with each of its features and faults. */
async function withFeatures(file: string, use: (feature: LayerLine) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outlines-'))
  const lines = path.join(folder, 'features')
  try {
    const read = await readLayer(file, lines, { limits: { ...LAYER_LIMITS, features: MAX_PLACES } })
    if (!read.ok) throw foreseen('question' in read ? WITHOUT_SYSTEM : read.reason)
    for await (const feature of readLines<LayerLine>(lines)) use(feature)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const WITHOUT_SYSTEM =
  'The file does not name its coordinate system. Please export it in WGS 84, or load it as a layer in the product, which asks for it.'

const labelOf = (feature: LayerLine): string => {
  const texts = 'geometry' in feature ? Object.values(feature.properties) : [feature.name]
  const words = texts.filter((value) => typeof value === 'string')
  return words.join(', ').slice(0, 80) || 'a feature without a name'
}

/** Returns the outline; throws a foreseen error if checks by it would take too long. */
function usable(outline: BoundaryGeometry, { name }: Place): BoundaryGeometry {
  const refuse = (why: string) => foreseen(`The outline of ${name} ${why}.`)
  if (countsOf(outline).vertex_count > MAX_OUTLINE_CORNERS)
    throw refuse(`has more than ${formatCount(MAX_OUTLINE_CORNERS)} corners; please simplify it first`)
  if (isTooComplex([outline])) throw refuse('crosses itself too often')
  return outline
}
