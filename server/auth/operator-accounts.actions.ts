import { SET_PASSWORD_LINK_HOURS } from '../../shared/auth/auth.schema.ts'
import { type AuditEntry, writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { foreseen } from '../lib/errors.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { endEverySignIn, findAccount, lockAccount } from './auth.queries.ts'
import { makePasswordLink } from './password-links.ts'
import { addressKey } from './throttle.ts'
import { forgetAttempts } from './throttle.queries.ts'

type OperatorServices = Pick<Services, 'config' | 'db' | 'now' | 'languages' | 'readDb'>
type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Locks the account of an address, changes it and logs that, in one transaction. */
async function change<T>(
  { db }: OperatorServices,
  email: string,
  entry: Pick<AuditEntry, 'module' | 'event'>,
  work: (db: Db, account: Account) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (held) => {
    const found = await findAccount(held, addressKey(email))
    const account = found && (await lockAccount(held, found.id))
    if (!account) throw foreseen(`There is no account with the address ${email}.`)
    const result = await work(held, account)
    const line = { ...entry, id: account.id, code: account.email, actor: OPERATOR } as AuditEntry
    await writeAudit(held, null, OPERATOR_ORIGIN, line)
    return result
  })
}

/** Removes the failed logins and requested mails of an address, so that it may try again; returns how many. */
export const unlockAccount = (services: OperatorServices, email: string): Promise<number> =>
  change(services, email, { module: 'User Management', event: 'Unlocked' }, (db, account) =>
    forgetAttempts(db, addressKey(account.email)),
  )

/**
 * Makes a one-time link that sets a new password, for the operator to pass on; every session and every mailed link of
 * the account ends (S-10, S-13).
 */
export const makeResetLink = (services: OperatorServices, email: string): Promise<string> =>
  change(
    services,
    email,
    { module: 'Authentication', event: 'Password Reset Requested' },
    async (db, account) => {
      // the link would not work
      if (account.status !== 'Activated')
        throw foreseen(
          `The account ${account.email} is deactivated: an administrator must activate it before it gets a password.`,
        )
      if (account.is_break_glass)
        throw foreseen(
          `${account.email} is the break-glass account: npm run operator -- break-glass gives it a new password.`,
        )
      await endEverySignIn(db, account.id, 'administrator')
      await forgetAttempts(db, addressKey(account.email))
      return makePasswordLink(services, db, account, SET_PASSWORD_LINK_HOURS * 60)
    },
  )
