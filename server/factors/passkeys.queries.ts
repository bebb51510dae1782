import type { Begun } from '../auth/auth.queries.ts'
import type { Db } from '../database/db.ts'
import { hashOfToken } from '../context/sessions.ts'
import type { NewPasskey } from './webauthn.ts'

export type ChallengePurpose = 'add' | 'test' | 'prove' | 'second step' | 'log in'
/** `user_id` is null before a passkey has said whose it is. */
export type Challenge = { challenge: string; purpose: ChallengePurpose; user_id: number | null }

/** open at a time for one person: pages in several tabs, but no flood */
const MAX_CHALLENGES = 10

/** Stores what a passkey must sign; the oldest of a person's go. */
export async function saveChallenge(
  db: Db,
  challenge: Challenge & { own_computer: boolean },
  expires_at: Date,
): Promise<void> {
  const older = db
    .selectFrom('passkey_challenges')
    .select('passkey_challenges.challenge')
    .where('passkey_challenges.user_id', '=', challenge.user_id)
    .orderBy('passkey_challenges.expires_at', 'desc')
    .offset(MAX_CHALLENGES - 1)
  await db.deleteFrom('passkey_challenges').where('challenge', 'in', older).execute()
  await db
    .insertInto('passkey_challenges')
    .values({ ...challenge, expires_at: expires_at.toISOString() })
    .execute()
}

/** Uses a challenge up: of two answers to it one finds it. Null for one of another person or purpose, or too old. */
export async function takeChallenge(
  db: Db,
  { challenge, purpose, user_id }: Challenge,
  now: Date,
): Promise<(Begun & { own_computer: boolean }) | null> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('expires_at', '>', now.toISOString())
    .returning(['own_computer', 'sign_in_epoch'])
    .executeTakeFirst()
  return taken ?? null
}

/** The person whose second step this is, while it waits for a code or passkey of an account that has not changed. */
export async function findStepOwner(db: Db, token: string, now: Date): Promise<number | null> {
  const step = await db
    .selectFrom('second_steps')
    .innerJoin('users', 'users.id', 'second_steps.user_id')
    .select('second_steps.user_id')
    .whereRef('second_steps.sign_in_epoch', '>=', 'users.sign_in_epoch')
    .where('second_steps.token_hash', '=', hashOfToken(token))
    .where('second_steps.expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return step?.user_id ?? null
}

/** All passkeys of a person, oldest first; one without `proved_at` does not count yet. */
export const listPasskeys = (db: Db, user_id: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_synced', 'created_at', 'last_used_at', 'proved_at'])
    .select(['credential_id', 'transports', 'sign_in_epoch'])
    .where('passkeys.user_id', '=', user_id)
    .orderBy('passkeys.id')
    .execute()

/** The passkey with this credential, with the status of its person. */
export const findPasskey = (db: Db, credential_id: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'passkeys.name', 'passkeys.proved_at'])
    .select(['passkeys.credential_id', 'passkeys.public_key', 'users.status', 'users.sign_in_epoch'])
    .where('passkeys.credential_id', '=', credential_id)
    .executeTakeFirst()

export type PasskeyRow = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Removes the passkeys of a person that were never tested. */
export async function deleteUntested(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', user_id).where('proved_at', 'is', null).execute()
}

/** Adds a passkey, which does not count yet; returns its id. */
export async function insertPasskey(
  db: Db,
  passkey: NewPasskey & { user_id: number; name: string; created_at: string },
): Promise<number> {
  const { id } = await db.insertInto('passkeys').values(passkey).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Records a use; false when the counter of the passkey has fallen back, which only a copy of it does. */
export async function recordUse(
  db: Db,
  { id, counter, is_synced }: { id: number; counter: number; is_synced: boolean },
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, is_synced, last_used_at: now.toISOString() })
    .where('id', '=', id)
    // many passkeys do not count and always say 0
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Makes a tested passkey count. */
export async function recordTest(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('passkeys').set({ proved_at: now.toISOString() }).where('id', '=', id).execute()
}

/** Removes a passkey. */
export async function deletePasskey(db: Db, id: number): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute()
}
