import { randomBytes } from 'node:crypto'
import type { Actor } from '../../shared/access/actor.ts'
import { areTwoPeople } from '../../shared/access/two-people.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { codeForm, SIGNS, signsOf } from '../../shared/factors/codes.ts'
import { RESET_CODE_HOURS, type ResetCodeIssued } from '../../shared/factors/factors.schema.ts'
import {
  canIssueNow,
  canIssueResetCode,
  latestIssue,
  partToIssue,
  type ResetTarget,
} from '../../shared/factors/reset-codes.policy.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'
import { listAccountChanges } from '../audit/account-changes.queries.ts'
import { removeSessions } from '../auth/auth.queries.ts'
import { hashPassword, isPassword, RANK } from '../auth/passwords.ts'
import { writeAudit } from '../context/audit.ts'
import type { Ctx, Services } from '../context/context.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { mailCodeIssued, mailCodeUsed } from './reset-codes.mails.ts'
import {
  addSecondHalf,
  endCode,
  endExpiredCodes,
  findLiveCode,
  findWholeCode,
  insertCode,
  removeFactors,
  removeRemembered,
} from './reset-codes.queries.ts'

const HALF = SIGNS / 2

const entry = (person: Pick<Actor, 'id' | 'email'>, event: 'Reset Code Issued' | 'Reset Code Used') =>
  ({ module: 'Authentication', event, id: person.id, code: person.email }) as const

/** Reads a person, locked where it is read in the transaction of a change. Throws 404 when there is none. */
async function readPerson(db: Db, id: number, isLocked: boolean) {
  const row = await actorQuery(db)
    .where('users.id', '=', id)
    .$if(isLocked, (one) => one.forNoKeyUpdate('users'))
    .executeTakeFirst()
  if (!row) throw new AppError('scope')
  const person = actorOf(row)
  const target: ResetTarget = {
    ...person,
    status: row.status as ResetTarget['status'],
    has_factor: row.has_factor,
    awaits_new_factor: row.factor_reset_at !== null,
  }
  return { person, target }
}

const PART_WORDS: Record<ResetCodeIssued['part'], string> = {
  whole: 'all eight signs',
  first: 'the first four signs',
  second: 'the last four signs',
}

/**
 * Issues a reset code, or the actor's half of it, and returns its signs, which are stored as hashes only. A whole code
 * replaces an open one and ends the person's session and own computers; a first half ends nothing. Of two people who issue at once, the second learns of the first:
 * `seen` is the newest issue that the caller's screen shows.
 */
export async function issueResetCode(
  ctx: Ctx,
  id: number,
  seen: string | null | undefined,
): Promise<ResetCodeIssued> {
  const { actor, services } = ctx
  const { target: found } = await readPerson(ctx.db, id, false)
  // checked before the costly hash, and again under the lock
  requireAllowed(canIssueResetCode(actor, found))
  const isWhole = partToIssue(actor, found, null) === 'whole'
  const signs = signsOf(randomBytes(SIGNS)).slice(0, isWhole ? SIGNS : HALF)
  const code_hash = await hashPassword(signs, networkOf(ctx.origin.network_address))

  return ctx.write(async (db, audit) => {
    const now = services.now()
    const { person, target } = await readPerson(db, id, true)
    const live = await findLiveCode(db, id, now)
    if (seen !== undefined && seen !== latestIssue(live)) throw new AppError('code_just_issued')
    requireAllowed(canIssueNow(actor, target, live))
    const part = partToIssue(actor, target, live)
    if ((part === 'whole') !== isWhole) throw new AppError('conflict')
    if (part === 'second' && live)
      requireAllowed(areTwoPeople(live.issued_by, actor.id, await listAccountChanges(db, now), now))

    const issued_at = now.toISOString()
    const expires_at = new Date(now.getTime() + RESET_CODE_HOURS * HOUR_MS).toISOString()
    const issue = { code_hash, issued_by: actor.id, issued_at, expires_at }
    if (part === 'first') {
      // a half that is open is an expired one
      await endCode(db, id, 'expired', now, { isHalf: true })
      await insertCode(db, { user_id: id, needs_two: true, ...issue })
    } else {
      const isSecond = part === 'second' && live
      // without a live one at most an expired one is open
      await endCode(db, id, live ? 'replaced' : 'expired', now, isSecond ? { isHalf: false } : {})
      if (isSecond) await addSecondHalf(db, live.id, issue)
      else await insertCode(db, { user_id: id, needs_two: false, ...issue })
      await removeSessions(db, id, 'administrator')
      await removeRemembered(db, id)
    }
    const issued: FieldChange = { field: 'reset_code', old: null, new: PART_WORDS[part] }
    audit({ ...entry(person, 'Reset Code Issued'), changes: [issued] })
    await mailCodeIssued(services, db, { issuer: actor, person, part, expires_at })
    return { signs, part, expires_at }
  })
}

/**
 * Uses the reset code of a person up, in `db`'s transaction: the code, every factor and every own computer of the person
 * end. Returns whether it was right; a wrong one changes nothing, and takes the same time with and without a code.
 */
export async function useResetCode(
  { services, origin }: Ctx<Actor | null>,
  db: Db,
  user_id: number,
  code: string,
): Promise<boolean> {
  const now = services.now()
  const issued = await findWholeCode(db, user_id, now)
  const signs = codeForm(code)
  const network = networkOf(origin.network_address)
  const [first, second] = issued?.needs_two ? [signs.slice(0, HALF), signs.slice(HALF)] : [signs, signs]
  const turn = { network, rank: RANK.clean }
  const [isFirst, isSecond] = await Promise.all([
    isPassword(issued?.code_hash ?? null, first, turn),
    isPassword(issued?.second_code_hash ?? null, second, turn),
  ])
  if (!issued || !isFirst || (issued.needs_two && !isSecond)) return false

  const { person } = await readPerson(db, user_id, true)
  if (!(await endCode(db, user_id, 'used', now, { id: issued.id }))) return false
  await removeFactors(db, user_id, now)
  await writeAudit(db, person, origin, entry(person, 'Reset Code Used'))
  await mailCodeUsed(services, db, { person, network, now })
  return true
}

/** Ends the reset code of a person who has signed in with their second factor, which was not lost. */
export const endUnneededCode = (db: Db, user_id: number, now: Date): Promise<boolean> =>
  endCode(db, user_id, 'not needed', now)

/** Ends the codes whose time is over. */
export const cleanUpResetCodes = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> =>
  endExpiredCodes(db, now())
