import type { PlaceKind } from '../review/points.schema.ts'

/** What points are about, in the words and the order of the dashboard. */
export const PLACE_WORDS = {
  boundary: 'Boundary',
  finding: 'Findings on the land',
  instrument: 'Instruments',
  field: 'Fields',
  file: 'Files',
  indicator: 'Outcome indicators',
  figure: 'Figures',
  principle: 'Principles',
  record: 'The whole record',
} as const satisfies Record<PlaceKind, string>

export const ASKED_PLACES = Object.keys(PLACE_WORDS) as [PlaceKind, ...PlaceKind[]]
