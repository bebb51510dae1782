import type { Insertable } from 'kysely'
import type { OwnComputers, SecondSteps } from '../../db/types.ts'
import { WRONG_CODES } from '../../shared/factors/factors.schema.ts'
import type { Db } from '../database/db.ts'

const COLUMNS = [
  'token_hash',
  'user_id',
  'proved_by',
  'passed_by',
  'wrong_codes',
  'expires_at',
  'sign_in_epoch',
] as const

/** The login that waits under this token, or has passed. */
export const findSecondStep = (db: Db, token_hash: Buffer, now: Date) =>
  db
    .selectFrom('second_steps')
    .select(COLUMNS)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockSecondStep = (db: Db, token_hash: Buffer) =>
  db
    .selectFrom('second_steps')
    .select(COLUMNS)
    .where('token_hash', '=', token_hash)
    .forUpdate()
    .executeTakeFirst()

type Step = NonNullable<Awaited<ReturnType<typeof lockSecondStep>>>

/** Counts a wrong code; the fifth ends the token. */
export async function countWrongStep(db: Db, { token_hash, wrong_codes }: Step): Promise<void> {
  if (wrong_codes + 1 >= WRONG_CODES) await deleteSecondStep(db, token_hash)
  else
    await db
      .updateTable('second_steps')
      .set({ wrong_codes: wrong_codes + 1 })
      .where('token_hash', '=', token_hash)
      .execute()
}

/** Stores that a step is passed; a reset code has removed all steps of the person, this one included. */
export async function savePassedStep(
  db: Db,
  step: Insertable<SecondSteps> & { passed_by: string },
): Promise<void> {
  await db
    .insertInto('second_steps')
    .values(step)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ passed_by: step.passed_by }))
    .execute()
}

/** Removes a step; returns false when it has ended, or another request has just finished it. */
export async function deleteSecondStep(db: Db, token_hash: Buffer): Promise<boolean> {
  const removed = await db
    .deleteFrom('second_steps')
    .where('token_hash', '=', token_hash)
    .returning('user_id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function insertOwnComputer(db: Db, computer: Insertable<OwnComputers>): Promise<void> {
  await db.insertInto('own_computers').values(computer).execute()
}
