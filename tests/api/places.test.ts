import { beforeAll, describe, expect, test } from 'vitest'
import { type ChosenPlaceIds, findChosenPlaces, placeErrors } from '../../server/places/places.queries.ts'
import { type Caller, withServer } from '../support/product/app.ts'

const t = withServer()
let encoder: Caller
let guest: Caller
beforeAll(async () => {
  encoder = await t.as('laguna.encoder')
  guest = await t.as(null)
})

type Row = { id: number; name: string }

async function list(url: string, who = encoder): Promise<Row[]> {
  const reply = await who.get(url)
  expect(reply.statusCode).toBe(200)
  expect(Object.keys(reply.json())).toEqual(['data'])
  return reply.json().data
}

const idOf = async (table: 'regions' | 'provinces', name: string) =>
  (await t.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

const cityOf = async (name: string, province: string) =>
  (
    await t.db
      .selectFrom('cities')
      .select('id')
      .where('name', '=', name)
      .where('province_id', '=', await idOf('provinces', province))
      .executeTakeFirstOrThrow()
  ).id

const names = (rows: Row[]) => rows.map((row) => row.name)
const inOrder = (rows: Row[]) => [...rows].sort((a, b) => new Intl.Collator('en-PH').compare(a.name, b.name))

describe('the lists', () => {
  test('[LOCATIONS-01] regions are a public list in official order', async () => {
    const regions = await list('/regions', guest)
    expect(regions).toHaveLength(18)
    expect(names(regions).slice(0, 4)).toEqual([
      'National Capital Region (NCR)',
      'Cordillera Administrative Region (CAR)',
      'Region I (Ilocos Region)',
      'Region II (Cagayan Valley)',
    ])
    expect(names(regions).at(-1)).toContain('BARMM')
  })

  test('[LOCATIONS-02] provinces, all and of a region, by name', async () => {
    const all = await list('/provinces')
    expect(all).toHaveLength(82)
    expect(all).toEqual(inOrder(all))
    const region = await idOf('regions', 'Region IV-A (CALABARZON)')
    expect(names(await list(`/regions/provinces/${region}`))).toEqual([
      'Batangas',
      'Cavite',
      'Laguna',
      'Quezon',
      'Rizal',
    ])
  })

  test('[S-124] a point in a chosen place, where one is known', async () => {
    const points = async (province: string, city: string) => {
      const query = `province_id=${await idOf('provinces', province)}&city_id=${await cityOf(city, province)}`
      const reply = await encoder.get(`/provinces/points?${query}`)
      expect(reply.statusCode).toBe(200)
      return reply.json()
    }
    expect(await points('Quezon', 'City of Lucena')).toEqual({
      province: [122.325, 13.763],
      city: [121.617, 13.931],
    })
    expect(await points('Quezon', 'Jomalig')).toEqual({ province: [122.325, 13.763], city: null })
    const of = async (query: string) => (await encoder.get(`/provinces/points${query}`)).json()
    expect(await of('')).toEqual({ province: null, city: null })
    expect(await of('?province_id=&city_id=2000000')).toEqual({ province: null, city: null })
    expect((await encoder.get('/provinces/points?city_id=x')).statusCode).toBe(422)
  })

  test('[LOCATIONS-03] cities, all, of a region and of a province, by name', async () => {
    const all = await list('/cities')
    expect(all).toHaveLength(149 + 1493)
    expect(all).toEqual(inOrder(all))
    const region = await idOf('regions', 'Region IV-A (CALABARZON)')
    const province = await idOf('provinces', 'Laguna')
    const ofProvince = await list(`/provinces/cities/${province}`)
    expect(ofProvince).toHaveLength(30)
    expect(ofProvince).toEqual(inOrder(ofProvince))
    const ofRegion = await list(`/regions/cities/${region}`)
    expect(ofRegion).toEqual(inOrder(ofRegion))
    const provinces = await list(`/regions/provinces/${region}`)
    const ofProvinces = await Promise.all(provinces.map(({ id }) => list(`/provinces/cities/${id}`)))
    const ids = (rows: Row[]) => rows.map((row) => row.id).sort((a, b) => a - b)
    expect(ids(ofRegion)).toEqual(ids(ofProvinces.flat()))
    const quezon = await list(`/provinces/cities/${await idOf('provinces', 'Quezon')}`)
    expect(names(quezon).some((name) => name.includes('Lucena'))).toBe(true)
  })

  test('[LOCATIONS-04] region 1 is the capital region and has no provinces', async () => {
    const regions = await list('/regions', guest)
    expect(regions.find((region) => region.id === 1)?.name).toBe('National Capital Region (NCR)')
    expect(await list('/regions/provinces/1')).toEqual([])
    expect(await list('/regions/cities/1')).toHaveLength(17)
  })

  test('[LOCATIONS-05] every list holds id and name, nothing else, ñ included', async () => {
    const urls = [
      '/regions',
      '/provinces',
      '/regions/provinces/6',
      '/cities',
      '/regions/cities/1',
      '/provinces/cities/19',
    ]
    for (const url of urls) {
      for (const row of await list(url)) {
        expect(Object.keys(row).sort()).toEqual(['id', 'name'])
        expect(row.id).toBeTypeOf('number')
      }
    }
    expect(names(await list('/regions/cities/1')).some((name) => name.includes('Parañaque'))).toBe(true)
  })

  test('a province shared by two regions is offered under both', async () => {
    const zamboanga = await idOf('regions', 'Region IX (Zamboanga Peninsula)')
    expect(names(await list(`/regions/provinces/${zamboanga}`))).toContain('Basilan')
    const barmm = (await list('/regions')).find((region) => region.name.includes('BARMM'))?.id
    const provinces = names(await list(`/regions/provinces/${barmm}`))
    expect(provinces).toEqual(expect.arrayContaining(['Basilan', 'Cotabato']))
    expect(new Set(provinces).size).toBe(provinces.length)
    expect(
      names(await list(`/regions/provinces/${await idOf('regions', 'Region XII (SOCCSKSARGEN)')}`)),
    ).toContain('Cotabato')
  })

  test('offices of a region', async () => {
    const offices = await list('/regions/offices/1')
    expect(offices).toHaveLength(4)
    expect(offices[0]?.name).toBe('DENR-NCR East Field Office')
    expect(names(await list('/regions/offices/6'))).toContain('PENRO Laguna')
  })

  test('an id that is none names nothing; an unknown one has an empty list', async () => {
    for (const id of ['0', '-1', '1.5', 'a', '%00', '99999999999999999999']) {
      const reply = await encoder.get(`/regions/provinces/${id}`)
      expect([reply.statusCode, reply.json().message]).toEqual([404, 'Invalid ID'])
    }
    expect(await list('/regions/cities/999')).toEqual([])
  })
})

describe('places that fit together', () => {
  const errorsOf = async (place: ChosenPlaceIds) => {
    const fields = Object.keys(placeErrors(place, await findChosenPlaces(t.db, place)))
    return fields.length === 0 ? null : fields
  }

  test('a province of the region and a city of the province', async () => {
    const region_id = await idOf('regions', 'Region IV-A (CALABARZON)')
    const province_id = await idOf('provinces', 'Laguna')
    const city_id = await cityOf('Siniloan', 'Laguna')
    expect(await errorsOf({ region_id, province_id, city_id })).toBeNull()
    expect(await errorsOf({ region_id, province_id, city_id: await cityOf('Infanta', 'Quezon') })).toEqual([
      'city_id',
    ])
    expect(await errorsOf({ region_id: 2, province_id, city_id })).toEqual(['province_id'])
    expect(await errorsOf({ region_id, province_id: null, city_id })).toEqual(['province_id'])
    expect(await errorsOf({ region_id: 999, province_id, city_id })).toEqual(['region_id'])
    expect(await errorsOf({ region_id, province_id: 9999, city_id })).toEqual(['province_id', 'city_id'])
    expect(await errorsOf({ region_id, province_id, city_id: 999_999 })).toEqual(['city_id'])
  })

  test('the capital region takes its cities without a province', async () => {
    const [manila] = await list('/regions/cities/1')
    const city_id = manila?.id ?? 0
    expect(await errorsOf({ region_id: 1, province_id: null, city_id })).toBeNull()
    expect(await errorsOf({ region_id: 1, province_id: await idOf('provinces', 'Rizal'), city_id })).toEqual([
      'province_id',
    ])
    expect(
      await errorsOf({ region_id: 1, province_id: null, city_id: await cityOf('Siniloan', 'Laguna') }),
    ).toEqual(['city_id'])
  })

  test('the nine places with another region than their province fit both ways, their neighbours do not', async () => {
    const split = await t.db
      .selectFrom('cities')
      .innerJoin('provinces', 'provinces.id', 'cities.province_id')
      .select([
        'cities.id',
        'cities.region_id',
        'provinces.id as province_id',
        'provinces.region_id as province_region_id',
      ])
      .whereRef('cities.region_id', '<>', 'provinces.region_id')
      .execute()
    expect(split).toHaveLength(9)
    for (const { id: city_id, region_id, province_id, province_region_id } of split) {
      expect(await errorsOf({ region_id, province_id, city_id })).toBeNull()
      expect(await errorsOf({ region_id: province_region_id, province_id, city_id })).toBeNull()
      const neighbour = await t.db
        .selectFrom('cities')
        .select('id')
        .where('province_id', '=', province_id)
        .where('region_id', '=', province_region_id)
        .executeTakeFirstOrThrow()
      expect(await errorsOf({ region_id, province_id, city_id: neighbour.id })).toEqual(['city_id'])
    }
  })
})
