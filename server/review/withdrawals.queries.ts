import { sql } from 'kysely'
import type { Withdrawal } from '../../shared/review/withdrawals.schema.ts'
import type { Db } from '../database/db.ts'

/** Returns the newest withdrawal of a record's approval, proposed or confirmed, or null. */
export async function findWithdrawal(db: Db, record_id: number): Promise<Withdrawal | null> {
  const { rows } = await sql<Withdrawal>`
    select withdrawal.id, reason, proposed_by as proposed_by_id, proposed_at, confirmed_at,
      proposer.first_name || ' ' || proposer.last_name as proposed_by,
      confirmer.first_name || ' ' || confirmer.last_name as confirmed_by
    from approval_withdrawals as withdrawal join users as proposer on proposer.id = proposed_by
      left join users as confirmer on confirmer.id = confirmed_by
    where record_id = ${record_id} order by withdrawal.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Inserts a proposal; a unique index rejects a second one that waits. */
export async function insertWithdrawal(
  db: Db,
  record_id: number,
  proposed: { reason: string; proposed_by: number; proposed_at: string },
): Promise<void> {
  await db
    .insertInto('approval_withdrawals')
    .values({ record_id, ...proposed })
    .execute()
}

export async function confirmProposal(
  db: Db,
  id: number,
  confirmed: { confirmed_by: number; confirmed_at: string },
): Promise<void> {
  await db.updateTable('approval_withdrawals').set(confirmed).where('id', '=', id).execute()
}

export async function deleteProposal(db: Db, id: number): Promise<void> {
  await db.deleteFrom('approval_withdrawals').where('id', '=', id).execute()
}
