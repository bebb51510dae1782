import { sql } from 'kysely'
import { ENTERED } from '../../../bench/log-reviews.ts'
import { aMov } from './activity-factories.ts'
import type { Level } from '../oracles/authorization-table.ts'
import type { TestApp } from '../product/app.ts'
import { aSite, anActivityRow } from './factories.ts'
import {
  type Columns,
  type Evidence,
  gradesOf,
  type Principle,
  type State,
  STATES,
  type Table,
} from '../oracles/transition-tables.ts'
import { recordIds } from './record-ids.ts'

/** Records to start with, in any state of part 4.1, and their stored rows. */

const LEVEL_OF: Partial<Record<State, Level>> = {
  'AT-REGION': 'Region',
  'AT-FMB': 'FMB',
  'RET-REGION': 'Region',
  'RET-FMB': 'FMB',
}

export type Beginning = { state: State; by: string; off: boolean }

/** Enters a profile in this state; returns its id. */
export async function aProfileIn(t: TestApp, { state, by, off }: Beginning): Promise<number> {
  const { site_status } = STATES[state]
  const { id } = await aSite(t, {
    site_status: site_status as 'Submitted' | 'Returned' | 'Approved',
    level: LEVEL_OF[state] ?? 'PENRO',
    by,
    ...(off ? { deactivated_by: 'laguna.admin' } : {}),
  })
  return id
}

/**
 * Enters an activity of batch 1 in this state on a separate profile, with one file unless it is an empty draft; returns
 * both ids.
 */
export async function anActivityIn(
  t: TestApp,
  { state, by, off }: Beginning,
  principles: readonly Principle[],
  more: { empty: boolean; returned_before: boolean; switched: boolean },
): Promise<{ id: number; site_profile_id: number }> {
  const site = await aSite(t, { site_status: 'Approved', boundary: null })
  const now = new Date().toISOString()
  const created_by = await t.userId(by)
  const { site_status } = STATES[state]
  const returned = site_status === 'Returned'
  const level = returned ? (LEVEL_OF[state] ?? 'PENRO') : 'FMB'
  const indicator = principles[0]?.indicators[0] ?? 0
  const evidence: Evidence = new Map(more.empty && state === 'DRAFT' ? [] : [[indicator, [1]]])
  const switches = more.switched
    ? {
        disabled_principle: principles.slice(1, 2).map((one) => one.id),
        disabled_indicator: principles.slice(2, 3).map((one) => String(one.indicators[0])),
      }
    : { disabled_principle: [], disabled_indicator: [] }
  const means =
    evidence.size > 0
      ? [{ sites_criteria_indicator_id: indicator, created_by, file_id: await aMov(t, 'laguna.encoder') }]
      : []
  const row = {
    ...STATES[state],
    ...switches,
    ...gradesOf(principles, switches, evidence),
    created_by,
    updated_by: created_by,
    ...(state === 'DRAFT' ? {} : { submitted_at: now, submitted_by: created_by, review_round: 1 }),
    ...(site_status === 'Submitted' ? { waiting_since: now } : {}),
    ...(state === 'DONE' ? { approved_at: now } : {}),
    ...(returned || (more.returned_before && site_status === 'Submitted')
      ? { returned_at: now, returned_by: level, returned_reason_5: 'More evidence.' }
      : {}),
    ...(off
      ? {
          status: 'Deactivated',
          deactivated_at: now,
          deactivate_reason: 'Entered twice',
          deactivated_by: await t.userId('laguna.admin'),
        }
      : {}),
  }
  const id = await anActivityRow(t, site, row, means)
  if (state !== 'DRAFT')
    await t.db
      .insertInto('review_steps')
      .values({
        record_id: recordIds('site_activities', id),
        round: 1,
        action: 'Submitted',
        at: now,
        user_id: created_by,
        user_name: 'Encoder',
        role_name: 'PENRO Encoder',
      })
      .execute()
  await t.db
    .updateTable('files')
    .set({ unused_since: null })
    .where('id', 'in', (all) =>
      all.selectFrom('site_activity_means').select('file_id').where('site_activity_id', '=', id),
    )
    .execute()
  return { id, site_profile_id: site.id }
}

export async function recordOf(t: TestApp, table: Table, id: number): Promise<Columns> {
  const name = table.module === 'sites' ? 'site_profiles' : 'site_activities'
  return t.db.selectFrom(name).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The files of a record by indicator; a profile has none. */
export async function evidenceOf(t: TestApp, table: Table, id: number): Promise<Evidence> {
  const evidence = new Map<number, number[]>()
  if (table.module === 'sites') return evidence
  const rows = await t.db
    .selectFrom('site_activity_means')
    .select(['sites_criteria_indicator_id as indicator', 'file_id'])
    .where('site_activity_id', '=', id)
    .execute()
  for (const { indicator, file_id } of rows)
    evidence.set(indicator, [...(evidence.get(indicator) ?? []), file_id])
  return evidence
}

/** The rows of the log about the record, oldest first, without the warnings noted with a decision. */
export async function linesOf(t: TestApp, table: Table, id: number) {
  const rows = await t.db
    .selectFrom('audit_logs')
    .select(['event', 'user_id', 'field_change'])
    .where('auditable_type', '=', table.module === 'sites' ? 'Profiling of SITES' : 'SITES Activities')
    .where('auditable_id', '=', id)
    .where('event', '<>', 'Decision Noted')
    .where(sql<boolean>`request_id is distinct from ${ENTERED}`)
    .orderBy('id')
    .execute()
  return rows.map(({ field_change, ...line }) => ({ ...line, changes: JSON.stringify(field_change) }))
}

/** Evidence in a fixed order, to be compared. */
export const sorted = (evidence: Evidence): (readonly [number, number[]])[] =>
  [...evidence]
    .map(([indicator, files]) => [indicator, [...files].sort((a, b) => a - b)] as const)
    .sort(([a], [b]) => a - b)
