import { canEditUser, canSeeUser } from '../../shared/users/users.policy.ts'
import type { Identity, IdentityReply } from '../../shared/oidc/oidc.schema.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import { removeSessions } from '../auth/auth.queries.ts'
import type { Audit, Ctx } from '../context/context.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { requireProof } from '../context/proof.ts'
import { findUser, lockUser } from '../users/users.queries.ts'
import { mailLinked, mailUnlinked } from './linking.mails.ts'
import {
  addIdentity,
  findIdentityOf,
  isSealedAccount,
  lockIdentity,
  setOwner,
  shownOf,
  type StoredIdentity,
} from './oidc.queries.ts'
import { providerOf } from './provider.ts'
import type { Claims } from './visit.ts'

type Owner = { id: number; first_name: string; email: string }
/** Requires the proof of identity, after every other check; returns its line of the log. */
type Prove = () => Promise<FieldChange[]>

/** How a mail names an identity. */
const namedFor = ({ name, email, subject }: StoredIdentity): string =>
  [name, email && (name ? `(${email})` : email)].filter(Boolean).join(' ') || subject

/** How the log names an identity: name and address are what the provider said, issuer and subject are who it is. */
const logged = (identity: StoredIdentity): string =>
  `${namedFor(identity)}: ${identity.subject} at ${identity.issuer}`

const line = (
  owner: Owner,
  event: 'Identity Linked' | 'Identity Unlinked',
  [before, after]: [StoredIdentity | null, StoredIdentity | null],
  proof: FieldChange[],
): AuditEntry<'Authentication'> => ({
  module: 'Authentication',
  event,
  id: owner.id,
  code: owner.email,
  changes: [{ field: 'identity', old: before && logged(before), new: after && logged(after) }, ...proof],
})

/**
 * Requires that this account may be linked, and returns the identity that it has of a provider that is not set any
 * more. The sealed account of the operator has one way in.
 */
export async function requireLinkable(
  { services }: Ctx,
  db: Db,
  user_id: number,
): Promise<StoredIdentity | null> {
  const provider = providerOf(services)
  if (await isSealedAccount(db, user_id)) throw new AppError('permission')
  const before = (await findIdentityOf(db, user_id)) ?? null
  if (before?.issuer === provider.issuer)
    throw new AppError(no('account_linked', { provider: provider.name }))
  return before
}

/**
 * Links a locked account to a locked identity. One identity has one account and one account one identity, except that
 * an identity of a provider that is not set any more makes room.
 */
async function link(
  ctx: Ctx,
  { db, audit }: { db: Db; audit: Audit },
  { owner, identity, prove }: { owner: Owner; identity: StoredIdentity; prove: Prove },
): Promise<string> {
  const { name } = providerOf(ctx.services)
  const before = await requireLinkable(ctx, db, owner.id)
  if (identity.user_id !== null) throw new AppError(no('identity_taken', { provider: name }))
  const proof = await prove()
  if (before) await setOwner(db, before.id, { user_id: null, linked_at: null })
  const linked_at = ctx.services.now().toISOString()
  await setOwner(db, identity.id, { user_id: owner.id, linked_at })
  audit(line(owner, 'Identity Linked', [before, identity], proof))
  await mailLinked(ctx.services, db, { owner, by: ctx.actor, identity: namedFor(identity) })
  return linked_at
}

/** Removes the link of a locked account; 409 where it has none. */
async function unlink(
  ctx: Ctx,
  { db, audit }: { db: Db; audit: Audit },
  owner: Owner,
  prove: Prove,
): Promise<void> {
  const provider = providerOf(ctx.services)
  const identity = await findIdentityOf(db, owner.id)
  if (!identity) throw new AppError(no('account_not_linked', { provider: provider.name }))
  const proof = await prove()
  await setOwner(db, identity.id, { user_id: null, linked_at: null })
  audit(line(owner, 'Identity Unlinked', [identity, null], proof))
  await mailUnlinked(ctx.services, db, { owner, by: ctx.actor, identity: namedFor(identity) })
}

/** Returns the identity of this provider that an account is linked to. */
export async function identityOf({ db, services }: Ctx, user_id: number): Promise<IdentityReply> {
  const { issuer } = providerOf(services)
  const found = await findIdentityOf(db, user_id)
  return found?.issuer === issuer
    ? { identity: shownOf(found), linked_at: found.linked_at }
    : { identity: null, linked_at: null }
}

/** Links the caller's account to the person who came back; `proof` is how the caller had proved their identity. */
export const linkOwn = (ctx: Ctx, claims: Claims, proof: string | null): Promise<Identity> =>
  ctx.write(async (db, audit) => {
    const owner = await lockUser(db, ctx.actor.id)
    if (owner.status !== 'Activated') throw new AppError('not_signed_in')
    const identity = await addIdentity(db, claims, ctx.services.now())
    const proved = proof === null ? [] : [{ field: 'proof', old: null, new: proof }]
    await link(ctx, { db, audit }, { owner, identity, prove: async () => proved })
    return shownOf(identity)
  })

/** Removes the link of the caller's account. */
export const unlinkOwn = (ctx: Ctx): Promise<void> =>
  ctx.write(async (db, audit) => {
    const owner = await lockUser(db, ctx.actor.id)
    await unlink(ctx, { db, audit }, owner, () => requireProof(ctx, db, { ofEverybody: true }))
  })

/** Returns the identity of a user, for those who may see this user. */
export async function identityOfUser(ctx: Ctx, id: number): Promise<IdentityReply> {
  const user = await findUser(ctx.db, id)
  if (!user) throw new AppError('scope')
  requireAllowed(canSeeUser(ctx.actor, user))
  return identityOf(ctx, id)
}

/** Links a user's account to an identity that came before and has no account. */
export const linkUser = (ctx: Ctx, id: number, identity_id: number): Promise<IdentityReply> =>
  ctx.write(async (db, audit) => {
    const owner = await lockUser(db, id)
    requireAllowed(canEditUser(ctx.actor, owner))
    const identity = await lockIdentity(db, identity_id)
    if (identity?.issuer !== providerOf(ctx.services).issuer) throw new AppError('not_found')
    const prove = () => requireProof(ctx, db)
    const linked_at = await link(ctx, { db, audit }, { owner, identity, prove })
    return { identity: shownOf(identity), linked_at }
  })

/** Removes the link of a user's account; a session of the account ends, because the identity may have begun it. */
export const unlinkUser = (ctx: Ctx, id: number): Promise<void> =>
  ctx.write(async (db, audit) => {
    const owner = await lockUser(db, id)
    requireAllowed(canEditUser(ctx.actor, owner))
    await unlink(ctx, { db, audit }, owner, () => requireProof(ctx, db))
    await removeSessions(db, id, 'administrator')
  })
