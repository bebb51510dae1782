import { z } from 'zod/mini'

/**
 * The three levels of the bureau, in the order in which a record climbs them. Statuses, moves, steps, columns, lists, events,
 * mails and forms follow from the tables of this file.
 *
 * A new level needs besides: a migration with the column and the named check of both record tables, and `db/types.ts`; the
 * roles that work there (`default-roles.ts`), and a demo person (`server/seed/demo-people.ts`, `demo-office.ts`). A level with
 * neither office nor region covers every record. What belongs to FMB alone, as the criteria, stays with FMB. The tests state the
 * levels in their own words: those of the chain, of the policies and of the screens, `tests/constants.test.ts`, and the tables in
 * `tests/support/oracles`.
 */
export const LEVELS = ['PENRO', 'Region', 'FMB'] as const
export type Level = (typeof LEVELS)[number]

export const AccessLevel = z.enum(LEVELS)

/** What a person and a record have in common where the level covers it; null: it covers every record (S-35). */
export const PLACE_OF = { PENRO: 'office_id', Region: 'region_id', FMB: null } as const satisfies Record<
  Level,
  'office_id' | 'region_id' | null
>

/** The column that holds what the level has said of a record. */
export const STATUS_OF = {
  PENRO: 'penro_status',
  Region: 'region_status',
  FMB: 'fmb_status',
} as const satisfies Record<Level, `${string}_status`>
export type StatusField = (typeof STATUS_OF)[Level]

/** Which approval list a level asks for, datatable/{type}/{status}: what the level below has approved (001 §4). */
export const QUEUE_OF = {
  PENRO: { type: 'site', status: 'Submitted' },
  Region: { type: 'penro', status: 'Approved' },
  FMB: { type: 'region', status: 'Approved' },
} as const satisfies Record<Level, { type: string; status: string }>
export type Queue = (typeof QUEUE_OF)[Level]

type NationalLevel = { [L in Level]: (typeof PLACE_OF)[L] extends null ? L : never }[Level]

/** Whether the people of a level cover every record, and so have no region of their own. */
export const isNational = (level: Level): level is NationalLevel => PLACE_OF[level] === null

/** The columns of the levels in the order of the chain. */
export const STATUS_FIELDS: readonly StatusField[] = LEVELS.map((level) => STATUS_OF[level])

/** One value for the column of each level, in the order of the chain. */
export const levelStatuses = <Value>(valueOf: (level: Level) => Value): Record<StatusField, Value> =>
  // the keys are those of the type: `fromEntries` only knows them as texts
  Object.fromEntries(LEVELS.map((level) => [STATUS_OF[level], valueOf(level)])) as Record<StatusField, Value>

export const STATUSES = ['Activated', 'Deactivated'] as const
export const Status = z.enum(STATUSES)
export type Status = z.output<typeof Status>
