import { z } from 'zod/mini'

/**
 * The three levels of the bureau, in the order of the review chain. Statuses, moves, steps, columns, lists, events,
 * mails and forms are derived from the tables of this file.
 *
 * To add a level, you also need: a migration with the column and the named check of both record tables, and
 * `db/types.ts`; the roles that work there (`default-roles.ts`); a demo person (`server/seed/demo-people.ts`,
 * `demo-office.ts`). A level with neither office nor region covers every record. What belongs to FMB alone, such as the
 * criteria, stays with FMB. These tests list the levels themselves: those of the chain, the policies and the screens,
 * `tests/constants.test.ts`, and the tables in `tests/support/oracles`.
 */
export const LEVELS = ['PENRO', 'Region', 'FMB'] as const
export type Level = (typeof LEVELS)[number]

export const AccessLevel = z.enum(LEVELS)

/** The field in which a record must match the person for the level to cover it; null: the level covers all (S-35). */
export const PLACE_OF = { PENRO: 'office_id', Region: 'region_id', FMB: null } as const satisfies Record<
  Level,
  'office_id' | 'region_id' | null
>

/** The column with the level's decision on a record. */
export const STATUS_OF = {
  PENRO: 'penro_status',
  Region: 'region_status',
  FMB: 'fmb_status',
} as const satisfies Record<Level, `${string}_status`>
export type StatusField = (typeof STATUS_OF)[Level]

/** The approval list of each level, datatable/{type}/{status}: what the level below has approved (001 §4). */
export const QUEUE_OF = {
  PENRO: { type: 'site', status: 'Submitted' },
  Region: { type: 'penro', status: 'Approved' },
  FMB: { type: 'region', status: 'Approved' },
} as const satisfies Record<Level, { type: string; status: string }>
export type Queue = (typeof QUEUE_OF)[Level]

type NationalLevel = { [L in Level]: (typeof PLACE_OF)[L] extends null ? L : never }[Level]

/** Whether the level covers every record, so that its people have no region. */
export const isNational = (level: Level): level is NationalLevel => PLACE_OF[level] === null

/** The status columns in the order of the chain. */
export const STATUS_FIELDS: readonly StatusField[] = LEVELS.map((level) => STATUS_OF[level])

/** One value for the column of each level, in the order of the chain. */
export const levelStatuses = <Value>(valueOf: (level: Level) => Value): Record<StatusField, Value> =>
  // `fromEntries` loses the type of the keys
  Object.fromEntries(LEVELS.map((level) => [STATUS_OF[level], valueOf(level)])) as Record<StatusField, Value>

export const STATUSES = ['Activated', 'Deactivated'] as const
export const Status = z.enum(STATUSES)
export type Status = z.output<typeof Status>
