import fc from 'fast-check'
import { expect, test } from 'vitest'
import { polygons, rectangle } from '../../tests/support/records/boundary-fixtures.ts'
import { type NearbyTown, type Position, WINDS } from './boundary.schema.ts'
import { distanceWords, nearestTowns, townWords } from './nearest-towns.ts'

const squareAt = ([lon, lat]: Position, reach = 0.002) =>
  polygons([rectangle(lon - reach, lat - reach, lon + reach, lat + reach)])
const LUCENA = { name: 'Lucena', point: [121.576, 13.924] as Position }
const PASIG = { name: 'Pasig', point: [121.1, 14.568] as Position }
const MARIKINA = { name: 'Marikina', point: [121.116, 14.629] as Position }
const wordsOf = (...given: Parameters<typeof nearestTowns>) => townWords(nearestTowns(...given))

test('a boundary is so far from the nearest town, and from the nearest one on another side', () => {
  const towns = [PASIG, MARIKINA, LUCENA]
  // Pasig and Marikina are on one side of a site east of both
  expect(wordsOf(squareAt([121.5, 14.63]), towns)).toBe('41 km east of Marikina and 79 km north of Lucena')
  expect(wordsOf(squareAt([121.4, 14.2]), towns)).toBe(
    '36 km north-west of Lucena and 52 km south-east of Pasig',
  )
  expect(wordsOf(squareAt([121.4, 14.2]), [LUCENA])).toBe('36 km north-west of Lucena')
  expect(wordsOf(squareAt([121.4, 14.2]), [])).toBe('')
})

test('it is in a town within a kilometre of its point, and in one whose point it surrounds', () => {
  expect(wordsOf(squareAt([121.576, 13.932]), [LUCENA, PASIG])).toBe(
    'in Lucena and 87 km south-east of Pasig',
  )
  // a hundredth of a degree is 1.1 km
  expect(wordsOf(squareAt([121.576, 13.934]), [LUCENA])).toBe('1.1 km north of Lucena')
  const wide = squareAt([121.5, 13.9], 0.1)
  expect(wordsOf(wide, [LUCENA])).toBe('in Lucena')
  // the point is in the box but in a hole of the boundary
  const holed = polygons([...(wide.coordinates[0] ?? []), rectangle(121.57, 13.92, 121.58, 13.93)])
  expect(wordsOf(holed, [LUCENA])).toBe('8.6 km west of Lucena')
})

test('of two towns that are almost as far the nearer one is named first', () => {
  const north = { name: 'El Nido', point: [118.76173, 11.76013] as Position }
  const east = { name: 'Zamboanga', point: [122.82512, 5.77065] as Position }
  expect(wordsOf(squareAt([116.5, 5.87096]), [east, north])).toBe(
    '697 km south of El Nido and 701 km west of Zamboanga',
  )
})

test('a town in a corner of where towns are looked for first is not named before a nearer one outside', () => {
  const beside = { name: 'Antipolo', point: [121.1, 14] as Position }
  const corner = { name: 'Tarlac', point: [119.55, 15.45] as Position }
  const outside = { name: 'Mamburao', point: [119.3, 14] as Position }
  expect(nearestTowns(squareAt([121, 14]), [corner, outside, beside]).map(({ name }) => name)).toEqual([
    'Antipolo',
    'Mamburao',
  ])
})

test('distances have one decimal below ten kilometres', () => {
  expect([1, 1.04, 9.94, 9.96, 12.4, 12.5, 1234].map(distanceWords)).toEqual([
    '1.0 km',
    '1.0 km',
    '9.9 km',
    '10 km',
    '12 km',
    '13 km',
    '1,234 km',
  ])
})

const RADIUS_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Distance and direction on a sphere, which is half a per cent and a third of a degree off at most. */
function onSphere([lon1, lat1]: Position, [lon2, lat2]: Position) {
  const [a, b, turn] = [radians(lat1), radians(lat2), radians(lon2 - lon1)]
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turn / 2) ** 2
  const east = Math.sin(turn) * Math.cos(b)
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn)
  return {
    km: 2 * RADIUS_KM * Math.asin(Math.sqrt(half)),
    bearing: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
  }
}

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const place = fc.tuple(degrees(116.5, 127), degrees(5, 21))
const towns = fc
  .uniqueArray(place, { minLength: 1, maxLength: 12 })
  .map((points) => points.map((point, index) => ({ name: `Town ${index}`, point: point as Position })))

test('distance and direction agree with a sphere, and no town on another side is nearer', () => {
  fc.assert(
    fc.property(place, towns, fc.boolean(), (at, anywhere, isDense) => {
      const middle = at as Position
      // most places have two towns within a hundred kilometres
      const closer = ([lon, lat]: Position): Position => [
        at[0] + (lon - at[0]) / 10,
        at[1] + (lat - at[1]) / 10,
      ]
      const known = isDense
        ? anywhere.flatMap((town) => [
            { ...town, name: `${town.name} near`, point: closer(town.point) },
            town,
          ])
        : anywhere
      const found = nearestTowns(squareAt(middle), known)
      const measured = known.map((town) => ({ ...town, ...onSphere(town.point, middle) }))
      for (const { name, km, direction } of found) {
        const real = measured.find((one) => one.name === name)
        if (!real) throw new Error(`${name} is no town.`)
        expect(Math.abs(km - real.km)).toBeLessThanOrEqual(0.006 * real.km + 0.001)
        if (direction === null) expect(km).toBeLessThanOrEqual(1)
        else {
          const off = Math.abs(((real.bearing - WINDS.indexOf(direction) * 45 + 540) % 360) - 180)
          expect(off).toBeLessThanOrEqual(22.5 + 0.5)
        }
      }
      const [first, second] = found as [NearbyTown, NearbyTown | undefined]
      const bearings = found.map(({ name }) => measured.find((one) => one.name === name)?.bearing ?? 0)
      expect(first.km).toBeLessThanOrEqual(Math.min(...measured.map(({ km }) => km)) * 1.012 + 0.001)
      if (second) {
        expect(second.direction).not.toBeNull()
        const [a = 0, b = 0] = bearings
        if (first.direction !== null)
          expect(Math.abs(((a - b + 540) % 360) - 180)).toBeGreaterThanOrEqual(60 - 1)
        expect(second.km).toBeGreaterThanOrEqual(first.km)
      }
      expect(found.length).toBeLessThanOrEqual(2)
      const elsewhere = measured.filter(
        ({ km, bearing }) =>
          km > 1.02 &&
          (first.direction === null ||
            Math.abs(((bearing - (bearings[0] ?? 0) + 540) % 360) - 180) >= 60 + 1),
      )
      const nearest = Math.min(...elsewhere.map(({ km }) => km))
      expect(second?.km ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(nearest * 1.012 + 0.001)
    }),
  )
})
