import { gzipSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { BoundaryGeometry, NearbyTown } from '../../shared/boundary/boundary.schema.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { bboxOf } from '../../shared/boundary/shape.ts'
import { polygons, rectangle, star } from '../../tests/support/records/boundary-fixtures.ts'
import { sightOf, type SitePicture, sitePicture } from './site-picture.ts'

type Tag = { name: string; attributes: Record<string, string>; text: string }

/** The elements of a document; throws if it is not well-formed. */
function elementsOf(svg: string): Tag[] {
  const found: Tag[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) =>
    found.push({ name, attributes: { ...attributes }, text: '' }),
  )
  parser.on('text', (text) => {
    const last = found.at(-1)
    if (last) last.text += text
  })
  parser.write(svg).close()
  return found
}

const ELEMENTS = new Set(['svg', 'title', 'rect', 'path', 'g', 'circle', 'text'])
const textsOf = (svg: string) =>
  elementsOf(svg)
    .filter(({ name }) => name === 'text')
    .map(({ text }) => text)

const pathOf = (svg: string, colour: string) =>
  elementsOf(svg).find(({ name, attributes }) => name === 'path' && attributes.stroke === colour)?.attributes
    .d ?? ''

/** The box of a path in pixels. */
function pixelsOf(d: string) {
  const numbers = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
  const [xs, ys] = [numbers.map(([x]) => x), numbers.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const LEAF = '#1b5e20'
const far: NearbyTown = { name: 'Lucena', point: [121.576, 13.924], km: 36.1, direction: 'north-west' }
const drawing = (boundary: BoundaryGeometry, more: Partial<SitePicture> = {}) =>
  sitePicture({
    boundary,
    area_ha: 118.55,
    neighbours: [],
    towns: [far],
    region: outlineOf(6),
    title: 'Map',
    ...more,
  })
const box = polygons([rectangle(121.4, 14.2, 121.41, 14.21)])

test('shows hectares, scale, nearest town with its distance, and each neighbour with its number', () => {
  const beside = (lon: number) => polygons([rectangle(lon, 14.203, lon + 0.004, 14.207)])
  const svg = drawing(box, { neighbours: [beside(121.412), beside(121.393)] })
  expect(textsOf(svg).toSorted()).toEqual(['1', '118.55 ha', '2', '500 m', 'Lucena 36 km'])
  const { left, right, top, bottom } = pixelsOf(pathOf(svg, LEAF))
  expect((left + right) / 2).toBeCloseTo(180, 0)
  expect((top + bottom) / 2).toBeCloseTo(135, 0)
  expect(bottom - top).toBeCloseTo(0.42 * 270, 0)
  // a degree of longitude is shorter than one of latitude
  expect((right - left) / (bottom - top)).toBeCloseTo(0.976, 2)
})

test('the name of a far town, whatever its direction and length, covers no boundary', () => {
  for (let degrees = 0; degrees < 360; degrees += 15) {
    const point: NearbyTown['point'] = [
      121.405 + Math.sin((degrees * Math.PI) / 180),
      14.205 + Math.cos((degrees * Math.PI) / 180),
    ]
    const svg = drawing(box, { towns: [{ ...far, name: 'Cagayan de Oro', km: 112, point }] })
    const boundary = pixelsOf(pathOf(svg, LEAF))
    const name = elementsOf(svg).find(({ text }) => text.startsWith('Cagayan'))
    const half = ((name?.text.length ?? 0) * 7) / 2
    const [x, y] = [Number(name?.attributes.x), Number(name?.attributes.y)]
    const isClear =
      x + half <= boundary.left ||
      x - half >= boundary.right ||
      y <= boundary.top ||
      y - 12 >= boundary.bottom
    expect(isClear, `${degrees}°`).toBe(true)
  }
})

test('a hectare is small and can be seen; parts far from each other are ringed', () => {
  const hectare = pixelsOf(pathOf(drawing(polygons([rectangle(121.4, 14.2, 121.40093, 14.2009)])), LEAF))
  expect(hectare.right - hectare.left).toBeGreaterThan(25)
  expect(hectare.right - hectare.left).toBeLessThan(40)

  const parts = [121, 121.3, 121.6].map((lon) => [rectangle(lon, 14.2, lon + 0.0009, 14.2009)])
  const svg = drawing(polygons(...parts))
  const rings = elementsOf(svg).filter(({ attributes }) => attributes.r === '7')
  expect(rings.map(({ attributes }) => Math.round(Number(attributes.cx)))).toEqual([104, 180, 256])
  expect(pathOf(svg, LEAF).match(/M/g)).toHaveLength(3)
})

test('is light, whatever is drawn', () => {
  const noisy = (lon: number, radius: number) => polygons([star([lon, 14.2], radius, 20_000)])
  const neighbours = Array.from({ length: 9 }, (_, at) => noisy(121.38 + at * 0.005, 0.003))
  const svg = drawing(noisy(121.4, 0.01), { neighbours })
  expect(gzipSync(svg).length).toBeLessThan(15_000)
})

test('what people name is text; nothing in the picture runs, loads or leads anywhere', () => {
  const name = '</text><script>alert(1)</script><image href="x" onload="y"/> & "Co" \u0000\ud800'
  const svg = drawing(box, {
    title: name,
    towns: [
      { ...far, name },
      { ...far, name, point: [121.405, 14.212] },
    ],
  })
  const elements = elementsOf(svg)
  expect(elements.filter(({ name: tag }) => !ELEMENTS.has(tag))).toEqual([])
  for (const { attributes } of elements)
    expect(Object.keys(attributes).filter((key) => /^on|href|style|class/i.test(key))).toEqual([])
  expect(elements.filter(({ text }) => text.includes('<script>alert(1)</script>'))).toHaveLength(3)
})

test('the sites in sight are those around the boundary', () => {
  const [west, south, east, north] = sightOf(bboxOf(box))
  expect([west, south, east, north].map((edge) => Math.round(edge * 1000) / 1000)).toEqual([
    121.391, 14.195, 121.419, 14.215,
  ])
})
