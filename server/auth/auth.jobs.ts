import { RESET_LINK_MINUTES } from '../../shared/auth/auth.schema.ts'
import { writeAudit } from '../context/audit.ts'
import type { Origin, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMails } from '../mails/mail.ts'
import { networkOf } from '../lib/network.ts'
import { actorOf } from '../context/sessions.ts'
import {
  countLiveLinks,
  findAccount,
  listResetters,
  lockAccount,
  removeDeadSessions,
  removeExpiredTraces,
  type ResetMailRequest,
} from './auth.queries.ts'
import { makePasswordLink } from './password-links.ts'
import { guessedAccountMail, guessedMail, mailForgottenPassword } from './password.mails.ts'
import { addressKey, loggedAsSum, mayMailLink } from './throttle.ts'
import { listMails, recordMail, removeOldEvents, takeEndedCounts } from './throttle.queries.ts'

const ORIGIN: Origin = { request_id: 'clean_up_sessions', network_address: 'server', user_agent: '' }

/**
 * Removes expired sessions, each with a row in the log; logs the failed logins of past hours that have no row of their
 * own; and removes what no limit counts any more.
 */
export async function cleanUpSessions(services: Services): Promise<void> {
  const now = services.now()
  await services.db.transaction().execute(async (db) => {
    for (const row of await removeDeadSessions(db, now)) {
      const actor = actorOf(row)
      await writeAudit(db, actor, ORIGIN, {
        module: 'Authentication',
        event: 'Session Expired',
        id: actor.id,
        code: actor.email,
      })
    }
    await logCountedFailures(db, now)
    await removeOldEvents(db, now)
    await removeExpiredTraces(db, now)
  })
}

/** Logs one row for each network, hour and account with more failures than were logged one by one (S-110). */
async function logCountedFailures(db: Db, now: Date): Promise<void> {
  for (const { network, hour, email, failures } of await takeEndedCounts(db, now)) {
    const more = loggedAsSum(failures)
    if (more === 0) continue
    const text = `${more} from ${network} in the hour from ${hour}`
    await writeAudit(
      db,
      null,
      { ...ORIGIN, network_address: network },
      {
        module: 'Authentication',
        event: 'Login Failed',
        code: email || network,
        changes: [{ field: 'further_failures', old: null, new: text }],
      },
    )
  }
}

/**
 * Mails a reset link if an activated account may receive another one (S-11, S-111). Earlier links stay valid. The sealed
 * account gets its password at the server only.
 */
export async function mailResetLink(services: Services, { email, origin }: ResetMailRequest): Promise<void> {
  const found = await findAccount(services.db, email)
  if (!found) return
  await services.db.transaction().execute(async (db) => {
    const account = await lockAccount(db, found.id)
    if (account?.status !== 'Activated' || account.is_break_glass) return
    const now = services.now()
    const who = { email: addressKey(account.email), network: networkOf(origin.network_address) }
    const mails = await listMails(db, who.email, now)
    const live_links = await countLiveLinks(db, account, now)
    if (!mayMailLink({ mails, live_links }, now.getTime())) return
    await recordMail(db, who, now)
    const link = await makePasswordLink(services, db, account, RESET_LINK_MINUTES)
    await mailForgottenPassword(services, db, account, link)
    const actor = actorOf(account)
    await writeAudit(db, actor, origin, {
      module: 'Authentication',
      event: 'Password Reset Requested',
      id: actor.id,
      code: actor.email,
    })
  })
}

/**
 * Notifies the owner of an account, and the administrators who may reset its password, that its password is being
 * guessed (S-132). An address without an activated account has no owner to notify.
 */
export async function mailGuessedAccount(services: Services, email: string): Promise<void> {
  const { db } = services
  const found = await findAccount(db, email)
  if (found?.status !== 'Activated' || found.is_break_glass) return
  const owner = actorOf(found)
  const administrators = await listResetters(db, owner)
  await queueMails(db, [
    guessedMail(services, owner),
    ...administrators.map((administrator) => guessedAccountMail(services, administrator, owner)),
  ])
}
