import { sql } from 'kysely'
import { WITHDRAWN } from '../../shared/review/chain-faults.ts'

/**
 * SQL condition on a row `log` that states an approval: that approval was in force at this moment (null: it is now). A
 * withdrawal that another person proposed ends the approvals before it.
 */
export const isInForce = (at: string | null) => sql<boolean>`not exists (
  select from audit_logs as ending
  where ending.auditable_type = log.auditable_type and ending.auditable_id = log.auditable_id
    and ending.event = ${sql.lit(WITHDRAWN)}
    and ${at === null ? sql`ending.id > log.id` : sql`(ending.id > log.id) = (ending.created_at < ${at}::timestamptz)`}
    and exists (
      select from audit_logs as proposing
      where proposing.auditable_type = log.auditable_type and proposing.auditable_id = log.auditable_id
        and proposing.event = 'Withdrawal Proposed' and proposing.id < ending.id
        and coalesce(proposing.user_id <> ending.user_id, true)
    )
)`
