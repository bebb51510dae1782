import { isIP } from 'node:net'
import type { Actor } from '../../shared/access/actor.ts'
import { isEmail } from '../../shared/auth/auth.schema.ts'
import { removeSessions } from '../auth/auth.queries.ts'
import { hashPassword } from '../auth/passwords.ts'
import { addressKey } from '../auth/throttle.ts'
import { forgetAttempts } from '../auth/throttle.queries.ts'
import { writeAudit } from '../context/audit.ts'
import type { Audit, Ctx, Services } from '../context/context.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import type { Db } from '../database/db.ts'
import { foreseen } from '../lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import { generatePassword } from '../users/generated-password.ts'
import { findEmergencyRole, saveBreakGlass, findBreakGlass, spendPassword } from './break-glass.queries.ts'
import { mailBreakGlassUsed } from './factors.mails.ts'

const PASSWORD_LENGTH = 24

/** The address of the account, to log in with; no mail is sent to it. */
function addressOf(public_url: string): string {
  const host = new URL(public_url).hostname
  const email = `break-glass@${host}`
  return isEmail(email) && !isIP(host) ? email : 'break-glass@localhost.local'
}

/**
 * Makes the break-glass account of the operator, or seals it again: a new password that logs in once, and no session. Returns
 * the password, of which only the hash is stored, and whether an earlier one was not used and is void now.
 */
export async function sealBreakGlass(
  services: Pick<Services, 'config' | 'db'>,
): Promise<{ email: string; password: string; voids: boolean }> {
  const password = generatePassword(PASSWORD_LENGTH)
  const password_hash = await hashPassword(password, networkOf(OPERATOR_ORIGIN.network_address))
  return services.db.transaction().execute(async (db) => {
    const role = await findEmergencyRole(db)
    const address = addressOf(services.config.public_url)
    const taken = await findBreakGlass(db, address)
    if (taken && !taken.is_break_glass)
      throw foreseen(`The address ${taken.email} belongs to another account, which must not be sealed.`)
    const { id, email } = await saveBreakGlass(db, taken, {
      email: address,
      role_id: role.id,
      password_hash,
    })
    await removeSessions(db, id, 'administrator')
    await forgetAttempts(db, addressKey(email))
    await writeAudit(db, null, OPERATOR_ORIGIN, {
      module: 'Authentication',
      event: 'Break-glass Account Sealed',
      id,
      code: email,
      actor: OPERATOR,
    })
    return { email, password, voids: typeof taken?.password_hash === 'string' }
  })
}

/** Spends the password of the break-glass account with its login, logs that and mails every administrator of FMB. */
export async function unsealBreakGlass(
  { services, origin }: Ctx<Actor | null>,
  db: Db,
  audit: Audit,
  account: Actor,
): Promise<void> {
  await spendPassword(db, account.id)
  audit({
    module: 'Authentication',
    event: 'Break-glass Account Used',
    id: account.id,
    code: account.email,
    actor: account,
  })
  await mailBreakGlassUsed(services, db, { email: account.email, network: origin.network_address })
}
