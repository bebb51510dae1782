import type { BoundaryQuestion, Crs } from './boundary-answers.ts'

/** The words by which a person chooses a coordinate system. */
export const CRS: Record<Crs, string> = {
  'EPSG:4326': 'WGS 84, degrees',
  'EPSG:4683': 'PRS92, degrees',
  'EPSG:3121': 'PRS92, Philippine zone I (117° E)',
  'EPSG:3122': 'PRS92, Philippine zone II (119° E)',
  'EPSG:3123': 'PRS92, Philippine zone III (121° E)',
  'EPSG:3124': 'PRS92, Philippine zone IV (123° E)',
  'EPSG:3125': 'PRS92, Philippine zone V (125° E)',
  'EPSG:32650': 'WGS 84, UTM zone 50 N',
  'EPSG:32651': 'WGS 84, UTM zone 51 N',
  'EPSG:32652': 'WGS 84, UTM zone 52 N',
}

/** The sentence of each question of a file. */
export const BOUNDARY_QUESTIONS: Record<BoundaryQuestion, string> = {
  crs: 'The file does not name its coordinate system. Choose the one that it was drawn in.',
  close: 'Some tracks of the file are open. Say of each whether its last point is joined to its first.',
}

/** under a question that was sent without its answer */
export const NOT_ANSWERED: Record<BoundaryQuestion, string> = {
  crs: 'Choose a coordinate system.',
  close: 'Say of each track whether it is closed.',
}
