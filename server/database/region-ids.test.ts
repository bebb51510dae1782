import { describe, expect, test } from 'vitest'
import { allIds, asRegionIds, countOf, listed, pageOfIds } from './region-ids.ts'

const REGIONS = listed(
  [
    ...asRegionIds([
      { region_id: 1, ids: '3,5,9', activity_ids: '30,0,90' },
      { region_id: 2, ids: '', activity_ids: '' },
      { region_id: 3, ids: '1,2,4,8', activity_ids: '' },
    ]).values(),
  ].map((part) => ({ part })),
)

describe('a list that goes region by region', () => {
  test('is counted and listed as one, regions without records left out', () => {
    expect(countOf(REGIONS)).toBe(7)
    expect(allIds(REGIONS)).toEqual({ ids: [3, 5, 9, 1, 2, 4, 8], site_activity_ids: [30, 90] })
    expect(listed([{ part: undefined }])).toEqual([])
  })

  test('has pages that cross from one region to the next, each row once', () => {
    expect([1, 2, 3, 4].map((page) => pageOfIds(REGIONS, page, 2))).toEqual([[3, 5], [9, 1], [2, 4], [8]])
    expect(pageOfIds(REGIONS, 1, 100)).toEqual([3, 5, 9, 1, 2, 4, 8])
  })

  test('shows its last page to whoever asks for one beyond it (S-103), and nothing where there is nothing', () => {
    expect(pageOfIds(REGIONS, 999, 2)).toEqual([8])
    expect(pageOfIds([], 3, 10)).toEqual([])
  })
})
