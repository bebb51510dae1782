import { identityWords } from '../../shared/factors/identity-words.ts'
import { canOfferIdentity } from '../../shared/oidc/oidc.policy.ts'
import { canEditUser, canSeeUser } from '../../shared/users/users.policy.ts'
import type { Identity, IdentityReply } from '../../shared/oidc/oidc.schema.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import { type Begun, raiseEpoch, removeSessions, requireSameEpoch } from '../auth/auth.queries.ts'
import type { Audit, Ctx } from '../context/context.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { findUser, lockUser } from '../users/users.queries.ts'
import { mailLinked, mailOffered, mailUnlinked } from './linking.mails.ts'
import {
  addIdentity,
  findIdentityOf,
  findOfferTo,
  isSealedAccount,
  lockIdentity,
  lockOfferInBrowser,
  removeOffer,
  saveOffer,
  setOwner,
  shownOf,
  type StoredIdentity,
} from './oidc.queries.ts'
import { providerOf } from './provider.ts'
import type { Claims } from './visit.ts'

/** The word for single sign-on as a first step. */
export const BY_PROVIDER = 'single sign-on'

type Named = Pick<Claims, 'issuer' | 'subject' | 'name' | 'email'>
type Owner = { id: number; first_name: string; email: string }

/** How a mail names an identity. */
const namedFor = ({ name, email, subject }: Named): string =>
  [name, email && (name ? `(${email})` : email)].filter(Boolean).join(' ') || subject

/** How the log names an identity: name and address are what the provider said, issuer and subject are who it is. */
const logged = (identity: Named): string => `${namedFor(identity)}: ${identity.subject} at ${identity.issuer}`

/** What the row of a login that has failed by single sign-on says besides. */
export const failedBy = (identity: Named | null): FieldChange[] => [
  { field: 'proof', old: null, new: BY_PROVIDER },
  ...(identity ? [{ field: 'identity', old: null, new: logged(identity) }] : []),
]

const line = (
  owner: Owner,
  event: 'Identity Offered' | 'Identity Linked' | 'Identity Unlinked',
  [before, after]: [StoredIdentity | null, StoredIdentity | null],
  more: FieldChange[] = [],
): AuditEntry<'Authentication'> => ({
  module: 'Authentication',
  event,
  id: owner.id,
  code: owner.email,
  changes: [{ field: 'identity', old: before && logged(before), new: after && logged(after) }, ...more],
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

/** Requires that no account is linked to an identity. */
function requireFree(ctx: Ctx, { user_id }: StoredIdentity): void {
  if (user_id !== null) throw new AppError(no('identity_taken', { provider: providerOf(ctx.services).name }))
}

/**
 * Links a locked account to a locked identity, in its owner's name. One identity has one account and one account one
 * identity, except that an identity of a provider that is not set any more makes room.
 */
async function link(
  ctx: Ctx,
  { db, audit }: { db: Db; audit: Audit },
  { owner, identity, more }: { owner: Owner; identity: StoredIdentity; more: FieldChange[] },
): Promise<void> {
  const before = await requireLinkable(ctx, db, owner.id)
  requireFree(ctx, identity)
  if (before) await setOwner(db, before.id, { user_id: null, linked_at: null })
  await removeOffer(db, owner.id)
  await setOwner(db, identity.id, { user_id: owner.id, linked_at: ctx.services.now().toISOString() })
  await raiseEpoch(db, owner.id)
  audit({ ...line(owner, 'Identity Linked', [before, identity], more), actor: ctx.actor })
  await mailLinked(ctx.services, db, { owner, by: ctx.actor, identity: namedFor(identity) })
}

/** Removes the link of a locked account; 409 where it has none. */
async function unlink(ctx: Ctx, { db, audit }: { db: Db; audit: Audit }, owner: Owner): Promise<void> {
  const provider = providerOf(ctx.services)
  const identity = await findIdentityOf(db, owner.id)
  if (!identity) throw new AppError(no('account_not_linked', { provider: provider.name }))
  await setOwner(db, identity.id, { user_id: null, linked_at: null })
  await raiseEpoch(db, owner.id)
  audit(line(owner, 'Identity Unlinked', [identity, null]))
  await mailUnlinked(ctx.services, db, { owner, by: ctx.actor, identity: namedFor(identity) })
}

/** Returns the identity of this provider that an account is linked to, or was offered. */
export async function identityOf({ db, services }: Ctx, user_id: number): Promise<IdentityReply> {
  const { issuer } = providerOf(services)
  const ofProvider = (found: StoredIdentity | undefined) => (found?.issuer === issuer ? found : undefined)
  const linked = ofProvider(await findIdentityOf(db, user_id))
  const offered = ofProvider(await findOfferTo(db, user_id))
  return {
    identity: linked ? shownOf(linked) : null,
    linked_at: linked?.linked_at ?? null,
    offered: offered ? shownOf(offered) : null,
    offered_at: offered?.offered_at ?? null,
  }
}

/** Links the caller's account to the person who came back; `proof` is how the caller had proved their identity. */
export const linkOwn = (
  ctx: Ctx,
  claims: Claims,
  { proof, ...visit }: Begun & { proof: string | null },
): Promise<Identity> =>
  ctx.write(async (db, audit) => {
    const owner = await lockUser(db, ctx.actor.id)
    if (owner.status !== 'Activated') throw new AppError('not_signed_in')
    await requireSameEpoch(db, owner.id, visit, 'sign_in_over')
    const identity = await addIdentity(db, claims, ctx.services.now())
    const more = proof === null ? [] : [{ field: 'proof', old: null, new: proof }]
    await link(ctx, { db, audit }, { owner, identity, more })
    return shownOf(identity)
  })

/** Removes the link of the caller's account. */
export const unlinkOwn = (ctx: Ctx): Promise<void> =>
  ctx.write(async (db, audit) => unlink(ctx, { db, audit }, await lockUser(db, ctx.actor.id)))

/** Returns the identity of a user, for those who may see this user. */
export async function identityOfUser(ctx: Ctx, id: number): Promise<IdentityReply> {
  const user = await findUser(ctx.db, id)
  if (!user) throw new AppError('scope')
  requireAllowed(canSeeUser(ctx.actor, user))
  return identityOf(ctx, id)
}

/** Offers a user an identity that came before and has no account; its owner accepts it when they log in with it. */
export async function offerLink(ctx: Ctx, id: number, identity_id: number): Promise<IdentityReply> {
  await ctx.write(async (db, audit) => {
    const owner = await lockUser(db, id)
    requireAllowed(canOfferIdentity(ctx.actor, owner))
    const identity = await lockIdentity(db, identity_id)
    if (identity?.issuer !== providerOf(ctx.services).issuer) throw new AppError('not_found')
    await requireLinkable(ctx, db, id)
    requireFree(ctx, identity)
    const offered_at = ctx.services.now().toISOString()
    await saveOffer(db, identity_id, { offered_to: id, offered_by: ctx.actor.id, offered_at })
    audit(line(owner, 'Identity Offered', [null, identity]))
    await mailOffered(ctx.services, db, { owner, by: ctx.actor, identity: namedFor(identity) })
  })
  return identityOf(ctx, id)
}

/** Whether the identity that came back to this browser was offered to this account. */
export const isOffered = async (
  { services, db }: Pick<Ctx, 'services' | 'db'>,
  user_id: number,
  browsers: string[],
): Promise<boolean> => (await lockOfferInBrowser(db, user_id, browsers, services.now())) !== undefined

/**
 * Links the account of a person who logs in with password and second factor to the identity that came back to this
 * browser before, where it was offered to them. In the transaction of the login.
 */
export async function acceptOffer(
  ctx: Ctx,
  { db, audit }: { db: Db; audit: Audit },
  { browsers, proved_by }: { browsers: string[]; proved_by: string },
): Promise<void> {
  const { actor, services } = ctx
  const identity = await lockOfferInBrowser(db, actor.id, browsers, services.now())
  if (!identity) return
  const proof = identityWords({ proved_by, minutes: 0, count: null })
  await link(
    ctx,
    { db, audit },
    { owner: actor, identity, more: [{ field: 'proof', old: null, new: proof }] },
  )
}

/** Removes the offer of a user, or the link; then a session of the account ends, because the identity may have begun it. */
export const unlinkUser = (ctx: Ctx, id: number): Promise<void> =>
  ctx.write(async (db, audit) => {
    const owner = await lockUser(db, id)
    requireAllowed(canEditUser(ctx.actor, owner))
    const offered = await findOfferTo(db, id)
    if (offered) {
      await removeOffer(db, id)
      return audit(line(owner, 'Identity Offered', [offered, null]))
    }
    await unlink(ctx, { db, audit }, owner)
    return removeSessions(db, id, 'administrator')
  })
