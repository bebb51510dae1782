import type { Actor } from '../../shared/access/actor.ts'
import { OIDC_MINUTES } from '../../shared/oidc/oidc.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import { logFailure } from '../auth/password-attempts.actions.ts'
import type { Ctx } from '../context/context.ts'
import { requireIdentity } from '../context/identity-check.ts'
import { newToken } from '../context/sessions.ts'
import { AppError } from '../lib/errors.ts'
import { failedBy, linkOwn, requireLinkable } from './linking.actions.ts'
import {
  addIdentity,
  addVisit,
  type Linker,
  rememberIdentity,
  removeOldVisits,
  removeSurplusIdentities,
  removeVisit,
  type Returned,
  saveVisitor,
  takeVisit,
} from './oidc.queries.ts'
import { providerOf } from './provider.ts'
import { type Claims, claimsOf, newVisit, visitAddress } from './visit.ts'
import { inTransaction } from '../database/db.ts'

type AnyCtx = Ctx<Actor | null>

/** a longer token does not fit into the address that ends the provider's session */
const ID_TOKEN_MAX = 4_000

/** Where the browser goes, and what it must present when it comes back. */
export type Begun = { address: string; browser: string }

const endOf = (now: Date) => new Date(now.getTime() + OIDC_MINUTES * 60_000)

async function begin({ services }: AnyCtx, linker: Linker | null): Promise<Begun> {
  const visit = newVisit()
  const browser = newToken()
  const address = await visitAddress(services, visit, linker ? 'link' : 'sign_in')
  const now = services.now()
  await removeOldVisits(services.db, linker, now)
  await addVisit(services.db, { visit, browser, linker, expires_at: endOf(now) })
  return { address, browser }
}

/** Begins a visit to the provider to sign in. */
export const beginSignIn = (ctx: AnyCtx): Promise<Begun> => begin(ctx, null)

/** Begins a visit to the provider to link the caller's account, whose identity must be proved as for a factor. */
export async function beginLink(ctx: Ctx): Promise<Begun> {
  await requireLinkable(ctx, ctx.db, ctx.actor.id)
  const [proof] = await requireIdentity(ctx, ctx.db)
  return begin(ctx, { user_id: ctx.actor.id, proof: proof?.new ?? null })
}

/**
 * Stores who came back to sign in. Someone without an account is refused, and listed for administrators where the
 * bureau wants that; nobody is ever found by a mail address.
 */
async function recordVisitor(ctx: AnyCtx, { state }: Returned, claims: Claims): Promise<void> {
  const { services } = ctx
  const provider = providerOf(services)
  const isListed = provider.new_people === 'list'
  const named = { provider: provider.name }
  const refusal = await inTransaction(services.db, async (db) => {
    const identity = await (isListed ? addIdentity : rememberIdentity)(db, claims, services.now())
    if (identity?.user_id || identity?.offered_to) {
      const id_token = claims.id_token.length > ID_TOKEN_MAX ? '' : claims.id_token
      const expires_at = endOf(services.now())
      await saveVisitor(db, state, { identity_id: identity.id, id_token, expires_at })
      return identity.user_id ? null : no('link_offered', named)
    }
    if (isListed) await removeSurplusIdentities(db)
    await removeVisit(db, state)
    await logFailure(ctx, db, claims.email || claims.name || claims.subject, undefined, failedBy(claims))
    return isListed ? no('identity_listed', named) : no('identity_unknown', named)
  })
  if (refusal) throw new AppError(refusal)
}

/** What a visit was for: a sign-in whose visitor is stored now, or the link that it has made. */
export type Ended = { linked: Awaited<ReturnType<typeof linkOwn>> } | { linked: null }

/**
 * Ends a visit with what the provider sent the browser back with. Each visit is taken once, before the provider is
 * asked, and by the browser that began it; a visit taken before may still have its visitor (`takeVisitor`).
 */
export async function endVisit(ctx: AnyCtx, returned: Returned, query: URLSearchParams): Promise<Ended> {
  const { actor, services } = ctx
  const visit = await takeVisit(services.db, returned, services.now())
  if (!visit) return { linked: null }
  // the person who began the link must be the one who ends it
  if (visit.user_id !== null && visit.user_id !== actor?.id) throw new AppError('not_signed_in')
  const { nonce, verifier } = visit
  const claims = await claimsOf(services, { state: returned.state, nonce, verifier }, query)
  if (visit.user_id !== null) return { linked: await linkOwn(ctx as Ctx, claims, visit) }
  await recordVisitor(ctx, returned, claims)
  return { linked: null }
}
