import { type Credential, MAX_PASSKEYS } from '../../shared/factors/factors.schema.ts'
import { lockAccount, requireSameEpoch } from '../auth/auth.queries.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { factorAdded, factorRemoved, lockOwn } from './own-factors.actions.ts'
import {
  type CredentialOptions,
  credentialOptionsFor,
  verifyPasskey,
  withChallenge,
} from './passkeys.actions.ts'
import {
  deletePasskey,
  deleteUntested,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordTest,
  takeChallenge,
} from './passkeys.queries.ts'
import { isOwnComputer } from './second-step.actions.ts'
import {
  ALGORITHMS,
  challengeOf,
  handleOf,
  isOfThisComputer,
  partyOf,
  readNewPasskey,
  webauthn,
} from './webauthn.ts'

/** as a device lists the passkeys of its person */
const PARTY_NAME = 'REDD+ Safeguards Information System'

/** What the browser of the caller is asked for; `tokens` are those of own computers. */
export async function ownCredentialOptions(
  ctx: Ctx,
  { purpose, own_computer }: { purpose: 'add' | 'test' | 'prove'; own_computer?: boolean | undefined },
  tokens: string[],
): Promise<CredentialOptions> {
  const user_id = ctx.actor.id
  if (purpose !== 'add') return credentialOptionsFor(ctx, { purpose, user_id })
  return newPasskeyOptions(ctx, own_computer ?? (await isOwnComputer(ctx, ctx.db, user_id, tokens)))
}

/**
 * What a new passkey of the caller must answer. On a computer that is not their own it must be a security key or a
 * phone: the computer's passkey would let everybody in who uses it. Throws `proof_needed`, `passkeys_full`.
 */
async function newPasskeyOptions(ctx: Ctx, own_computer: boolean): Promise<CredentialOptions> {
  const { actor, db, services } = ctx
  // all of it before the browser asks for a finger, not after
  await lockOwn(ctx, db)
  const present = await requireRoom(db, actor.id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: PARTY_NAME,
    rpID: partyOf(services.config).id,
    userID: new Uint8Array(Buffer.from(handleOf(actor.id), 'base64url')),
    userName: actor.email,
    userDisplayName: actor.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: 'required',
      ...(own_computer ? {} : { authenticatorAttachment: 'cross-platform' }),
    },
  })
  return withChallenge(ctx, options, { purpose: 'add', user_id: actor.id, own_computer })
}

/** The passkeys that count; throws `passkeys_full` when there is no room for another. */
async function requireRoom(db: Db, user_id: number) {
  const counting = (await listPasskeys(db, user_id)).filter(({ proved_at }) => proved_at !== null)
  if (counting.length >= MAX_PASSKEYS) throw new AppError('passkeys_full')
  return counting
}

/**
 * Adds a passkey of the caller; returns its id. It counts once it is tested, so nothing is logged. One that was never
 * tested ends.
 */
export const addPasskey = (
  ctx: Ctx,
  { name, passkey: credential }: { name: string; passkey: Credential },
): Promise<{ id: number }> =>
  inTransaction(ctx.services.db, async (db) => {
    const { id: user_id } = ctx.actor
    const { config, now } = ctx.services
    await lockOwn(ctx, db)
    await requireRoom(db, user_id)
    const challenge = challengeOf(credential) ?? ''
    const request = await takeChallenge(db, { challenge, purpose: 'add', user_id }, now())
    const added = request && (await readNewPasskey(config, credential, challenge))
    if (!added) throw new AppError('passkey_not_checked')
    await requireSameEpoch(db, user_id, request, 'passkey_not_checked')
    if (!request.own_computer && isOfThisComputer(credential))
      throw new AppError('passkey_of_shared_computer')
    await deleteUntested(db, user_id)
    if (await findPasskey(db, added.credential_id)) throw new AppError('passkey_is_added')
    const created_at = now().toISOString()
    return { id: await insertPasskey(db, { ...added, user_id, name, created_at }) }
  })

/** Finds a passkey of the caller, whose account is locked; throws 404 for another one. */
async function requireOwn(db: Db, user_id: number, id: number) {
  const passkey = (await listPasskeys(db, user_id)).find((one) => one.id === id)
  if (!passkey) throw new AppError('scope')
  return passkey
}

/** Makes a new passkey count after it has signed in once; with the first factor returns the recovery codes. */
export const testPasskey = (
  ctx: Ctx,
  id: number,
  credential: Credential,
): Promise<{ recovery_codes: string[] | null }> =>
  ctx.write(async (db, audit) => {
    const { actor, services } = ctx
    await lockAccount(db, actor.id)
    const passkey = await requireOwn(db, actor.id, id)
    const { name, proved_at, credential_id } = passkey
    if (proved_at !== null) throw new AppError('nothing_to_confirm')
    await requireSameEpoch(db, actor.id, passkey, 'nothing_to_confirm')
    if (credential.id !== credential_id) throw new AppError('passkey_is_another')
    const tested = await verifyPasskey(ctx, db, { purpose: 'test', user_id: actor.id, credential })
    if (!tested) throw new AppError('passkey_not_checked')
    await recordTest(db, id, services.now())
    return { recovery_codes: await factorAdded(ctx, db, audit, 'passkey', name) }
  })

/** Removes a passkey of the caller and returns its name. Throws `proof_needed`, `last_factor`. */
export const removePasskey = (ctx: Ctx, id: number): Promise<string> =>
  ctx.write(async (db, audit) => {
    await lockAccount(db, ctx.actor.id)
    const { name, proved_at } = await requireOwn(db, ctx.actor.id, id)
    if (proved_at === null) throw new AppError('scope')
    await deletePasskey(db, id)
    await factorRemoved(ctx, db, audit, 'passkey', name)
    return name
  })
