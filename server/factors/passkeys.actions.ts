import type { Actor } from '../../shared/access/actor.ts'
import { type Credential, PASSKEY_MINUTES } from '../../shared/factors/factors.schema.ts'
import { writeAudit } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import {
  type ChallengePurpose,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  recordUse,
  saveChallenge,
  takeChallenge,
} from './passkeys.queries.ts'
import { challengeOf, DECOY_KEY, handleOf, partyOf, readSignature, webauthn } from './webauthn.ts'

type AnyCtx = Ctx<Actor | null>

/** What a browser's credential API is asked. */
export type CredentialOptions = { options: { challenge: string } & Record<string, unknown> }

const timeout = PASSKEY_MINUTES * 60_000

/** Stores the challenge of these options, which a passkey signs once and within five minutes. */
export async function withChallenge(
  { db, services }: AnyCtx,
  options: { challenge: string },
  about: { purpose: ChallengePurpose; user_id: number | null; own_computer?: boolean },
): Promise<CredentialOptions> {
  const expires_at = new Date(services.now().getTime() + timeout)
  await saveChallenge(db, { own_computer: false, ...about, challenge: options.challenge }, expires_at)
  return { options: { ...options, timeout } }
}

/**
 * What a passkey must sign, within five minutes and once, for one purpose of one person; `user_id` is null for a login
 * without a password. Only a proof of the caller names passkeys: a login tells nobody what an account has, and a test
 * shows that the passkey is found without its name, as at the next login.
 */
export async function credentialOptionsFor(
  ctx: AnyCtx,
  { purpose, user_id }: { purpose: Exclude<ChallengePurpose, 'add'>; user_id: number | null },
): Promise<CredentialOptions> {
  const { db, services } = ctx
  const { generateAuthenticationOptions } = await webauthn()
  const own = purpose === 'prove' && user_id !== null ? await listPasskeys(db, user_id) : []
  const options = await generateAuthenticationOptions({
    rpID: partyOf(services.config).id,
    allowCredentials: own
      .filter(({ proved_at }) => proved_at !== null)
      .map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: 'required',
  })
  return withChallenge(ctx, options, { purpose, user_id })
}

/** What a passkey is asked for: whose it must be (null: it says so itself), and what for. */
export type PasskeyCheck = {
  purpose: Exclude<ChallengePurpose, 'add'>
  user_id: number | null
  credential: Credential
}

/**
 * Returns the passkey that has signed a challenge of this purpose and person, and records its use; else null, which
 * takes the same time for an unknown, an untested and a known passkey. The challenge is used up in `db`: when its
 * transaction is rolled back, only a right answer is worth sending again. A login alone needs an activated account; for
 * all else the caller has looked at it. A counter that has fallen back is logged, also when the caller rolls back.
 */
export async function verifyPasskey(
  ctx: AnyCtx,
  db: Db,
  { purpose, user_id, credential }: PasskeyCheck,
): Promise<PasskeyRow | null> {
  const { config, now } = ctx.services
  const challenge = challengeOf(credential)
  const asked = challenge === null ? null : await takeChallenge(db, { challenge, purpose, user_id }, now())
  if (challenge === null || asked === null) return null
  const stored = await findPasskey(db, credential.id)
  const key = { credential_id: credential.id, public_key: stored?.public_key ?? DECOY_KEY }
  const answer = await readSignature(config, key, credential, challenge)
  if (!answer || !stored) return null
  // the account was changed after this was asked
  if (stored.sign_in_epoch > asked.sign_in_epoch) return null
  if (stored.user_id !== (user_id ?? stored.user_id)) return null
  // a login that no account was named for must be told by the passkey
  const handle = answer.user_handle ?? (user_id === null ? null : handleOf(stored.user_id))
  if (handle !== handleOf(stored.user_id)) return null
  if ((stored.proved_at === null) !== (purpose === 'test')) return null
  if (purpose === 'log in' && stored.status !== 'Activated') return null
  if (await recordUse(db, { id: stored.id, ...answer }, now())) return stored
  await logCopied(ctx, stored)
  return null
}

/** Logs that a copy of a passkey exists: its counter has fallen back. */
async function logCopied({ services, origin }: AnyCtx, { user_id, name }: PasskeyRow): Promise<void> {
  const person = await actorQuery(services.db).where('users.id', '=', user_id).executeTakeFirstOrThrow()
  const actor = actorOf(person)
  await writeAudit(services.db, actor, origin, {
    module: 'Authentication',
    event: 'Second Step Failed',
    id: actor.id,
    code: actor.email,
    changes: [
      { field: 'passkey', old: null, new: `${name}: its counter has fallen back, so it may be copied` },
    ],
  })
}
