import type { Actor } from '../../shared/access/actor.ts'
import { FIXED_PERMISSIONS } from '../../shared/access/permissions.ts'
import type { LoginInput, LoginReply, SecondStepReply, User } from '../../shared/auth/auth.schema.ts'
import type { Audit, Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { actorOf, newToken } from '../context/sessions.ts'
import {
  type AccountForLogin,
  addSession,
  findSession,
  lockAccount,
  recordLogin,
  recordMailedPasswordUse,
  removeSession,
  removeSessions,
} from '../auth/auth.queries.ts'
import { mailedPasswordProblem } from '../auth/mailed-password.ts'
import { addressKey } from '../auth/throttle.ts'
import { checkPassword, logFailure } from '../auth/password-attempts.actions.ts'
import { unsealBreakGlass } from '../factors/break-glass.actions.ts'
import { askSecondStep, isOwnComputer, needsSecondStep } from '../factors/second-step.actions.ts'
import { recordWhereFrom } from './where-from.ts'
import { acceptOffer, BY_PROVIDER, failedBy, isOffered } from '../oidc/linking.actions.ts'
import { findIdentityOf, findIdToken } from '../oidc/oidc.queries.ts'
import { endSessionAddress } from '../oidc/visit.ts'
import { findUser } from '../users/users.queries.ts'

type AnyCtx = Ctx<Actor | null>

/** The same error for a wrong password and an unknown address (C-37, S-04). */
const wrongCredentials = ({ t }: AnyCtx) => invalid({ email: [t('refused.wrong_credentials')] })

/** Returns the permissions for the browser: the five fixed ones and those of the role. */
export const permissionsOf = (actor: Actor): string[] => [...FIXED_PERMISSIONS, ...actor.permissions]

/** Returns the caller's profile. */
export async function ownProfile(db: Db, id: number): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('not_signed_in')
  return user
}

/** The cookies of this browser: of visits to the provider, and of own computers. */
export type Browser = { visits: string[]; own_computers: string[] }

/**
 * Logs a person in. Checks the password before disclosing anything about the account (S-04). An account has one
 * session: 409 when there is one and `force` is not set, else the older one ends (S-06).
 */
export async function logIn(
  ctx: AnyCtx,
  input: LoginInput,
  { visits, own_computers }: Browser,
): Promise<LoginReply | SecondStepReply> {
  const email = addressKey(input.email)
  const account = await checkPassword(ctx, email, input.password)
  if (!account) throw wrongCredentials(ctx)
  // an offered link is accepted with the second factor, on an own computer too
  const known = (await isOffered(ctx, account.id, visits)) ? [] : own_computers
  const first = { proved_by: BY_PASSWORD, own_computers: known }
  return afterFirstStep(
    ctx,
    account,
    first,
    input.force ?? false,
    acceptanceOf(ctx, account, visits, BY_PASSWORD),
  )
}

const BY_PASSWORD = 'password'

/** What a login with a password, and the second factor, does besides: it accepts the link that this browser was offered. */
export const acceptanceOf =
  (ctx: AnyCtx, account: AccountForLogin, browsers: string[], proved_by: string): Also =>
  (db, audit) =>
    acceptOffer({ ...ctx, actor: actorOf(account) }, { db, audit }, { browsers, proved_by })

const isByProvider = (proved_by: string): boolean => proved_by.startsWith(BY_PROVIDER)

/** What the first step has proved, and the tokens by which this browser may be known as the person's own computer. */
export type FirstStep = { proved_by: string; own_computers: string[] }

/**
 * Continues a login whose first step, a password or single sign-on, is passed: to the second step where the account has
 * one, without saying more about the account, else to the session.
 */
export async function afterFirstStep(
  ctx: AnyCtx,
  account: AccountForLogin,
  { proved_by, own_computers }: FirstStep,
  force: boolean,
  also?: Also,
): Promise<LoginReply | SecondStepReply> {
  const isLetIn = async (db: Db) =>
    !needsSecondStep(account) || (await isOwnComputer(ctx, db, account.id, own_computers))
  if (!(await isLetIn(ctx.db))) return askSecondStep(ctx, account, proved_by)
  return finishLogin(ctx, account, { proved_by, in_full: false }, force, async (db, audit) => {
    // the computer may have been forgotten just now
    if (!(await isLetIn(db))) throw new AppError('step_over')
    await also?.(db, audit)
  })
}

type Steps = { proved_by: string; in_full: boolean }
export type Also = (db: Db, audit: Audit) => Promise<void>

/** Starts the session of a login whose steps are passed, or logs why the account may not log in all the same. */
export async function finishLogin(
  ctx: AnyCtx,
  account: AccountForLogin,
  proof: Steps,
  force: boolean,
  also?: Also,
): Promise<LoginReply> {
  const refusal = loginRefusal(ctx, account, proof.proved_by)
  if (!refusal) return startSession(ctx, account, proof, force, also)
  const email = addressKey(account.email)
  await inTransaction(ctx.services.db, async (db) => {
    const changes = isByProvider(proof.proved_by)
      ? failedBy((await findIdentityOf(db, account.id)) ?? null)
      : []
    await logFailure(ctx, db, email, account, changes)
  })
  throw refusal
}

/** Returns why the account may not log in although the password is right; a mailed one matters to no other way in. */
function loginRefusal(ctx: AnyCtx, account: AccountForLogin, proved_by: string): AppError | null {
  if (account.status !== 'Activated') return new AppError('deactivated')
  if (isByProvider(proved_by)) return null
  const problem = mailedPasswordProblem(ctx.t, account, ctx.services.now())
  return problem ? invalid({ password: [problem] }) : null
}

/**
 * Starts the session of a login whose steps are passed. Locks the account, so that of two concurrent logins the second
 * finds the session of the first. `also` is done in the same transaction.
 */
const startSession = (
  ctx: AnyCtx,
  account: AccountForLogin,
  proof: Steps,
  force: boolean,
  also: Also = async () => undefined,
): Promise<LoginReply> =>
  ctx.write(async (db, audit) => {
    const now = ctx.services.now()
    const locked = await lockAccount(db, account.id)
    if (!locked || locked.password_hash !== account.password_hash) throw wrongCredentials(ctx)
    // the account was changed after its first step was passed
    if (locked.sign_in_epoch > account.sign_in_epoch) throw new AppError('step_over')
    const refusal = loginRefusal(ctx, locked, proof.proved_by)
    if (refusal) throw refusal
    const older = await findSession(db, locked.id, now)
    if (older?.live && !force) throw new AppError('already_signed_in')

    const actor = actorOf(locked)
    const line = { module: 'Authentication', id: locked.id, code: locked.email, actor } as const
    if (older && !older.live) audit({ ...line, event: 'Session Expired' })
    await removeSessions(db, locked.id, older?.live ? 'elsewhere' : 'expired')
    const token = newToken()
    const { network_address, user_agent } = ctx.origin
    const isProvided = isByProvider(proof.proved_by)
    const oidc_id_token = isProvided ? await findIdToken(db, locked.id, now) : null
    const session = { user_id: locked.id, token, network_address, user_agent, oidc_id_token }
    await addSession(db, { ...session, ...proof }, now)
    await recordLogin(db, locked.id, now)
    if (!isProvided) await recordMailedPasswordUse(db, locked.id, now)
    await recordWhereFrom(ctx, db, actor, now)
    await also(db, audit)
    if (locked.is_break_glass) await unsealBreakGlass(ctx, db, audit, actor)
    const way = isProvided ? [{ field: 'proof', old: null, new: proof.proved_by }] : []
    audit({ ...line, event: older?.live ? 'Forced Login' : 'Login', changes: way })
    return {
      token,
      gkey: ctx.services.config.maps_key,
      user: await ownProfile(db, locked.id),
      permissions: permissionsOf(actor),
    }
  })

/**
 * Ends the session of this token; a token that is no longer valid is no error (S-05). Returns where the browser goes to
 * end the provider's session, for one that began with single sign-on.
 */
export async function logOut(ctx: AnyCtx, token: string | null): Promise<string | null> {
  const { actor } = ctx
  if (!actor || !token) return null
  const id_token = await ctx.write(async (db, audit) => {
    audit({ module: 'Authentication', event: 'Logout', id: actor.id, code: actor.email })
    return removeSession(db, token)
  })
  return id_token === null ? null : endSessionAddress(ctx.services, id_token)
}
