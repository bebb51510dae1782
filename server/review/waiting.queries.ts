import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { canReviewActivities } from '../../shared/activities/activities.policy.ts'
import { STATUS_OF } from '../../shared/review/review-chain.ts'
import { canReviewSites } from '../../shared/sites/sites.policy.ts'
import type { Db } from '../lib/db.ts'
import { inScope } from '../lib/scope.ts'

const TABLES = {
  site_profiles: { code: 'code', name: 'name_of_partner', mayReview: canReviewSites },
  site_activities: { code: 'site_profile_code', name: 'site_profile_name', mayReview: canReviewActivities },
} as const
type Table = keyof typeof TABLES

const columns = (table: Table) => sql`
  select ${sql.lit(table)} as record, id, ${sql.ref(TABLES[table].code)} as code,
    ${sql.ref(TABLES[table].name)} as name_of_partner`

/** What waits for this person's level in one table; where they may not review, nothing. */
const toReview = (actor: Actor, table: Table) => sql`
  ${columns(table)}, 'review' as task, waiting_since as since from ${sql.table(table)}
  where status = 'Activated' and site_status = 'Submitted' and ${sql.ref(STATUS_OF[actor.access_level])} = 'Submitted'
    and ${inScope(actor)}`

/** What this person submitted and got back. */
const toCorrect = (actor: Actor, table: Table) => sql`
  ${columns(table)}, 'correct' as task, returned_at as since from ${sql.table(table)}
  where status = 'Activated' and site_status = 'Returned' and submitted_by = ${actor.id} and ${inScope(actor)}`

export type Waiting = {
  record: Table
  id: number
  code: string
  name_of_partner: string
  task: 'review' | 'correct'
  since: string
}

/** What waits for a person, the longest waiting first, at most so many; and how many there are. */
export async function listWaitingFor(
  db: Db,
  actor: Actor,
  most: number,
): Promise<{ records: Waiting[]; count: number }> {
  const tables = ['site_profiles', 'site_activities'] as const
  const parts = tables.flatMap((table) => [
    ...(TABLES[table].mayReview(actor).ok ? [toReview(actor, table)] : []),
    toCorrect(actor, table),
  ])
  const { rows } = await sql<Waiting & { count: number }>`
    select *, count(*) over () as count from (${sql.join(parts, sql` union all `)}) as waiting
    order by since, record, id limit ${most}`.execute(db)
  return { records: rows, count: Number(rows[0]?.count ?? 0) }
}
