import { type Level, LEVELS } from '../access/levels.ts'

/* How records went: per region and in the country in the last twelve months, without a name or an office. */

/** A figure about several decisions; `count` is how many they are, null where it is left out. */
export type WentFigure = { count: number | null; value: number | null }

/** What went through the offices of a region, or of all. */
export type Went = {
  /** the median of the days, to a tenth, that records waited for a decision of each level */
  waited: Record<Level, WentFigure>
  /** the percentage of finally approved records that were returned at least once before */
  returned: WentFigure
  /** sites of the public list, and those of them without an approval in the last twelve months */
  sites: number
  overdue: number
}

/** The regions in their official order; the days are the first and the last that are counted, yyyy-mm-dd in Manila. */
export type RecordsWent = {
  first: string
  last: string
  regions: (Went & { region: string })[]
  country: Went
}

/** fewer values than this could show how quickly one person works */
const FEWEST = 5

const isFew = ({ count }: WentFigure): boolean => count !== null && count > 0 && count < FEWEST

/** A figure of which no more may be shown than that it is of few decisions. */
export const shownFigure = (figure: WentFigure): { count: number | 'few' | null; value: number | null } =>
  isFew(figure) ? { count: 'few', value: null } : figure

/** Leaves out the count of the country where it would say that of the regions with few decisions. */
export const countryFigure = (figure: WentFigure, regions: readonly WentFigure[]): WentFigure =>
  regions.some(isFew) && !isFew(figure) ? { ...figure, count: null } : figure

/** A median as it is written. */
export const daysText = (days: number): string => days.toFixed(1)

/** The columns of the file. */
export const RECORDS_WENT_COLUMNS = [
  'Region',
  ...LEVELS.flatMap((level) => [`${level} Decisions`, `${level} Median Days`]),
  'Final Approvals',
  'Returned at Least Once (%)',
  'Approved SITES',
  'Renewals Overdue',
  'First Day',
  'Last Day',
]

const cellsOf = (figure: WentFigure, text: (value: number) => string): (string | number | null)[] => {
  const { count, value } = shownFigure(figure)
  return [count === 'few' ? 'fewer than 5' : count, value === null ? null : text(value)]
}

/** The cells of a region or of the country, in the order of the columns. */
export const recordsWentCells = (
  place: string,
  { waited, returned, sites, overdue }: Went,
  { first, last }: Pick<RecordsWent, 'first' | 'last'>,
): (string | number | null)[] => [
  place,
  ...LEVELS.flatMap((level) => cellsOf(waited[level], daysText)),
  ...cellsOf(returned, String),
  sites,
  overdue,
  first,
  last,
]
