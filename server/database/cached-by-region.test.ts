import { expect, test } from 'vitest'
import type { Db } from './db.ts'
import { cacheByRegion } from './cached-by-region.ts'

const db = {} as Db
const at = (...versions: number[]) => versions.map((version, index) => ({ region_id: index + 1, version }))

/** Answers with the region's number and the number of the reading. */
function reading() {
  const asked: number[][] = []
  const read = async (regions: number[]) => {
    asked.push(regions)
    return new Map(regions.map((region) => [region, `${region} in reading ${asked.length}`]))
  }
  return { asked, read }
}

test('only the region that changed is read again, and nothing while nothing changes', async () => {
  const { asked, read } = reading()
  const kept = cacheByRegion(5)
  await kept(db, 'all', at(1, 1, 1), read)
  await kept(db, 'all', at(1, 1, 1), read)
  const parts = await kept(db, 'all', at(1, 2, 1), read)
  expect(asked).toEqual([[1, 2, 3], [2]])
  expect(parts.map(({ part }) => part)).toEqual(['1 in reading 1', '2 in reading 2', '3 in reading 1'])
})

test('many readers at once cost one reading', async () => {
  const { asked, read } = reading()
  const kept = cacheByRegion(5)
  await Promise.all([1, 2, 3].map(() => kept(db, 'all', at(4, 4), read)))
  expect(asked).toHaveLength(1)
})

test('what could not be read is asked for again', async () => {
  const { asked, read } = reading()
  const kept = cacheByRegion(5)
  const failing = () => Promise.reject(new Error('The line is gone.'))
  await expect(kept(db, 'all', at(1), failing)).rejects.toThrow('The line is gone.')
  expect((await kept(db, 'all', at(1), read)).map(({ part }) => part)).toEqual(['1 in reading 1'])
  expect(asked).toHaveLength(1)
})

test('the oldest answer goes when there are too many, and databases share nothing', async () => {
  const { asked, read } = reading()
  const kept = cacheByRegion(2)
  for (const key of ['one', 'two', 'three', 'one']) await kept(db, key, at(1), read)
  expect(asked).toHaveLength(4)
  await kept({} as Db, 'one', at(1), read)
  expect(asked).toHaveLength(5)
})
