import { z } from 'zod/mini'

/** The three levels of the bureau, in the order in which a record climbs them. */
export const LEVELS = ['PENRO', 'Region', 'FMB'] as const
export type Level = (typeof LEVELS)[number]

export const AccessLevel = z.enum(LEVELS)

/** What a person and a record have in common where the level covers it; null: it covers every record (S-35). */
export const PLACE_OF = { PENRO: 'office_id', Region: 'region_id', FMB: null } as const satisfies Record<
  Level,
  'office_id' | 'region_id' | null
>

export const STATUSES = ['Activated', 'Deactivated'] as const
export const Status = z.enum(STATUSES)
export type Status = z.output<typeof Status>
