import { expect, test } from 'vitest'
import { versionQuestions } from './version-questions.ts'

const version = { far_count: 0, far_km: 0, feature_count: 100, covers: null }
const changes = (gone: number, of: number) => ({
  before: { number: 3, feature_count: of },
  counts: { gone, new: 0, changed: 0, same: 0 },
})

test.each([
  [10, 100, []],
  [11, 100, ['11 of 100 features of version 3 are gone.']],
  [1, 1, ['1 of 1 feature of version 3 are gone.']],
  [0, 0, []],
])('[S-164] %i features gone of %i are asked about with numbers beyond a tenth', (gone, of, words) => {
  expect(versionQuestions(version, changes(gone, of)).map((one) => one.words)).toEqual(words)
})

test('features far from what a version covers are asked about with the distance', () => {
  const covers = { regions: [], provinces: [{ id: 27, name: 'Laguna' }] }
  const far = { ...version, covers, far_count: 4, far_km: 215 }
  const first = { before: null, counts: { gone: 0, new: 100, changed: 0, same: 0 } }
  expect(versionQuestions(far, first)).toEqual([
    {
      field: 'far',
      count: 4,
      words: '4 of 100 features lie far from what it covers (Laguna), up to 215 km.',
    },
  ])
})
