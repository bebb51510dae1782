import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Position } from '../../../shared/boundary/boundary.schema.ts'
import { polygons, star } from '../../../tests/support/records/boundary-fixtures.ts'
import { checkBoundary, SHAPE_ONLY } from '../../../shared/boundary/boundary-checks.ts'
import { checkBoundaryInWorker } from './check-boundary.ts'
import { KML_LIMITS } from './kml-result.ts'
import { readKml } from './read-kml.ts'
import { FULL } from '../../../tests/support/full.ts'

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

/** the real limit in a full run; a twenty-fifth of it otherwise */
const MAX = FULL ? KML_LIMITS.vertices : 20_000
const MAX_TEXT = MAX.toLocaleString('en')

test('a boundary may have 500,000 points', () => {
  expect(KML_LIMITS.vertices).toBe(500_000)
})

test(`a boundary of the most points, ${MAX_TEXT}, is read and checked; one more point is too many`, async () => {
  const limits = { ...KML_LIMITS, vertices: MAX, deadline_ms: 60_000 }
  const result = await readKml(await ringFile('largest.kml', MAX - 1), limits)
  if (!result.ok) throw new Error(result.reason)
  expect(result.vertex_count).toBe(MAX)

  const check = await checkBoundaryInWorker({ ...SHAPE_ONLY, geometry: result.geometry })
  expect(check).toMatchObject({ ok: true, report: { valid: true, vertex_count: MAX } })

  expect(await readKml(await ringFile('larger.kml', MAX), limits)).toMatchObject({
    ok: false,
    reason: `The boundary has more than ${MAX_TEXT} points; simplify it and export it again.`,
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
  const [count, memory_mb] = FULL ? [3_000_000, undefined] : [500_000, 32]
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

describe('[S-116] the KML inside a KMZ', () => {
  const KML = strToU8(readFileSync(fixture('valid-laguna'), 'utf8'))
  const read = async (bytes: Uint8Array, limits = KML_LIMITS) => {
    const path = join(folder, 'site.kmz')
    await writeFile(path, bytes)
    return readKml(path, limits)
  }
  const damaged = { ok: false, kind: 'damaged' }

  test.each([6, 0] as const)('is read, packed at level %i', async (level) => {
    const result = await read(zipSync({ 'doc.kml': KML, 'second.kml': strToU8('<kml/>') }, { level }))
    expect(result).toMatchObject({ ok: true, vertex_count: 9 })
  })

  test('is looked for in a few folders only, and never in an archive inside', async () => {
    const none = { ok: false, kind: 'no_boundary', reason: expect.stringContaining('contains no .kml file') }
    expect(await read(zipSync({ [`${'a/'.repeat(8)}doc.kml`]: KML }))).toMatchObject({ ok: true })
    expect(await read(zipSync({ [`${'a/'.repeat(9)}doc.kml`]: KML }))).toMatchObject(none)
    expect(await read(zipSync({ 'inner.kmz': zipSync({ 'doc.kml': KML }) }))).toMatchObject(none)
    expect(await read(zipSync({ 'doc.kml': zipSync({ 'doc.kml': KML }) }))).toMatchObject(damaged)
  })

  test('is never unpacked beyond the limit, whatever the archive says of its size', async () => {
    const bomb = Buffer.from(zipSync({ 'doc.kml': new Uint8Array(4_000_000).fill(0x20) }, { level: 9 }))
    const limits = { ...KML_LIMITS, bytes: 1_048_576 }
    const refused = { ok: false, kind: 'too_much' }
    expect(await read(bomb, limits)).toMatchObject(refused)
    bomb.writeUInt32LE(10, bomb.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24)
    expect(await read(bomb, limits)).toMatchObject(refused)
  })

  test('is refused when the archive is cut, changed or locked', async () => {
    const whole = Buffer.from(zipSync({ 'doc.kml': KML }, { level: 0 }))
    expect(await read(whole.subarray(0, 200))).toMatchObject(damaged)
    const changed = Buffer.from(whole)
    changed.write('X', whole.indexOf('Makiling'))
    expect(await read(changed), 'the sum of the bytes is another').toMatchObject(damaged)
    const list = whole.lastIndexOf('PK\u0001\u0002', undefined, 'latin1')
    const locked = Buffer.from(whole)
    locked.writeUInt16LE(1, list + 8)
    expect(await read(locked)).toMatchObject({ ok: false, reason: expect.stringContaining('password') })
    const many = Buffer.from(whole)
    many.writeUInt16LE(20_000, whole.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 10)
    expect(await read(many)).toMatchObject({ ok: false, kind: 'too_much' })
    const elsewhere = Buffer.from(whole)
    elsewhere.writeUInt32LE(0xffff_fff0, list + 42)
    expect(await read(elsewhere)).toMatchObject(damaged)
  })
})

test('a missing file is an error, not an answer', async () => {
  await expect(readKml(join(folder, 'nowhere.kml'))).rejects.toThrow(/ENOENT/)
})

test('a tangled boundary is checked aside with the same result', async () => {
  const scribble = Array.from(
    { length: FULL ? 60 : 30 },
    (_, i): Position => [121 + ((i * 61) % 97) / 970, 14 + ((i * 37) % 89) / 890],
  )
  const geometry = polygons([[...scribble, scribble[0] as Position]])
  const input = { ...SHAPE_ONLY, geometry, declared_ha: 100 }

  expect(await checkBoundaryInWorker(input)).toEqual({ ok: true, report: checkBoundary(input) })
})
