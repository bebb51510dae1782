import type { Level } from '../access/levels.ts'

/** The people of a level, within a sentence. */
export const LEVELS_OF_PEOPLE: Record<Level, string> = {
  FMB: 'people of FMB',
  Region: 'people of the regions',
  PENRO: 'people of the PENROs',
}
