import type { User } from '../../shared/auth/auth.schema.ts'
import { canEndSessions, canSeeSignIn } from '../../shared/factors/factors.policy.ts'
import { type MySignIn, SHEET_CODES, type UserSignIn } from '../../shared/factors/factors.schema.ts'
import { endEverySignIn, endOwnComputers, lockAccount, removeSession } from '../auth/auth.queries.ts'
import type { AuditEntry } from '../context/audit.ts'
import type { Ctx } from '../context/context.ts'
import { isFresh } from '../context/identity-check.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { findUser, lockUser } from '../users/users.queries.ts'
import { findLiveCode } from './reset-codes.queries.ts'
import { listPasskeys } from './passkeys.queries.ts'
import {
  deleteOwnComputer,
  findCodeFactors,
  findDemand,
  findFactorState,
  listOwnComputers,
  listSessions,
} from './sessions.queries.ts'

const entry = (
  { id, email: code }: Pick<User, 'id' | 'email'>,
  event: AuditEntry<'Authentication'>['event'],
  changes: AuditEntry['changes'] = [],
): AuditEntry<'Authentication'> => ({ module: 'Authentication', event, id, code, changes })

const forgotten = (device: string) => [{ field: 'own_computer', old: device, new: null }]

/** The caller's factors, session and own computers, and what their level demands. */
export async function mySignIn({ db, actor, session, services }: Ctx): Promise<MySignIn> {
  const now = services.now()
  const passkeys = await listPasskeys(db, actor.id)
  const { has_factor } = await findFactorState(db, actor.id)
  const next_in_full = has_factor && !session?.proved_in_full
  return {
    ...(await findDemand(db, actor.access_level)),
    ...(await findCodeFactors(db, actor.id)),
    has_factor,
    passkeys: passkeys.filter(({ proved_at }) => proved_at !== null),
    sessions: await listSessions(db, { user_id: actor.id, this_id: session?.id ?? null, now }),
    own_computers: await listOwnComputers(db, actor.id, now),
    proof: { holds: session !== null && isFresh(session, now) && !next_in_full, next_in_full },
  }
}

/** Ends the caller's session and forgets their own computers: for one who has left a computer behind. */
export const endOwnSessions = (ctx: Ctx, token: string | null): Promise<void> =>
  ctx.write(async (db, audit) => {
    const { actor } = ctx
    await lockAccount(db, actor.id)
    // a person has one session
    await removeSession(db, token ?? '')
    await endOwnComputers(db, actor.id)
    audit(entry(actor, 'Sessions Ended'))
  })

/** Forgets an own computer of the caller; returns its device. */
export const forgetOwnComputer = (ctx: Ctx, id: number): Promise<string> =>
  ctx.write(async (db, audit) => {
    const device = await deleteOwnComputer(db, ctx.actor.id, id)
    if (device === undefined) throw new AppError('scope')
    audit(entry(ctx.actor, 'Own Computer Forgotten', forgotten(device)))
    return device
  })

/** A person's factors, session, own computers and reset code, for those above. */
export async function signInOf({ db, actor, services }: Ctx, id: number): Promise<UserSignIn> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('scope')
  requireAllowed(canSeeSignIn(actor, user))
  const now = services.now()
  const { app, sheet } = await findCodeFactors(db, id)
  const passkeys = (await listPasskeys(db, id)).filter(({ proved_at }) => proved_at !== null)
  return {
    ...(await findFactorState(db, id)),
    kinds: [
      ...(app ? (['app'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(sheet?.size === SHEET_CODES ? (['sheet'] as const) : []),
    ],
    sessions: await listSessions(db, { user_id: id, now }),
    own_computers: await listOwnComputers(db, id, now),
    reset_code: await findLiveCode(db, id, now),
  }
}

/** Ends a person's session, which is told at its next call, and forgets their own computers. Returns the name. */
export const endSessions = (ctx: Ctx, id: number): Promise<string> =>
  ctx.write(async (db, audit) => {
    const user = await lockUser(db, id)
    requireAllowed(canEndSessions(ctx.actor, user))
    await endEverySignIn(db, id, 'administrator')
    audit(entry(user, 'Sessions Ended'))
    return `${user.first_name} ${user.last_name}`
  })

/** Forgets one own computer of a person; returns its device. */
export const forgetComputer = (ctx: Ctx, id: number, computer_id: number): Promise<string> =>
  ctx.write(async (db, audit) => {
    const user = await lockUser(db, id)
    requireAllowed(canEndSessions(ctx.actor, user))
    const device = await deleteOwnComputer(db, id, computer_id)
    if (device === undefined) throw new AppError('scope')
    audit(entry(user, 'Own Computer Forgotten', forgotten(device)))
    return device
  })
