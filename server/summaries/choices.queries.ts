import { sql } from 'kysely'
import type { StatementChoice } from '../../shared/summaries/summaries.schema.ts'
import type { Db } from '../database/db.ts'

export type Choice = Omit<StatementChoice, 'chosen'>

const choicesLike = (db: Db, summary_id: number, choice: Choice) =>
  db
    .selectFrom('summary_statements')
    .select('summary_id')
    .where('summary_id', '=', summary_id)
    .where('safeguard', '=', choice.safeguard)
    .where('site_activity_id', '=', choice.site_activity_id)
    .where('sites_criteria_indicator_id', '=', choice.sites_criteria_indicator_id)

/** Whether this statement is chosen for this safeguard. */
export const isChosen = async (db: Db, summary_id: number, choice: Choice): Promise<boolean> =>
  (await choicesLike(db, summary_id, choice).executeTakeFirst()) !== undefined

/** Stores the choice of a statement, unless it is stored already. */
export async function addChoice(
  db: Db,
  summary_id: number,
  { safeguard, site_activity_id, sites_criteria_indicator_id }: Choice,
  chosen: { chosen_by: number; chosen_at: string },
): Promise<void> {
  await db
    .insertInto('summary_statements')
    .values({ summary_id, safeguard, site_activity_id, sites_criteria_indicator_id, ...chosen })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the choice of a statement. */
export async function removeChoice(db: Db, summary_id: number, choice: Choice): Promise<void> {
  await db
    .deleteFrom('summary_statements')
    .where('summary_id', '=', summary_id)
    .where('safeguard', '=', choice.safeguard)
    .where('site_activity_id', '=', choice.site_activity_id)
    .where('sites_criteria_indicator_id', '=', choice.sites_criteria_indicator_id)
    .execute()
}

/** Returns the name of a statement in the log, such as "SITES-R04A-2026-0007, 3.2.1". */
export async function nameStatement(
  db: Db,
  { site_activity_id, sites_criteria_indicator_id }: Choice,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select site_profile_code || ', ' || principle_number || '.' || site_criteria."order" || '.' || indicator."order"
      as name
    from site_activities, site_criteria_indicators indicator
    join site_criteria on site_criteria.id = indicator.sites_criteria_id
    join site_principles on site_principles.id = site_criteria.sites_principle_id
    where site_activities.id = ${site_activity_id} and indicator.id = ${sites_criteria_indicator_id}`.execute(
    db,
  )
  return rows[0]?.name ?? ''
}
