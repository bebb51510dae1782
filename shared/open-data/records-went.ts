import { type Level, LEVELS } from '../access/levels.ts'

/* How records went: medians per region of the last twelve months, without a name or an office. */

/** A median of several values; `count` is how many they are. */
export type Median = { count: number; median: number | null }

/** What went through the offices of a region. */
export type RegionWent = {
  region: string
  /** days that a record waited for a decision of each level */
  waited: Record<Level, Median>
  /** how often a record was returned before its final approval */
  returned: Median
  /** sites of the public list, and those of them without an approval in the last twelve months */
  sites: number
  overdue: number
}

/** The regions in their official order; the days are the first and the last that are counted, yyyy-mm-dd in Manila. */
export type RecordsWent = { first: string; last: string; regions: RegionWent[] }

/** fewer values than this could show how quickly one person works */
const FEWEST = 5

/** A median that may be shown: without its value, and without the exact count, where there are few values. */
export const shownMedian = ({ count, median }: Median): { count: number | 'few'; median: number | null } =>
  count === 0 ? { count, median: null } : count < FEWEST ? { count: 'few', median: null } : { count, median }

/** The columns of the file. */
export const RECORDS_WENT_COLUMNS = [
  'Region',
  ...LEVELS.flatMap((level) => [`${level} Decisions`, `${level} Median Days`]),
  'Final Approvals',
  'Median Returns',
  'Approved SITES',
  'Renewals Overdue',
  'First Day',
  'Last Day',
]

const cellsOf = (median: Median): (string | number | null)[] => {
  const shown = shownMedian(median)
  return [shown.count === 'few' ? 'fewer than 5' : shown.count, shown.median]
}

/** The cells of a region, in the order of the columns. */
export const recordsWentCells = (
  { region, waited, returned, sites, overdue }: RegionWent,
  { first, last }: Pick<RecordsWent, 'first' | 'last'>,
): (string | number | null)[] => [
  region,
  ...LEVELS.flatMap((level) => cellsOf(waited[level])),
  ...cellsOf(returned),
  sites,
  overdue,
  first,
  last,
]
