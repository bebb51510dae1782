import { pageAmong } from './datatable.ts'

/** The ids of the records of a region, ascending, and of the activity each is based on; 0 for none. */
export type RegionIds = { ids: Int32Array; activity_ids: Int32Array }
export type ListedRegion = { region_id: number; ids: string; activity_ids: string }

const NOTHING: RegionIds = { ids: new Int32Array(0), activity_ids: new Int32Array(0) }

const numbers = (text: string): Int32Array =>
  text === '' ? NOTHING.ids : Int32Array.from(text.split(','), Number)

/** Parses, by region, the lists that the database joins to texts, which is quickest. */
export const asRegionIds = (rows: readonly ListedRegion[]): Map<number, RegionIds> =>
  new Map(
    rows.map(({ region_id, ids, activity_ids }) => [
      region_id,
      { ids: numbers(ids), activity_ids: numbers(activity_ids) },
    ]),
  )

/** The regions in order, without those that have no records. */
export const listed = (parts: readonly { part: RegionIds | undefined }[]): RegionIds[] =>
  parts.flatMap(({ part }) => (part && part.ids.length > 0 ? [part] : []))

/** The number of records in all regions. */
export const countOf = (regions: readonly RegionIds[]): number =>
  regions.reduce((sum, { ids }) => sum + ids.length, 0)

/** Returns the ids of one page of a list that goes region by region; a page past the end is the last one (S-103). */
export function pageOfIds(regions: readonly RegionIds[], page: number, length: number): number[] {
  let skip = (pageAmong(countOf(regions), { page, length }) - 1) * length
  const found: number[] = []
  for (const { ids } of regions) {
    found.push(...ids.subarray(skip, skip + length - found.length))
    skip = Math.max(0, skip - ids.length)
  }
  return found
}

/** All ids of the regions, as in a reply. */
export const allIds = (regions: readonly RegionIds[]): { ids: number[]; site_activity_ids: number[] } => ({
  ids: regions.flatMap(({ ids }) => Array.from(ids)),
  site_activity_ids: regions.flatMap(({ activity_ids }) => Array.from(activity_ids).filter((id) => id > 0)),
})
