import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { type PackedOutline, unpackOutline } from '../../shared/boundary/packed-outlines.ts'

/* What the maps of staff draw of the country beside its regions (web/places/country.json). */

type Outlines = { features: readonly { geometry: BoundaryGeometry }[] }

/** A line between two neighbouring points of a border, in whichever direction it was drawn. */
type Edge = readonly [Position, Position]

const keyOf = ([lon, lat]: Position) => `${lon},${lat}`

const edgeKey = (edge: Edge) => edge.map(keyOf).toSorted().join(' ')

function edgesOf({ features }: Outlines): Map<string, Edge> {
  const rings = features.flatMap(({ geometry }) => geometry.coordinates.flat())
  const edges = rings.flatMap((ring) =>
    ring.slice(1).map((point, index): Edge => [ring[index] as Position, point]),
  )
  return new Map(edges.map((edge) => [edgeKey(edge), edge]))
}

/**
 * Returns the borders between provinces of one region as lines: the edges of provinces that are on the outline of no
 * region. Both come from one map with the same points, so that a border of a region is drawn once.
 */
function provinceLines(provinces: Outlines, regions: Outlines): Position[][] {
  const ofRegions = edgesOf(regions)
  const edges = [...edgesOf(provinces)].flatMap(([key, edge]) => (ofRegions.has(key) ? [] : [edge]))
  return chained(edges)
}

/** Joins edges to lines that end where more or fewer than two of them meet. */
function chained(edges: readonly Edge[]): Position[][] {
  const left = new Set(edges)
  const meeting = new Map<string, Edge[]>()
  for (const edge of edges)
    for (const point of edge) meeting.set(keyOf(point), [...(meeting.get(keyOf(point)) ?? []), edge])
  const edgesAt = (point: Position) => meeting.get(keyOf(point)) ?? []

  const lineFrom = (start: Position, first: Edge): Position[] => {
    const line = [start]
    let edge: Edge | undefined = first
    while (edge) {
      left.delete(edge)
      const here = line.at(-1) as Position
      const next: Position = keyOf(edge[0]) === keyOf(here) ? edge[1] : edge[0]
      line.push(next)
      const onward: Edge[] = edgesAt(next)
      edge = onward.length === 2 ? onward.find((one) => left.has(one)) : undefined
    }
    return line
  }

  const lines: Position[][] = []
  // lines with ends first; what is left then are rings
  for (const edge of edges)
    for (const point of edge)
      if (left.has(edge) && edgesAt(point).length !== 2) lines.push(lineFrom(point, edge))
  for (const edge of edges) if (left.has(edge)) lines.push(lineFrom(edge[0], edge))
  return lines
}

type TownRow = readonly [code: string, name: string, lon: number, lat: number, population: number]
type RankedTown = [name: string, lon: number, lat: number, from_zoom: number]

/** Manila, before larger cities around it */
const CAPITAL = '1380600000'
/** A highly urbanized city has at least as many people by law (RA 7160, section 452), also where GeoNames does not say. */
const HIGHLY_URBANIZED = 200_000

/** the least distance of a town from every larger one where it is named, in pixels of the map */
const APART_PX = 64
const FIRST_ZOOM = 5
/** every town is named here if there is room */
const LAST_ZOOM = 13
const TILE_PX = 256

/** A point of the map as Leaflet draws it, in pixels at zoom 0. */
function drawnAt(lon: number, lat: number): readonly [x: number, y: number] {
  const sine = Math.sin((lat * Math.PI) / 180)
  return [((lon + 180) / 360) * TILE_PX, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * TILE_PX]
}

/** Returns the towns, the largest first, each with the zoom, in halves, from which it is far enough from all larger ones. */
function rankedTowns(rows: readonly TownRow[], highlyUrbanized: ReadonlySet<string>): RankedTown[] {
  const weight = ([code, , , , population]: TownRow) =>
    code === CAPITAL
      ? Number.POSITIVE_INFINITY
      : highlyUrbanized.has(code)
        ? Math.max(population, HIGHLY_URBANIZED)
        : population
  const ranked = rows
    .map((row) => ({ row, weight: weight(row), at: drawnAt(row[2], row[3]) }))
    .toSorted((a, b) => (a.weight === b.weight ? a.row[0].localeCompare(b.row[0]) : b.weight - a.weight))
  return ranked.map(({ row: [, name, lon, lat], at: [x, y] }, index) => {
    const nearest = Math.min(...ranked.slice(0, index).map(({ at }) => Math.hypot(at[0] - x, at[1] - y)))
    const zoom = Math.ceil(2 * Math.log2(APART_PX / nearest)) / 2
    return [name, lon, lat, Math.min(Math.max(zoom, FIRST_ZOOM), LAST_ZOOM)]
  })
}

type City = { psgc_code: string; is_huc: boolean }

/** Returns the text of the file, one line or town a row; `read` gives the content of the files that it is made of. */
export function countryMap(read: <T>(file: string) => T): string {
  const regions = read<{ outline: PackedOutline }[]>('shared/boundary/region-outlines.json')
  const lines = provinceLines(read('server/places/province-outlines.json'), {
    features: regions.map(({ outline }) => ({ geometry: unpackOutline(outline) })),
  })
  const cities = read<City[]>('db/seed/cities.json')
  const highlyUrbanized = new Set(cities.flatMap(({ is_huc, psgc_code }) => (is_huc ? psgc_code : [])))
  const towns = rankedTowns(read('shared/places/towns.json'), highlyUrbanized)
  const rows = (of: readonly unknown[]) => of.map((row) => JSON.stringify(row)).join(',\n')
  return `{"lines":[\n${rows(lines)}\n],"towns":[\n${rows(towns)}\n]}\n`
}
