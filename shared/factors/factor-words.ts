import type { Level } from '../access/levels.ts'

/** The people of a level, as a heading and within a sentence. */
export const LEVELS_OF_PEOPLE: Record<Level, string> = {
  FMB: 'People of FMB',
  Region: 'People of the regions',
  PENRO: 'People of the PENROs',
}
