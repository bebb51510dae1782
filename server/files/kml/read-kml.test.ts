import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Position } from '../../../shared/boundary/boundary.schema.ts'
import { polygons, star } from '../../../shared/boundary/boundary-fixtures.ts'
import { ALONE, checkBoundary } from '../../../shared/boundary/boundary-checks.ts'
import { checkBoundaryAside } from './check-boundary.ts'
import { KML_LIMITS } from './kml-result.ts'
import { readKml } from './read-kml.ts'

const fixture = (name: string) => new URL(`../../../tests/fixtures/kml/${name}.kml`, import.meta.url)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kml reader '))
})
afterAll(() => rm(folder, { recursive: true }))

const HEAD = '<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>'
const TAIL = '</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>'

/** A KML file with one large ring; `count` corners and the closing point. */
async function ringFile(name: string, count: number): Promise<string> {
  const path = join(folder, name)
  const file = await open(path, 'w')
  await file.write(HEAD)
  let piece = ''
  for (const [lon, lat] of star([121.5, 14], 0.4, count)) {
    piece += `${lon.toFixed(15)},${lat.toFixed(15)},0 `
    if (piece.length > 1_000_000) {
      await file.write(piece)
      piece = ''
    }
  }
  await file.write(piece + TAIL)
  await file.close()
  return path
}

test('a file is read in a process of its own, from a path with spaces', async () => {
  const path = join(folder, 'Mount Makiling.kml')
  await copyFile(fixture('valid-laguna'), path)

  expect(await readKml(path)).toMatchObject({
    ok: true,
    vertex_count: 9,
    names: ['Mount Makiling test site'],
  })
})

test('a refusal comes back as a sentence', async () => {
  const path = join(folder, 'doctype.kml')
  await copyFile(fixture('doctype'), path)

  expect(await readKml(path)).toMatchObject({ ok: false, kind: 'not_kml' })
})

/** the most there may be, when asked for; a fifth of it in passing */
const MOST = process.env.FULL === '1' ? KML_LIMITS.vertices : 100_000
const MOST_TEXT = MOST.toLocaleString('en')

test('a boundary may have 500,000 points', () => {
  expect(KML_LIMITS.vertices).toBe(500_000)
})

test(`a boundary of the most points, ${MOST_TEXT}, is read and checked; one more point is too many`, async () => {
  const limits = { ...KML_LIMITS, vertices: MOST, deadline_ms: 60_000 }
  const result = await readKml(await ringFile('largest.kml', MOST - 1), limits)
  if (!result.ok) throw new Error(result.reason)
  expect(result.vertex_count).toBe(MOST)

  const check = await checkBoundaryAside({ ...ALONE, geometry: result.geometry })
  expect(check).toMatchObject({ ok: true, report: { valid: true, vertex_count: MOST } })

  expect(await readKml(await ringFile('larger.kml', MOST), limits)).toMatchObject({
    ok: false,
    reason: `The boundary has more than ${MOST_TEXT} points; simplify it and export it again.`,
  })
}, 120_000)

test('a file of 51 MB is refused by its size', async () => {
  const path = join(folder, 'huge.kml')
  await writeFile(path, `<kml><Document><description>${'forest '.repeat((51 * 1024 * 1024) / 7)}`)

  expect(await readKml(path)).toEqual({
    ok: false,
    kind: 'too_much',
    reason: 'File size exceeds the maximum limit of 50MB.',
  })
}, 60_000)

test('a file that keeps the reader busy is refused at the deadline', async () => {
  const path = await ringFile('slow.kml', 300_000)

  expect(await readKml(path, { ...KML_LIMITS, deadline_ms: 20 })).toEqual({
    ok: false,
    kind: 'too_much',
    reason: 'The file takes too long to read; simplify the boundary and export it again.',
  })
}, 60_000)

test('a file that would eat all memory is refused, and the server lives', async () => {
  const path = join(folder, 'attributes.kml')
  const [count, memory_mb] = process.env.FULL === '1' ? [3_000_000, undefined] : [500_000, 64]
  const attributes = Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')
  await writeFile(path, `<kml ${attributes}></kml>`)

  expect(await readKml(path, { ...KML_LIMITS, deadline_ms: 50_000 }, memory_mb)).toMatchObject({
    ok: false,
    kind: 'too_much',
  })
}, 60_000)

test('many files at once are all read', async () => {
  const path = join(folder, 'same.kml')
  await copyFile(fixture('two-parts'), path)
  const results = await Promise.all(Array.from({ length: 8 }, () => readKml(path)))

  expect(results.map((result) => result.ok && result.polygon_count)).toEqual(Array(8).fill(2))
})

test('a missing file is an error, not an answer', async () => {
  await expect(readKml(join(folder, 'nowhere.kml'))).rejects.toThrow(/ENOENT/)
})

test('a tangled boundary is checked aside with the same result', async () => {
  const scribble = Array.from(
    { length: 60 },
    (_, i): Position => [121 + ((i * 61) % 97) / 970, 14 + ((i * 37) % 89) / 890],
  )
  const geometry = polygons([[...scribble, scribble[0] as Position]])
  const input = { ...ALONE, geometry, declared_ha: 100 }

  expect(await checkBoundaryAside(input)).toEqual({ ok: true, report: checkBoundary(input) })
})
