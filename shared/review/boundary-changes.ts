import { roundHectares } from '../boundary/area.ts'

/** Hectares gained and lost between two boundaries that share `shared_ha`; rounded to 0.01, never negative. */
export const landChanged = (old_ha: number, new_ha: number, shared_ha: number) => ({
  gained_ha: Math.max(0, roundHectares(new_ha - shared_ha)),
  lost_ha: Math.max(0, roundHectares(old_ha - shared_ha)),
})
