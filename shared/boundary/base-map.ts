/** The operator's file of vector tiles, which the maps of staff are drawn on (decision 34). */

export const BASE_MAP_URL = '/map/base.pmtiles'

/** What the pages need to draw it; `credit` is what the file itself names, empty for none. */
export type BaseMap = { url: typeof BASE_MAP_URL; max_zoom: number; credit: string }
