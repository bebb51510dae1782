import { z } from 'zod/mini'

/** The three levels of the bureau, in the order in which a record climbs them. */
export const LEVELS = ['PENRO', 'Region', 'FMB'] as const
export type Level = (typeof LEVELS)[number]

export const AccessLevel = z.enum(LEVELS)

export const STATUSES = ['Activated', 'Deactivated'] as const
export const Status = z.enum(STATUSES)
export type Status = z.output<typeof Status>
